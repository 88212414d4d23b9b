/** `dbmon_alert` in Terraform: creation, update, drift, replacement, import, adoption and deletion. */
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform } from "../../support/terraform";

const provider = 'provider "dbmon" {}\n';

function threshold(
  overrides: { name?: string; policy?: number; trigger?: string; more?: string } = {},
): string {
  return `${provider}
resource "dbmon_alert" "cpu" {
  name         = ${JSON.stringify(overrides.name ?? "CPU high")}
  policy       = ${String(overrides.policy ?? 1)}
  destinations = [2, 3]
  host_types   = ["mysql"]
  ${overrides.more ?? ""}
  threshold = {
    alert_level = "crit"
    metric      = "os.cpu.user_us"
    trigger     = ${overrides.trigger ?? "90.5"}
    duration    = 1
    reset       = 80
  }
}`;
}

/** The configuration of `threshold()` in the service. */
const thresholdConfig = {
  hosts: [],
  host_types: ["mysql"],
  alert_level: "crit",
  metric: "os.cpu.user_us",
  trigger: 90.5,
  duration: 1,
  reset: 80,
};

const event = `${provider}
resource "dbmon_alert" "cpu" {
  name   = "CPU high"
  policy = 1
  event  = { categories = ["code deployment"] }
}`;

