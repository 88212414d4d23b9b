/**
 * Stale reads after the provider's own writes (PROP-1) in Terraform. For one propagation window, a plan must not report a replaced
 * value as drift, but must report any other value.
 */
import { DbmonTerraform } from "../support/dbmon-terraform";
import { until } from "../support/programs";
import { describeWithTerraform } from "../support/terraform";
import { applyAdopting } from "./alert-stories";

interface Alert {
  readonly name: string;
  readonly policy?: number;
  readonly categories?: readonly string[];
  readonly trigger?: number;
}

/** By address. */
type Stack = Readonly<Record<string, Alert>>;

/** @param settings lines of the provider block */
function hclOf(stack: Stack, settings = ""): string {
  const resources = Object.entries(stack).map(([address, { name, policy = 1, categories, trigger = 90 }]) => {
    const kind =
      categories === undefined
        ? `threshold = { alert_level = "crit", metric = "m", trigger = ${trigger}, duration = 1, reset = 80 }`
        : `event = { categories = ${JSON.stringify(categories)} }`;
    return `resource "dbmon_alert" "${address}" {\n  name = "${name}"\n  policy = ${policy}\n  ${kind}\n}\n`;
  });
  return `provider "dbmon" {\n  ${settings}\n}\n${resources.join("")}`;
}

const before: Stack = {
  settings: { name: "settings" },
  config: { name: "config" },
  both: { name: "both" },
  renamed: { name: "old name" },
  kind: { name: "kind" },
  deleted: { name: "deleted" },
  untouched: { name: "untouched" },
};

/** Changes each alert in its own way. @param revision distinguishes successive changes */
const after = (revision: number): Stack => ({
  settings: { name: "settings", policy: 1 + revision },
  config: { name: "config", trigger: 90 + revision },
  both: { name: "both", policy: 1 + revision, trigger: 90 + revision },
  renamed: { name: `name ${revision}` },
  kind: { name: "kind", categories: ["x"] },
  untouched: { name: "untouched" },
  ...(revision === 1 ? {} : { created: { name: "created" } }),
});

describeWithTerraform("a plan with stale reads", () => {
  let world: DbmonTerraform;
  const start = async (staleReads: boolean) => {
    world = await DbmonTerraform.start({ staleReads });
  };
  afterEach(async () => {
    await world.stop();
  });

  const findAlert = async (name: string) => (await world.alerts()).find((alert) => alert.name === name);
  const apply = async (stack: Stack) => {
    world.configure(hclOf(stack));
    await world.apply();
  };
  /** Checks that a plan and a refresh-only plan have no changes. */
  const expectNoDrift = async () => {
    for (const mode of [[], ["-refresh-only"]]) {
      const { code, text } = await world.plan(...mode);
      if (code !== 0) throw new Error(`unexpected changes: ${text}`);
    }
  };

  it("shows no drift after each kind of write, and after several successive writes", async () => {
    await start(true);
    await apply(before);
    await expectNoDrift();
    world.pass(70);
    await expectNoDrift();
    for (const revision of [1, 2, 3]) {
      await apply(after(revision));
      await expectNoDrift();
      world.pass(25);
    }
    await expectNoDrift();
    world.pass(61);
    await expectNoDrift();
  });

  it("shows no drift after an adoption, a completion, and an update that failed halfway", async () => {
    await start(true);
    const settings = { annotations: "", policy: 1, type: 2, disabled: 0, destinations: [] };
    const config = {
      hosts: [],
      host_types: [],
      alert_level: "crit",
      metric: "m",
      trigger: 90,
      duration: 1,
      reset: 80,
    };
    for (const changes of [{ name: "adopted", policy: 2 }, { name: "incomplete" }])
      await world.call("POST", "/config/alerts", { ...settings, ...changes });
    await world.call("PUT", "/config/alerts/1/config", { ...config, trigger: 95 });
    world.pass(61);
    const stack = {
      adopted: { name: "adopted" },
      incomplete: { name: "incomplete" },
      failed: { name: "failed" },
    };
    world.configure(hclOf(stack));
    await applyAdopting(world);
    await expectNoDrift();
    world.pass(61);
    await expectNoDrift();

    await apply({ ...stack, failed: { name: "failed", trigger: 91 } });
    world.configure(hclOf({ ...stack, failed: { name: "failed", policy: 2, trigger: 92 } }));
    const refused = world.service.faults.add({ method: "PUT", path: "*/config", answer: { status: 400 } });
    expect((await world.tryApply()).code).toBe(1);
    refused.remove();
    const { code, text } = await world.plan();
    expect(code).toBe(2);
    expect(text).toContain("trigger = 91 -> 92");
    expect(text).not.toContain("policy =");
    await world.apply();
    await expectNoDrift();
  });

  it("shows new values at once, but replaced values and deletions only after the propagation window", async () => {
    await start(false);
    await apply({ a: { name: "a" }, gone: { name: "gone" } });
    world.pass(61);
    await apply({ a: { name: "a", policy: 2, trigger: 91 }, gone: { name: "gone", policy: 2 } });
    const ids = new Map((await world.alerts()).map(({ name, id }) => [name, id]));
    const path = `/config/alerts/${String(ids.get("a"))}`;
    const [alert, config] = [await findAlert("a"), (await world.call("GET", `${path}/config`)) as object];

    await world.call("PUT", path, { ...alert, policy: 1 });
    await world.call("DELETE", `/config/alerts/${String(ids.get("gone"))}`);
    await expectNoDrift();
    await world.call("PUT", `${path}/config`, { ...config, trigger: 99 });
    const inWindow = await world.plan();
    expect(inWindow.code).toBe(2);
    expect(inWindow.text).toContain("trigger = 99 -> 91");
    expect(inWindow.text).not.toContain("policy =");
    expect(inWindow.text).toContain("0 to add, 1 to change, 0 to destroy");

    world.pass(61);
    const later = await world.plan();
    expect(later.text).toContain("trigger = 99 -> 91");
    expect(later.text).toContain(`policy = "Every time" -> "2"`);
    expect(later.text).toContain("1 to add, 1 to change, 0 to destroy");
  });

  it("shows no drift after an import and a generated configuration, one propagation window after the writes", async () => {
    await start(true);
    await apply({ a: { name: "a" }, b: { name: "b", categories: ["x"] } });
    world.pass(61);
    await apply({ a: { name: "a", policy: 2, trigger: 91 }, b: { name: "b", categories: ["y"] } });
    world.pass(61);
    const ids = new Map((await world.alerts()).map(({ name, id }) => [name, id]));
    await world.run(["state", "rm", "dbmon_alert.a", "dbmon_alert.b"]);
    const importOf = (name: string, line = "") =>
      `import {\n  to = dbmon_alert.${name}\n  id = "${String(ids.get(name))}"\n${line}}\n`;
    const existing = hclOf({ a: { name: "a", policy: 2, trigger: 91 } }) + importOf("a");
    world.configure(existing + importOf("b", "  provider = dbmon\n"));
    const generated = await world.plan(`-generate-config-out=${world.folder.file("generated.tf")}`);
    expect(generated.text).toContain("2 to import, 0 to add, 0 to change, 0 to destroy");
    world.configure(existing + importOf("b"));
    await world.apply();
    await expectNoDrift();
  });
});

