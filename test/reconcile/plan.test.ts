/** The decision table of the plan, row by row. */
import { type DesiredAlert, type LiveAlert, nameOf } from "../../src/reconcile";
import { asLive } from "../support/arbitrary-alerts";
import { alertsToReadFor, planFor, planRemovalFor } from "../support/plan-for";
import { cpuHigh, deployed } from "../support/sample-alerts";

const live = asLive(cpuHigh, 7);
const incomplete: LiveAlert = { ...live, config: undefined };

function only(desired: DesiredAlert, existing: readonly LiveAlert[]) {
  const { changes, problems } = planFor([desired], existing);
  expect(problems).toEqual([]);
  expect(changes).toHaveLength(1);
  const [change] = changes;
  return { action: change?.action, fields: change !== undefined && "fields" in change ? change.fields : [] };
}

describe("the change is", () => {
  it("create, with every field, if no live alert has the name", () => {
    const { action, fields } = only(cpuHigh, [asLive(deployed, 7)]);
    expect(action).toBe("create");
    expect(fields).toContainEqual({ path: ["threshold", "trigger"], from: undefined, to: 0.9 });
    expect(fields).toContainEqual({ path: ["destinations"], from: undefined, to: [1, 2] });
    expect(fields).toHaveLength(12);
  });

  it("replace if the live alert has the other kind, incomplete or not", () => {
    const event = { ...deployed, name: cpuHigh.name };
    expect(only(event, [live]).action).toBe("replace");
    expect(only(event, [incomplete]).action).toBe("replace");
  });

  it("complete if the live alert has no configuration", () => {
    const { action, fields } = only({ ...cpuHigh, policy: 1 }, [incomplete]);
    expect(action).toBe("complete");
    expect(fields).toContainEqual({ path: ["policy"], from: 2, to: 1 });
    expect(fields).toContainEqual({ path: ["threshold", "metric"], from: undefined, to: "os.cpu.user_us" });
  });

  it("unchanged if nothing differs", () => {
    expect(only(cpuHigh, [live])).toEqual({ action: "unchanged", fields: [] });
  });

  it.each<[string, Partial<DesiredAlert>, unknown, unknown]>([
    ["annotations", { annotations: "" }, "https://wiki.shop.example/cpu", ""],
    ["policy", { policy: 1 }, 2, 1],
    ["disabled", { disabled: true }, false, true],
    ["destinations", { destinations: [2] }, [1, 2], [2]],
    ["hosts", { hosts: [3, 1, 3] }, [], [1, 3]],
    ["host_types", { host_types: [] }, ["mysql"], []],
    ["threshold.alert_level", { condition: { ...threshold(), alert_level: "crit" } }, "warn", "crit"],
    ["threshold.metric", { condition: { ...threshold(), metric: "m" } }, "os.cpu.user_us", "m"],
    ["threshold.trigger", { condition: { ...threshold(), trigger: 0.91 } }, 0.9, 0.91],
    ["threshold.duration", { condition: { ...threshold(), duration: 3 } }, 2, 3],
    ["threshold.reset", { condition: { ...threshold(), reset: 0 } }, 0.8, 0],
  ])("update, with %s only, if that field differs", (path, changes, from, to) => {
    expect(only({ ...cpuHigh, ...changes }, [live])).toEqual({
      action: "update",
      fields: [{ path: path.split("."), from, to }],
    });
  });

  it("update, with the categories, if those differ", () => {
    const condition = { kind: "event", categories: ["deploy"] } as const;
    expect(only({ ...deployed, condition }, [asLive(deployed, 1)])).toEqual({
      action: "update",
      fields: [{ path: ["event", "categories"], from: ["deploy", "load test"], to: ["deploy"] }],
    });
  });
});

it("names are case-sensitive", () => {
  const { changes, unmanaged } = planFor([cpuHigh], [asLive({ ...cpuHigh, name: "cpu high" }, 1)]);
  expect(changes.map(({ action }) => action)).toEqual(["create"]);
  expect(unmanaged).toHaveLength(1);
});

it("changes and unmanaged alerts are sorted by name", () => {
  const named = (name: string) => ({ ...cpuHigh, name });
  const { changes, unmanaged } = planFor(
    [named("b"), named("a"), named("c")],
    [asLive(named("z"), 1), asLive(named("y"), 2), asLive(named("b"), 3)],
  );
  expect(changes.map(nameOf)).toEqual(["a", "b", "c"]);
  expect(unmanaged.map(({ name }) => name)).toEqual(["y", "z"]);
});

describe("names that are not unique", () => {
  it("two live alerts with the name of a definition are an error with both ids, and there are no changes", () => {
    const { changes, problems } = planFor([cpuHigh, deployed], [live, asLive(cpuHigh, 9)]);
    expect(changes).toEqual([]);
    expect(problems).toMatchObject([{ severity: "error", where: { subject: "CPU high" } }]);
    expect(problems[0]?.what).toContain("7, 9");
  });

  it("two unmanaged live alerts with the same name are allowed", () => {
    const { changes, unmanaged, problems } = planFor([deployed], [live, asLive(cpuHigh, 9)]);
    expect(changes.map(({ action }) => action)).toEqual(["create"]);
    expect(unmanaged.map(({ id }) => id)).toEqual([7, 9]);
    expect(problems).toEqual([]);
  });

  it("two definitions with the same name are one error, and there are no changes or deletions", () => {
    for (const { changes, problems } of [
      planFor([cpuHigh, deployed, { ...cpuHigh, policy: 1 }], [live]),
      planRemovalFor([cpuHigh, deployed, { ...cpuHigh, policy: 1 }], [live]),
    ]) {
      expect(changes).toEqual([]);
      expect(problems).toMatchObject([{ severity: "error", where: { subject: "CPU high" } }]);
      expect(problems).toHaveLength(1);
    }
  });

  it("all such errors are reported together", () => {
    const { problems } = planFor([cpuHigh, cpuHigh, deployed], [asLive(deployed, 1), asLive(deployed, 2)]);
    expect(problems.map(({ where }) => where?.subject)).toEqual(["CPU high", "Deployed"]);
  });
});

it("only alerts of definitions and alerts to delete need their configuration", () => {
  const alerts = [
    live.alert,
    asLive({ ...cpuHigh, name: "Deployed" }, 8).alert,
    asLive({ ...cpuHigh, name: "x" }, 9).alert,
  ];
  const ids = (...given: Parameters<typeof alertsToReadFor>) => alertsToReadFor(...given).map(({ id }) => id);
  expect(ids([cpuHigh, deployed], alerts)).toEqual([7, 8]);
  expect(ids([cpuHigh, deployed], alerts, { prune: (name) => name === "x" })).toEqual([7, 8, 9]);
  expect(ids([cpuHigh], alerts, { prune: (name) => name === "x" })).toEqual([7, 9]);
});

function threshold() {
  if (cpuHigh.condition.kind !== "threshold") throw new Error("CPU high is a threshold alert");
  return cpuHigh.condition;
}