describeWithTerraform("dbmon_alert in Terraform", () => {
  let world: DbmonTerraform;
  DbmonTerraform.forEachTest((started) => (world = started));

  /** The state after the first apply of `threshold()`. */
  let appliedState: string | undefined;
  /** The alert of `threshold()`, as after an apply. Only the first call applies: others create the alert and restore the state. */
  const applyThreshold = async (): Promise<void> => {
    world.configure(threshold());
    if (appliedState === undefined) {
      await world.apply();
      appliedState = world.folder.stateText();
    } else {
      const settings = { name: "CPU high", annotations: "", policy: 1, type: 2, disabled: 0 };
      await world.call("POST", "/config/alerts", { ...settings, destinations: [2, 3] });
      await world.call("PUT", "/config/alerts/1/config", thresholdConfig);
      world.folder.write("terraform.tfstate", appliedState);
    }
    world.service.requests.clear();
  };

  const configOf = (id: number) => world.call("GET", `/config/alerts/${String(id)}/config`);
  const firstAlert = async () => {
    const [alert] = await world.alerts();
    if (alert === undefined) throw new Error("the service has no alerts");
    return alert;
  };

  it("[ALERT-3] creates an alert with one POST and one PUT of its configuration, and then plans no changes", async () => {
    world.configure(threshold());
    await world.apply();
    const alert = await firstAlert();
    expect(alert).toMatchObject({ name: "CPU high", annotations: "", policy: 1, type: 2, disabled: 0 });
    expect([...alert.destinations].sort()).toEqual([2, 3]);
    expect(await configOf(alert.id)).toEqual(thresholdConfig);
    expect(world.writes().map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /api/v2/config/alerts",
      `PUT /api/v2/config/alerts/${String(alert.id)}/config`,
    ]);
    expect((await world.plan()).code).toBe(0);
    expect((await world.plan("-refresh-only")).code).toBe(0);
  });

  it("writes only the changed part of an alert: settings or configuration", async () => {
    await applyThreshold();
    const { id } = await firstAlert();

    world.configure(threshold({ trigger: "95" }));
    await world.apply();
    expect(world.writes().map(({ method, path }) => `${method} ${path}`)).toEqual([
      `PUT /api/v2/config/alerts/${String(id)}/config`,
    ]);
    world.service.requests.clear();

    world.configure(
      threshold({
        trigger: "95",
        name: "CPU very high",
        more: 'disabled = true\nannotations = "see runbook"',
      }),
    );
    await world.apply();
    expect(world.writes().map(({ method, path }) => `${method} ${path}`)).toEqual([
      `PUT /api/v2/config/alerts/${String(id)}`,
    ]);
    expect(await firstAlert()).toMatchObject({
      id,
      name: "CPU very high",
      disabled: 1,
      annotations: "see runbook",
    });
    expect((await world.plan()).code).toBe(0);
  });

  it("plans to revert a manual change, and reverts it", async () => {
    await applyThreshold();
    const alert = await firstAlert();
    await world.call("PUT", `/config/alerts/${String(alert.id)}`, { ...alert, disabled: 1 });

    const plan = await world.plan();
    expect(plan.code).toBe(2);
    expect(plan.text).toContain("disabled = true -> false");
    await world.apply();
    expect(await firstAlert()).toMatchObject({ id: alert.id, disabled: 0 });
  });

  it("plans to recreate a deleted alert after the propagation window", async () => {
    world.configure(threshold());
    await world.apply();
    const { id } = await firstAlert();
    await world.call("DELETE", `/config/alerts/${String(id)}`);
    expect((await world.plan()).code).toBe(0);

    world.configure(
      threshold().replace('provider "dbmon" {}', 'provider "dbmon" { propagation_window = "0s" }'),
    );

    const plan = await world.plan();
    expect(plan.code).toBe(2);
    expect(plan.text).toContain("1 to add, 0 to change, 0 to destroy");
    await world.apply();
    expect((await firstAlert()).id).not.toBe(id);
  });

  it("[CONFIG-5] replaces the alert when its kind changes", async () => {
    await applyThreshold();
    const before = await firstAlert();

    world.configure(event);
    const plan = await world.plan();
    expect(plan.text).toContain("must be replaced");
    await world.apply();
    const after = await firstAlert();
    expect(after).toMatchObject({ name: "CPU high", type: 1 });
    expect(after.id).not.toBe(before.id);
    expect(await configOf(after.id)).toEqual({ hosts: [], host_types: [], categories: ["code deployment"] });
    expect((await world.plan()).code).toBe(0);
  });

  it("[ALERT-6] deletes only managed alerts on destroy", async () => {
    await world.call("POST", "/config/alerts", {
      name: "unmanaged",
      destinations: [],
      policy: 1,
      type: 1,
      annotations: "",
      disabled: 0,
    });
    world.configure(threshold());
    await world.apply();
    expect((await world.run(["destroy", "-auto-approve"])).code).toBe(0);
    expect((await world.alerts()).map(({ name }) => name)).toEqual(["unmanaged"]);
  });

  it.each(["1", "CPU high"])(
    "imports an existing alert by id or name (%s), and then plans no changes",
    async (key) => {
      await applyThreshold();
      expect((await world.run(["state", "rm", "dbmon_alert.cpu"])).code).toBe(0);

      expect((await world.run(["import", "dbmon_alert.cpu", "CPU higgh"])).text).toContain(
        'Did you mean "CPU high"?',
      );
      expect((await world.run(["import", "dbmon_alert.cpu", key])).code).toBe(0);
      expect((await world.plan()).code).toBe(0);
      expect(world.writes()).toEqual([]);
    },
  );

  it("refuses an existing alert with an import block, and adopts it if existing_alerts is adopt", async () => {
    const settings = 'existing_alerts = "adopt"\n  propagation_window = "1s"';
    const adopting = (hcl: string) =>
      hcl.replace('provider "dbmon" {}', `provider "dbmon" {\n  ${settings}\n}`);
    await applyThreshold();
    const { id } = await firstAlert();
    await world.run(["state", "rm", "dbmon_alert.cpu"]);
    world.service.requests.clear();

    world.configure(threshold({ policy: 2 }));
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('"CPU high": an alert with this name already exists (id 1) and differs');
    expect(refused.text).toContain("policy: 1 in the service, 2 in the configuration");
    expect(refused.text).toContain(`id = "${String(id)}"`);

    world.configure(adopting(threshold()));
    await world.apply();
    expect(world.writes()).toEqual([]);
    expect((await world.plan()).code).toBe(0);
  });

  it("does not overwrite an alert that was changed after the plan was saved", async () => {
    await applyThreshold();
    world.configure(threshold({ policy: 2 }));
    const plan = world.folder.file("saved.plan");
    expect((await world.plan(`-out=${plan}`)).code).toBe(2);
    const alert = await firstAlert();
    await world.call("PUT", `/config/alerts/${String(alert.id)}`, {
      ...alert,
      annotations: "manual change",
    });

    const stale = await world.run(["apply", plan]);
    expect(stale.code).toBe(1);
    expect(stale.text).toContain(
      `"CPU high": The alert (id ${String(alert.id)}) was changed since the plan was made: annotations from "" to "manual change".`,
    );
    expect(await firstAlert()).toMatchObject({ annotations: "manual change", policy: 1 });
  });

  it("does not delete an alert that was changed after the plan was saved", async () => {
    await applyThreshold();
    const plan = world.folder.file("saved.plan");
    expect((await world.plan("-destroy", `-out=${plan}`)).code).toBe(2);
    const { id } = await firstAlert();
    const path = `/config/alerts/${String(id)}/config`;
    // The schema of CONFIG-1.
    const config = (await world.call("GET", path)) as object;
    await world.call("PUT", path, { ...config, trigger: 77 });

    const stale = await world.run(["apply", plan]);
    expect(stale.code).toBe(1);
    expect(stale.text).toContain(
      `"CPU high": The alert (id ${String(id)}) was changed since the plan was made: threshold.trigger from `,
    );
    expect(await world.call("GET", path)).toMatchObject({ trigger: 77 });
  });

  it("plans no changes after an update that took effect although its response was lost", async () => {
    await applyThreshold();
    const cut = world.service.faults.add({
      method: "PUT",
      path: "*/config",
      when: "after-commit",
      answer: "cut",
    });
    const hcl = threshold({ name: "CPU renamed", trigger: "95" });
    world.configure(hcl.replace('provider "dbmon" {}', 'provider "dbmon" { max_retries = 0 }'));
    const failed = await world.tryApply();
    expect(failed.code).toBe(1);
    expect(failed.text).toContain("the connection was lost");

    cut.remove();
    expect((await world.plan()).code).toBe(0);
    expect(await firstAlert()).toMatchObject({ name: "CPU renamed" });
  });

  it("swaps names in two applies, through an interim name", async () => {
    const two = (first: string, second: string) => `${provider}
resource "dbmon_alert" "a" {
  name   = "${first}"
  policy = 1
  event  = { categories = ["x"] }
}
resource "dbmon_alert" "b" {
  name   = "${second}"
  policy = 2
  event  = { categories = ["y"] }
}`;
    world.configure(two("one", "two"));
    await world.apply();
    const before = await world.alerts();
    const nameOf = (alerts: typeof before) => Object.fromEntries(alerts.map(({ id, name }) => [name, id]));
    const { one, two: second } = nameOf(before);
    world.service.requests.clear();
    world.configure(two("two", "one"));
    expect((await world.tryApply()).text).toContain(
      "If this run renames or deletes that alert, apply again.",
    );
    await world.apply();
    expect(nameOf(await world.alerts())).toEqual({ two: one, one: second });
    expect((await world.plan()).code).toBe(0);
  });

  it("keeps all alerts when all resources change their addresses without moved blocks", async () => {
    const many = (label: string) => `${provider}
resource "dbmon_alert" "${label}" {
  count  = 12
  name   = "alert \${count.index}"
  policy = 1
  event  = { categories = ["x"] }
}`;
    world.configure(many("before"));
    await world.apply();
    world.configure(many("after"));
    await world.apply();
    const names = Array.from({ length: 12 }, (_, index) => `alert ${String(index)}`);
    expect((await world.alerts()).map(({ name }) => name).sort()).toEqual(names.sort());
    expect((await world.plan()).code).toBe(0);
  });

  it("refuses a replacement with create_before_destroy, because names are unique", async () => {
    await applyThreshold();
    world.configure(event.replace("policy = 1", "policy = 1\n  lifecycle { create_before_destroy = true }"));
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain(
      '"CPU high": an alert with this name already exists (id 1) and is of the other kind',
    );
    expect(world.writes().filter(({ method }) => method === "DELETE")).toEqual([]);
    expect(await world.alerts()).toMatchObject([{ name: "CPU high", type: 2 }]);
  });

  it("plans no changes for a computed number with a fraction", async () => {
    world.configure(threshold({ trigger: "1 / 3 + 100" }));
    await world.apply();
    expect((await world.plan()).code).toBe(0);
    expect((await world.plan("-refresh-only")).code).toBe(0);
  });

  it("rolls back an alert whose configuration is refused, and reports the reason", async () => {
    world.service.faults.add({
      method: "PUT",
      path: "*/config",
      answer: { status: 400, body: { error: "metric: unknown", field: "metric" } },
    });
    world.configure(threshold());
    const failed = await world.tryApply();
    expect(failed.code).toBe(1);
    expect(failed.text).toContain("metric: unknown");
    expect(await world.alerts()).toEqual([]);
  });

  it("keeps an incomplete alert in the state if the rollback fails, and corrects it in the next apply", async () => {
    const refused = { status: 400, body: { error: "not today" } };
    world.service.faults.add({ method: "PUT", path: "*/config", answer: refused });
    world.service.faults.add({ method: "DELETE", answer: refused });
    world.configure(threshold());
    const failed = await world.tryApply();
    expect(failed.text).toContain("its configuration could not be written");
    const { id } = await firstAlert();
    expect(world.folder.instance("dbmon_alert")?.attributes["id"]).toBe(String(id));

    world.service.faults.clear();
    await world.apply();
    expect(await world.alerts()).toHaveLength(1);
    expect((await world.plan()).code).toBe(0);
  });
});
