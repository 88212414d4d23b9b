/** Names of policies, durations, destinations and hosts in `dbmon_alert`: resolved at the plan, and compared by the ids that they mean. */
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { takeCallCounts } from "../../support/emulator";
import { describeWithTerraform } from "../../support/terraform";

interface AlertFields {
  /** Terraform expressions. */
  readonly policy?: string;
  readonly destinations?: string;
  readonly hosts?: string;
  readonly duration?: string;
  readonly more?: string;
}

const named: Required<AlertFields> = {
  policy: '"Every time"',
  destinations: '["#db-alerts", "On-call PagerDuty"]',
  hosts: '["db-1.shop.example"]',
  duration: '"5 minutes"',
  more: "",
};
const byId: AlertFields = { policy: "1", destinations: "[3, 2]", hosts: "[1]", duration: "2" };

function alertWith(fields: AlertFields = {}): string {
  const { policy, destinations, hosts, duration, more } = { ...named, ...fields };
  return `provider "dbmon" { propagation_window = "0s" }
resource "dbmon_alert" "a" {
  name         = "A"
  policy       = ${policy}
  destinations = ${destinations}
  hosts        = ${hosts}
  threshold    = { alert_level = "crit", metric = "os.cpu.user_us", trigger = 5, duration = ${duration}, reset = 1 }
  ${more}
}
`;
}

const lists = {
  "GET /config/alert-opts/policy": 1,
  "GET /config/alert-opts/durations": 1,
  "GET /config/destinations": 1,
  "GET /hosts": 1,
};
const refresh = { "GET /config/alerts": 1, "GET /config/alerts/ID/config": 1 };

