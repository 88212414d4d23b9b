/** The plan's table of decisions, row by row. */
import {
  alertsToRead,
  type DesiredAlert,
  type LiveAlert,
  nameOf,
  plan,
  planRemoval,
} from "../../src/reconcile";
import { cpuHigh, deployed } from "../support/sample-alerts";
import { asLive } from "../support/arbitrary-alerts";

const live = asLive(cpuHigh, 7);
const half: LiveAlert = { ...live, config: undefined };

function only(desired: DesiredAlert, existing: readonly LiveAlert[]) {
  const { changes, problems } = plan([desired], existing);
  expect(problems).toEqual([]);
  expect(changes).toHaveLength(1);
  const [change] = changes;
  return { action: change?.action, fields: change !== undefined && "fields" in change ? change.fields : [] };
}

describe("the change is", () => {
  it("a creation of every field where no live alert has the name", () => {
    const { action, fields } = only(cpuHigh, [asLive(deployed, 7)]);
    expect(action).toBe("create");
    expect(fields).toContainEqual({ path: ["threshold", "trigger"], from: undefined, to: 0.9 });
    expect(fields).toContainEqual({ path: ["destinations"], from: undefined, to: [1, 2] });
    expect(fields).toHaveLength(12);
  });

  it("a replacement where the live alert is of the other kind, configured or not", () => {
    const event = { ...deployed, name: cpuHigh.name };
    expect(only(event, [live]).action).toBe("replace");
    expect(only(event, [half]).action).toBe("replace");
  });

  it("a completion where the live alert has no configuration", () => {
    const { action, fields } = only({ ...cpuHigh, policy: 1 }, [half]);
    expect(action).toBe("complete");
    expect(fields).toContainEqual({ path: ["policy"], from: 2, to: 1 });
    expect(fields).toContainEqual({ path: ["threshold", "metric"], from: undefined, to: "os.cpu.user_us" });
  });

  it("none where nothing differs", () => {
    expect(only(cpuHigh, [live])).toEqual({ action: "unchanged", fields: [] });
  });

  it.each<[string, Partial<DesiredAlert>, unknown, unknown]>([
    ["annotations", { annotations: "" }, "https://wiki.shop.example/cpu", ""],
    ["policy", { policy: 1 }, 2, 1],
    ["disabled", { disabled: true }, false, true],
    ["destinations", { destinations: [2] }, [1, 2], [2]],
    ["hosts", { hosts: [3, 1, 3] }, [], [1, 3]],
    ["host_types", { hostTypes: [] }, ["mysql"], []],
    ["threshold.alert_level", { condition: { ...threshold(), alertLevel: "crit" } }, "warn", "crit"],
    ["threshold.metric", { condition: { ...threshold(), metric: "m" } }, "os.cpu.user_us", "m"],
    ["threshold.trigger", { condition: { ...threshold(), trigger: 0.91 } }, 0.9, 0.91],
    ["threshold.duration", { condition: { ...threshold(), duration: 3 } }, 2, 3],
    ["threshold.reset", { condition: { ...threshold(), reset: 0 } }, 0.8, 0],
  ])("an update of %s alone where that differs", (path, changes, from, to) => {
    expect(only({ ...cpuHigh, ...changes }, [live])).toEqual({
      action: "update",
      fields: [{ path: path.split("."), from, to }],
    });
  });

  it("an update of the categories where those differ", () => {
    const condition = { kind: "event", categories: ["deploy"] } as const;
    expect(only({ ...deployed, condition }, [asLive(deployed, 1)])).toEqual({
      action: "update",
      fields: [{ path: ["event", "categories"], from: ["deploy", "load test"], to: ["deploy"] }],
    });
  });
});

it("names differ by case and by space: they are kept as they are", () => {
  const { changes, unmanaged } = plan([cpuHigh], [asLive({ ...cpuHigh, name: "cpu high" }, 1)]);
  expect(changes.map(({ action }) => action)).toEqual(["create"]);
  expect(unmanaged).toHaveLength(1);
});

it("changes and what is left alone are in the order of their names", () => {
  const named = (name: string) => ({ ...cpuHigh, name });
  const { changes, unmanaged } = plan(
    [named("b"), named("a"), named("c")],
    [asLive(named("z"), 1), asLive(named("y"), 2), asLive(named("b"), 3)],
  );
  expect(changes.map(nameOf)).toEqual(["a", "b", "c"]);
  expect(unmanaged.map(({ name }) => name)).toEqual(["y", "z"]);
});

describe("names that are not unique", () => {
  it("two live alerts of a defined name are an error with both ids, and nothing is planned", () => {
    const { changes, problems } = plan([cpuHigh, deployed], [live, asLive(cpuHigh, 9)]);
    expect(changes).toEqual([]);
    expect(problems).toMatchObject([{ severity: "error", where: { subject: "CPU high" } }]);
    expect(problems[0]?.what).toContain("7, 9");
  });

  it("two live alerts of a name that nobody defines are left alone", () => {
    const { changes, unmanaged, problems } = plan([deployed], [live, asLive(cpuHigh, 9)]);
    expect(changes.map(({ action }) => action)).toEqual(["create"]);
    expect(unmanaged.map(({ id }) => id)).toEqual([7, 9]);
    expect(problems).toEqual([]);
  });

  it("two definitions of a name are an error, told once, and nothing is planned or removed", () => {
    for (const { changes, problems } of [
      plan([cpuHigh, deployed, { ...cpuHigh, policy: 1 }], [live]),
      planRemoval([cpuHigh, deployed, { ...cpuHigh, policy: 1 }], [live]),
    ]) {
      expect(changes).toEqual([]);
      expect(problems).toMatchObject([{ severity: "error", where: { subject: "CPU high" } }]);
      expect(problems).toHaveLength(1);
    }
  });

  it("all such errors are told at once", () => {
    const { problems } = plan([cpuHigh, cpuHigh, deployed], [asLive(deployed, 1), asLive(deployed, 2)]);
    expect(problems.map(({ where }) => where?.subject)).toEqual(["CPU high", "Deployed"]);
  });
});

it("only alerts that are defined, or to be deleted, need their configuration read", () => {
  const alerts = [
    live.alert,
    asLive({ ...cpuHigh, name: "Deployed" }, 8).alert,
    asLive({ ...cpuHigh, name: "x" }, 9).alert,
  ];
  const ids = (...given: Parameters<typeof alertsToRead>) => alertsToRead(...given).map(({ id }) => id);
  expect(ids([cpuHigh, deployed], alerts)).toEqual([7, 8]);
  expect(ids([cpuHigh, deployed], alerts, { prune: (name) => name === "x" })).toEqual([7, 8, 9]);
  expect(ids([cpuHigh], alerts, { prune: (name) => name === "x" })).toEqual([7, 9]);
});

function threshold() {
  if (cpuHigh.condition.kind !== "threshold") throw new Error("CPU high is a threshold alert");
  return cpuHigh.condition;
}