describeWithTerraform("a destroy and an apply with stale reads", () => {
  const stack: Stack = { a: { name: "a" }, b: { name: "b", categories: ["x"] } };
  const different: Stack = { a: { name: "a", policy: 2 }, b: { name: "b", categories: ["y"] } };
  const adopt = 'existing_alerts = "adopt"';
  /** Propagation window in seconds. The provider measures it in real time, so it is longer than a test on a slow machine. */
  const windowSeconds = 30;
  let world: DbmonTerraform;
  afterEach(async () => {
    await world.stop();
  });

  /** The service's clock moves only when the test advances it. The provider waits in real time. */
  const start = async () => {
    world = await DbmonTerraform.start({ staleReads: true, propagationSeconds: windowSeconds });
    world.service.clock.hold();
  };
  const configure = (desired: Stack, settings = "") => {
    world.configure(hclOf(desired, `propagation_window = "${windowSeconds}s"\n  ${settings}`));
  };
  const destroy = async () => {
    expect((await world.run(["destroy", "-auto-approve"])).text).toContain("2 destroyed");
  };
  const expectAlerts = async (...ids: number[]) => {
    expect((await world.alerts()).map(({ id }) => id)).toEqual(ids);
    expect((await world.plan()).code).toBe(0);
  };

  it("destroys alerts that are not listed yet, and creates them again", async () => {
    await start();
    configure(stack);
    await world.apply();
    await destroy();
    await world.apply();
    world.pass(windowSeconds);
    await expectAlerts(3, 4);
  });

  it.each([
    ["equal", stack],
    ["different", different],
  ])(
    "refuses %s alerts with the names of deleted ones that are still listed, and creates them after the propagation window",
    async (_, desired) => {
      await start();
      configure(stack);
      await world.apply();
      world.pass(windowSeconds);
      await destroy();
      configure(desired);
      world.service.requests.clear();
      const refused = await world.tryApply();
      expect(refused.code).toBe(1);
      expect(refused.text.match(/Error: "[ab]": an alert with this name already exists/g)).toHaveLength(2);
      expect(refused.text).toContain("was renamed or deleted within the last minute, run again in a minute");
      expect(world.writes()).toEqual([]);
      world.pass(windowSeconds);
      await world.apply();
      world.pass(windowSeconds);
      await expectAlerts(3, 4);
    },
  );

  it.each([
    ["equal", stack],
    ["different", different],
  ])(
    "with existing_alerts = adopt, creates %s alerts when the deleted ones with their names are not listed anymore",
    async (_, desired) => {
      await start();
      configure(stack, adopt);
      await world.apply();
      world.pass(windowSeconds);
      await destroy();
      configure(desired, adopt);
      world.service.requests.clear();
      const applying = world.apply();
      // The plan and the plan of the apply list the alerts once each.
      await until(() => world.service.requests.list({ path: "*/alerts" }).length > 1);
      world.pass(windowSeconds);
      await applying;
      world.pass(windowSeconds);
      await expectAlerts(3, 4);
    },
    90_000,
  );

  it("refuses a second replacement within the propagation window at plan, and deletes nothing", async () => {
    await start();
    configure({ a: { name: "a" } });
    await world.apply();
    world.pass(windowSeconds);
    configure({ a: { name: "a", categories: ["x"] } });
    await world.apply();
    configure({ a: { name: "a" } });
    world.service.requests.clear();
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain("was renamed or deleted within the last minute, run again in a minute");
    expect(world.writes()).toEqual([]);
    world.pass(windowSeconds);
    await world.apply();
    world.pass(windowSeconds);
    await expectAlerts(3);
  });
});