describeWithTerraform("names in dbmon_alert", () => {
  let world: DbmonTerraform;
  DbmonTerraform.forEachTest((started) => (world = started));

  /** Adds a destination, or renames the one with the id. */
  async function destination(name: string, id: number): Promise<void> {
    const response = await fetch(`${world.service.url}/_emulator/destinations`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ id, name, integration: 1 }),
    });
    expect(response.status).toBe(201);
  }
  const alerts = async () =>
    (await world.alerts()).map((alert) => ({
      ...alert,
      destinations: [...alert.destinations].sort((a, b) => a - b),
    }));
  const stored = () => world.folder.instance("dbmon_alert")?.attributes;
  async function expectNoChanges(): Promise<void> {
    const plan = await world.plan();
    expect({ code: plan.code, text: plan.code === 0 ? "" : plan.text }).toEqual({ code: 0, text: "" });
  }

  it("are resolved at the plan, stored as written, and read with one list of each kind", async () => {
    world.configure(alertWith());
    expect((await world.plan()).text).toContain('+ policy = "Every time"');
    await world.apply();
    expect(await alerts()).toMatchObject([{ policy: 1, destinations: [2, 3] }]);
    expect(await world.call("GET", "/config/alerts/1/config")).toMatchObject({ hosts: [1], duration: 2 });
    expect(stored()).toMatchObject({
      policy: "Every time",
      destinations: ["#db-alerts", "On-call PagerDuty"],
      hosts: ["db-1.shop.example"],
      threshold: { duration: "5 minutes" },
    });
    takeCallCounts(world.service);
    await expectNoChanges();
    expect(takeCallCounts(world.service)).toEqual({ ...refresh, ...lists });
    expect((await world.plan("-refresh-only")).code).toBe(0);
  });

  it("have no change if they are replaced with the ids and times that mean the same", async () => {
    world.configure(alertWith());
    await world.apply();
    world.configure(alertWith(byId));
    await expectNoChanges();
    world.configure(alertWith({ duration: '"5m"', destinations: '["On-call PagerDuty", 3]' }));
    await expectNoChanges();
    world.configure(alertWith({ ...byId, more: 'annotations = "see runbook"' }));
    const { text } = await world.plan();
    expect(text).toContain('~ annotations = "" -> "see runbook"');
    expect(text).not.toContain("policy");
    await world.apply();
    await expectNoChanges();
  });

  it("cause no calls if an alert has only ids, and are the ids of an import", async () => {
    world.configure(alertWith(byId));
    await world.apply();
    takeCallCounts(world.service);
    await expectNoChanges();
    expect(takeCallCounts(world.service)).toEqual(refresh);

    for (const fields of [named, byId]) {
      await world.run(["state", "rm", "dbmon_alert.a"]);
      world.configure(`${alertWith(fields)}import {\n  to = dbmon_alert.a\n  id = "A"\n}\n`);
      const { text } = await world.plan();
      expect(text).toContain("1 to import, 0 to add, 0 to change");
      await world.apply();
      await expectNoChanges();
    }
    await world.run(["state", "rm", "dbmon_alert.a"]);
    world.configure('provider "dbmon" {}\nimport {\n  to = dbmon_alert.a\n  id = "1"\n}\n');
    await world.run(["plan", "-generate-config-out=generated.tf"]);
    expect(world.folder.read("generated.tf")).toMatch(/policy += "Every time"/);
    expect(world.folder.read("generated.tf")).toMatch(
      /destinations += \["#db-alerts", "On-call PagerDuty"\]/,
    );
  });

  it("that an import wrote cause no calls and no error where the code has ids, also of a deleted object", async () => {
    world.configure(alertWith(byId));
    await world.apply();
    const imports = 'import {\n  to = dbmon_alert.a\n  id = "A"\n}\n';
    await world.run(["state", "rm", "dbmon_alert.a"]);
    world.configure(alertWith(byId) + imports);
    await world.apply();
    takeCallCounts(world.service);
    await expectNoChanges();
    expect(takeCallCounts(world.service)).toEqual(refresh);

    const { status } = await fetch(`${world.service.url}/_emulator/policies/1`, { method: "DELETE" });
    expect(status).toBe(204);
    await expectNoChanges();
    world.configure(alertWith({ ...byId, policy: "2" }));
    await world.apply();
    expect(await alerts()).toMatchObject([{ policy: 2 }]);
    world.configure(alertWith({ ...byId, policy: '"Every tim"' }));
    expect((await world.plan()).text).toMatch(
      /no alert policy named "Every tim".* If this error blocks a destroy, run: terraform destroy -refresh=false/su,
    );
  });

  it("that an import wrote and another object has now are an error with both ids", async () => {
    world.configure(alertWith(byId));
    await world.apply();
    await world.run(["state", "rm", "dbmon_alert.a"]);
    world.configure(`${alertWith()}import {\n  to = dbmon_alert.a\n  id = "A"\n}\n`);
    await world.apply();
    await destination("#old", 3);
    await destination("#db-alerts", 15);
    const { text } = await world.plan();
    expect(text).toContain('"A": "#db-alerts" is the name of another destination now (id 15)');
    expect(text).toContain("Write one of these ids in place of the name.");
    world.configure(alertWith({ destinations: '["15", "On-call PagerDuty"]' }));
    await world.apply();
    expect(await alerts()).toMatchObject([{ destinations: [2, 15] }]);
    await expectNoChanges();
  });

  it("are beside annotations whose JSON may have another format", async () => {
    world.configure(alertWith({ more: `annotations = "{ \\"b\\": 1.0, \\"a\\": [] }"` }));
    await world.apply();
    world.configure(alertWith({ more: "annotations = jsonencode({ a = [], b = 1 })" }));
    await expectNoChanges();
    world.configure(alertWith({ more: "annotations = jsonencode({ a = [], b = 2 })" }));
    expect((await world.plan()).text).toContain("0 to add, 1 to change");
  });

  it("of a manual change appear in the plan that reverts it", async () => {
    world.configure(alertWith());
    await world.apply();
    const [alert] = await world.alerts();
    await world.call("PUT", "/config/alerts/1", { ...alert, policy: 3, destinations: [1, 2] });
    const { text } = await world.plan();
    expect(text).toContain('~ policy = "At most once an hour" -> "Every time"');
    expect(text).toContain('- "DBA team mail"');
    await world.apply();
    expect(await alerts()).toMatchObject([{ policy: 1, destinations: [2, 3] }]);
    await expectNoChanges();
  });

  it("that are unknown, ambiguous or like another id are errors at their attributes", async () => {
    await destination("twin", 11);
    await destination("twin", 12);
    await destination("2", 13);
    await destination("77", 14);
    const refusals: readonly (readonly [AlertFields, string])[] = [
      [{ policy: '"Every tim"' }, 'There is no alert policy named "Every tim".'],
      [{ policy: '"Every tim"' }, 'Did you mean "Every time"?'],
      [{ duration: '"5 minuts"' }, 'There is no alert duration named "5 minuts".'],
      [{ hosts: '["db-1"]' }, 'There is no host named "db-1".'],
      [{ destinations: '["twin"]' }, '2 destinations are named "twin" (ids 11, 12).'],
      [{ destinations: "[2]" }, 'Use the name "On-call PagerDuty" or the id 13 instead.'],
      [{ destinations: "[99]" }, "There is no destination with the id 99."],
    ];
    for (const [fields, message] of refusals) {
      world.configure(alertWith(fields));
      const { code, text } = await world.plan();
      expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining(message) as string });
    }
    // No other destination has the id 77.
    world.configure(alertWith({ destinations: '["77"]' }));
    await world.apply();
    expect(await alerts()).toMatchObject([{ destinations: [14] }]);
    await expectNoChanges();
  });

  it("of renamed objects are warnings with the new name, and the alert can be changed and destroyed", async () => {
    world.configure(alertWith());
    await world.apply();
    await destination("#alerts-of-databases", 3);
    const plan = await world.plan();
    expect(plan.code).toBe(0);
    expect(plan.text).toContain('"A": The destination "#db-alerts" was renamed to "#alerts-of-databases".');
    expect((await world.plan("-refresh-only")).code).toBe(0);

    world.configure(alertWith({ destinations: '["#alerts-of-databases", "On-call PagerDuty"]' }));
    const fixed = await world.plan();
    expect(fixed.code).toBe(0);
    expect(fixed.text).not.toContain("renamed");

    world.configure(alertWith({ more: 'annotations = "changed"' }));
    await world.apply();
    expect(await alerts()).toMatchObject([{ annotations: "changed", destinations: [2, 3] }]);
    expect((await world.run(["destroy", "-auto-approve"])).code).toBe(0);
    expect(await alerts()).toEqual([]);
  });

  it("that another object has now are a change", async () => {
    world.configure(alertWith());
    await world.apply();
    await destination("#old", 3);
    await destination("#db-alerts", 15);
    const { text } = await world.plan();
    expect(text).toContain('- "#old", + "#db-alerts"');
    await world.apply();
    expect(await alerts()).toMatchObject([{ destinations: [2, 15] }]);
    await expectNoChanges();
  });

  it("may be known only after the apply, and survive a replacement", async () => {
    const late = 'resource "terraform_data" "late" {\n  input = "#db-alerts"\n}\n';
    world.configure(late + alertWith({ destinations: "[terraform_data.late.output]" }));
    await world.apply();
    expect(await alerts()).toMatchObject([{ destinations: [3] }]);
    await expectNoChanges();
    expect((await world.run(["taint", "dbmon_alert.a"])).code).toBe(0);
    await world.apply();
    expect(await alerts()).toMatchObject([{ destinations: [3] }]);
    await expectNoChanges();
  });
});
