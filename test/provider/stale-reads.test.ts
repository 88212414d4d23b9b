/**
 * Reads that lag behind our own writes (PROP-1), through the real terraform: for one window the service shows what was there
 * before, and no plan may call that drift; what is nobody's old value is drift at once.
 */
import { DbmonTerraform } from "../support/dbmon-terraform";
import { describeWithTerraform } from "../support/terraform";
import { until } from "../support/until";

interface Alert {
  readonly name: string;
  readonly policy?: number;
  readonly categories?: readonly string[];
  readonly trigger?: number;
}

/** By address. */
type Stack = Readonly<Record<string, Alert>>;

/** @param settings of the provider */
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

/** Each alert written in its own way, from a number that says which time it is. */
const after = (time: number): Stack => ({
  settings: { name: "settings", policy: 1 + time },
  config: { name: "config", trigger: 90 + time },
  both: { name: "both", policy: 1 + time, trigger: 90 + time },
  renamed: { name: `name ${time}` },
  kind: time % 2 === 0 ? { name: "kind" } : { name: "kind", categories: ["x"] },
  untouched: { name: "untouched" },
  ...(time === 1 ? {} : { created: { name: "created" } }),
});

describeWithTerraform("a plan while reads lag behind", () => {
  let world: DbmonTerraform;
  const start = async (staleReads: boolean) => {
    world = await DbmonTerraform.start({ staleReads });
  };
  afterEach(async () => {
    await world.stop();
  });

  const theAlert = async (name: string) => (await world.alerts()).find((alert) => alert.name === name);
  const apply = async (stack: Stack) => {
    world.configure(hclOf(stack));
    await world.apply();
  };
  /** Neither a plan nor a refresh finds anything. */
  const expectNoDrift = async () => {
    for (const mode of [[], ["-refresh-only"]]) {
      const { code, text } = await world.plan(...mode);
      if (code !== 0) throw new Error(`there is drift: ${text}`);
    }
  };

  it("shows no drift after each kind of write, nor after several in a row, while each is seen in its turn", async () => {
    await start(true);
    await apply(before);
    await expectNoDrift();
    world.pass(70);
    await expectNoDrift();
    for (const time of [1, 2, 3]) {
      await apply(after(time));
      await expectNoDrift();
      world.pass(25);
    }
    await expectNoDrift();
    world.pass(61);
    await expectNoDrift();
  });

  it("shows no drift after an adoption, the completion of a half, and an update whose second half failed", async () => {
    await start(true);
    const byHand = { annotations: "", policy: 1, type: 2, disabled: 0, destinations: [] };
    const config = {
      hosts: [],
      host_types: [],
      alert_level: "crit",
      metric: "m",
      trigger: 90,
      duration: 1,
      reset: 80,
    };
    for (const own of [{ name: "adopted", policy: 2 }, { name: "half" }])
      await world.call("POST", "/config/alerts", { ...byHand, ...own });
    await world.call("PUT", "/config/alerts/1/config", { ...config, trigger: 95 });
    world.pass(61);
    const stack = { adopted: { name: "adopted" }, half: { name: "half" }, failed: { name: "failed" } };
    world.configure(hclOf(stack, 'existing_alerts = "adopt"'));
    await world.apply();
    await expectNoDrift();
    world.pass(61);
    await expectNoDrift();

    await apply({ ...stack, failed: { name: "failed", trigger: 91 } });
    world.configure(hclOf({ ...stack, failed: { name: "failed", policy: 2, trigger: 92 } }));
    const refused = world.service.faults.add({ method: "PUT", path: /\/config$/, answer: { status: 400 } });
    expect((await world.tryApply()).code).toBe(1);
    refused.remove();
    const { code, text } = await world.plan();
    expect(code).toBe(2);
    expect(text).toContain("trigger = 91 -> 92");
    expect(text).not.toContain("policy =");
    await world.apply();
    await expectNoDrift();
  });

  it("shows what somebody else made of either half at once, but what we replaced, or absence, only after the window", async () => {
    await start(false);
    await apply({ a: { name: "a" }, gone: { name: "gone" } });
    world.pass(61);
    await apply({ a: { name: "a", policy: 2, trigger: 91 }, gone: { name: "gone", policy: 2 } });
    const ids = new Map((await world.alerts()).map(({ name, id }) => [name, id]));
    const path = `/config/alerts/${String(ids.get("a"))}`;
    const [alert, config] = [await theAlert("a"), (await world.call("GET", `${path}/config`)) as object];

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
    expect(later.text).toContain("policy = 1 -> 2");
    expect(later.text).toContain("1 to add, 1 to change, 0 to destroy");
  });

  it("finds nothing after an import, nor after a configuration was generated, of what was written a window ago", async () => {
    await start(true);
    await apply({ a: { name: "a" }, b: { name: "b", categories: ["x"] } });
    world.pass(61);
    await apply({ a: { name: "a", policy: 2, trigger: 91 }, b: { name: "b", categories: ["y"] } });
    world.pass(61);
    const ids = new Map((await world.alerts()).map(({ name, id }) => [name, id]));
    await world.run(["state", "rm", "dbmon_alert.a", "dbmon_alert.b"]);
    const imports = ["a", "b"].map(
      (name) => `import {\n  to = dbmon_alert.${name}\n  id = "${String(ids.get(name))}"\n}\n`,
    );
    world.configure(hclOf({ a: { name: "a", policy: 2, trigger: 91 } }) + imports.join(""));
    const generated = await world.plan(`-generate-config-out=${world.folder.file("generated.tf")}`);
    expect(generated.text).toContain("2 to import, 0 to add, 0 to change, 0 to destroy");
    await world.apply();
    await expectNoDrift();
  });
});

describeWithTerraform("a destroy and an apply while reads lag behind", () => {
  const stack: Stack = { a: { name: "a" }, b: { name: "b", categories: ["x"] } };
  /** Seconds, of real time for the provider that waits: enough for a slow machine to get as far as waiting. */
  const window = 3;
  let world: DbmonTerraform;
  afterEach(async () => {
    await world.stop();
  });

  /** The service's window is over only when the test says so; the provider waits for its own. */
  const start = async () => {
    world = await DbmonTerraform.start({ staleReads: true, propagationSeconds: window });
    world.service.clock.hold();
  };
  const configure = (wanted: Stack, settings = "") => {
    world.configure(hclOf(wanted, `propagation_window = "${window}s"\n  ${settings}`));
  };
  const destroy = async () => {
    expect((await world.run(["destroy", "-auto-approve"])).text).toContain("2 destroyed");
  };
  /** The window ends once so many of the requests have been made. */
  const applyUntil = async (wanted: { method: string; path: RegExp }, count: number) => {
    world.service.requests.clear();
    const { ended } = world.folder.begin(["apply", "-auto-approve"], world.environment);
    await until(() => world.service.requests.list(wanted).length >= count);
    world.service.clock.advance(window);
    expect((await ended).text).toContain("2 added");
    world.pass(window);
  };
  const expectAlerts = async (...ids: number[]) => {
    expect((await world.alerts()).map(({ id }) => id)).toEqual(ids);
    expect((await world.plan()).code).toBe(0);
  };

  it("destroys what was made just before, and makes it again, though the list has shown neither", async () => {
    await start();
    configure(stack);
    await world.apply();
    await destroy();
    await world.apply();
    world.pass(window);
    await expectAlerts(3, 4);
  });

  it("takes what is only still shown, list and configuration, for what is wanted, and makes it anew once it is seen to be gone", async () => {
    await start();
    configure(stack);
    await world.apply();
    world.pass(window);
    await destroy();
    expect(await world.alerts()).toHaveLength(2);
    await world.apply();
    expect(world.writes().filter(({ method }) => method === "POST")).toHaveLength(2);
    world.pass(window);
    expect((await world.plan()).text).toContain("2 to add, 0 to change, 0 to destroy");
    await world.apply();
    world.pass(window);
    await expectAlerts(3, 4);
  });

  it("makes anew what is to be taken over and changed, where the first write finds that it is gone", async () => {
    await start();
    const adopt = 'existing_alerts = "adopt"';
    configure(stack, adopt);
    await world.apply();
    world.pass(window);
    await destroy();
    configure({ a: { name: "a", policy: 2 }, b: { name: "b", categories: ["y"] } }, adopt);
    await applyUntil({ method: "PUT", path: /./ }, 1);
    await expectAlerts(3, 4);
  });

  it("refuses at plan what differs from an alert of its name that is only still shown, says so, and makes it a window later", async () => {
    await start();
    configure(stack);
    await world.apply();
    world.pass(window);
    await destroy();
    configure({ a: { name: "a", policy: 2 } });
    const refused = await world.plan();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain("an alert of this name already exists and differs");
    expect(refused.text).toContain("If it was deleted or renamed less than a minute ago");
    world.pass(window);
    await world.apply();
    world.pass(window);
    await expectAlerts(3);
  });
});
