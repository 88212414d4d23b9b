/** The data sources of alerts, destinations, hosts and options in Terraform, all in one run. */
import { readFileSync } from "node:fs";
import { cleanSeed } from "../../../src/emulator";
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform, type Run } from "../../support/terraform";
import { VirtualClock } from "../../support/virtual-clock";

const hcl = `
data "dbmon_alert" "by_name" { name = "db-1 is pegged (ask Jonas first)" }
data "dbmon_alert" "by_id" { id = "2" }
data "dbmon_alert" "incomplete" { name = "test, please ignore" }
data "dbmon_alerts" "all" {}
data "dbmon_alerts" "named" { name_contains = "S" }
data "dbmon_alerts" "bare" { configurations = false }
data "dbmon_destinations" "all" {}
data "dbmon_hosts" "all" {}
data "dbmon_hosts" "of_types" { types = ["mysql", "pgsql"] }
data "dbmon_hosts" "with_deleted" { include_deleted = true }
data "dbmon_hosts" "recent" {
  from            = -3600
  include_deleted = true
}
data "dbmon_integrations" "all" {}
data "dbmon_alert_policies" "all" {}
data "dbmon_alert_durations" "all" {}

output "alert" { value = data.dbmon_alert.by_name }
output "event_alert" { value = data.dbmon_alert.by_id }
output "incomplete" { value = data.dbmon_alert.incomplete }
output "alerts" { value = data.dbmon_alerts.all.alerts }
output "named" { value = data.dbmon_alerts.named.alerts[*].name }
output "bare" { value = data.dbmon_alerts.bare.alerts }
output "destinations" { value = data.dbmon_destinations.all.destinations }
output "hosts" { value = data.dbmon_hosts.all.hosts[*].id }
output "of_types" { value = data.dbmon_hosts.of_types.hosts[*].id }
output "with_deleted" { value = data.dbmon_hosts.with_deleted.hosts[*] }
output "recent" { value = data.dbmon_hosts.recent.hosts[*].id }
output "integrations" { value = data.dbmon_integrations.all.integrations }
output "policies" { value = data.dbmon_alert_policies.all.policies }
output "durations" { value = data.dbmon_alert_durations.all.durations }
`;

describeWithTerraform("data sources of alerts, destinations, hosts and options", () => {
  const clock = new VirtualClock();
  const seed = cleanSeed(clock);
  let world: DbmonTerraform;
  let planned: Run;
  let savedPlanJson: Run;
  let outputs: Readonly<Record<string, unknown>>;
  let requests: string[];

  beforeAll(async () => {
    world = await DbmonTerraform.start({ seed, clock });
    world.configure(hcl);
    planned = await world.run(["plan", "-out=saved"], { ...world.environment, TF_LOG: "trace" });
    requests = world.service.requests.list().map(({ path, query }) => path + query);
    savedPlanJson = await world.run(["show", "-json", "saved"]);
    await world.apply("saved");
    outputs = await world.outputs();
  });
  afterAll(() => world.stop());

  it("[ALERT-1] [CONFIG-4] an alert has the attributes of the resource, by name and by ID", () => {
    expect(planned.code).toBe(0);
    expect(outputs["alert"]).toEqual({
      id: "1",
      name: "db-1 is pegged (ask Jonas first)",
      type: 2,
      policy: 2,
      annotations: "Usually the search index. https://wiki.shop.example/db-1",
      disabled: false,
      destinations: [2, 3],
      hosts: [1],
      host_types: [],
      event: null,
      threshold: {
        alert_level: "crit",
        metric: "os.cpu.user_us",
        trigger: 900_000,
        duration: 2,
        reset: 700_000,
      },
    });
    expect(outputs["event_alert"]).toMatchObject({
      id: "2",
      name: "🚨 A database is gone",
      host_types: ["mysql", "pgsql"],
      event: { categories: ["Database Server Restart", "Host stopped sending data"] },
      threshold: null,
    });
  });

  it("[CONFIG-1] an incomplete alert has neither event nor threshold", () => {
    const withoutConfig = { id: "6", type: 2, hosts: [], host_types: [], event: null, threshold: null };
    expect(outputs["incomplete"]).toMatchObject(withoutConfig);
  });

  it("[ALERT-8] all alerts are listed with configurations, by part of the name, or without configurations", () => {
    expect(outputs["alerts"]).toHaveLength(6);
    expect(outputs["alerts"]).toMatchObject([
      outputs["alert"],
      outputs["event_alert"],
      {},
      {},
      {},
      outputs["incomplete"],
    ]);
    expect(outputs["named"]).toEqual(['Slow "capture payment"', "Swap & connections"]);
    const withoutConfig = { hosts: null, host_types: null, event: null, threshold: null };
    expect(outputs["bare"]).toMatchObject([
      { id: "1", type: 2, ...withoutConfig },
      { id: "2", type: 1, ...withoutConfig },
      {},
      {},
      {},
      {},
    ]);
  });

  it("[DEST-1] destinations have all fields except their settings", () => {
    const updated = Math.floor(clock.now() / 1000) - 30 * 86_400;
    const pager = { id: 2, name: "On-call PagerDuty", integration: 2, status: 1, updated };
    const destinations = outputs["destinations"] as readonly unknown[];
    expect(destinations[1]).toEqual(pager);
    expect(destinations).toMatchObject([{ id: 1 }, pager, { id: 3 }, {}, { status: 0 }]);
  });

  it("[DEST-2] plans, states, outputs and logs do not contain settings of destinations", () => {
    const settings = seed.destinations.flatMap(({ config }) => Object.values(config).flat());
    expect(settings).toContain("made-up-webhook-secret");
    expect(planned.stderr).toContain("ReadDataSource");
    const strings = [planned.stdout, planned.stderr, savedPlanJson.stdout, world.folder.stateText()];
    strings.push(readFileSync(world.folder.file("saved"), "latin1"));
    for (const text of strings) {
      for (const setting of settings) expect(text.includes(setting)).toBe(false);
      expect(text.includes(world.service.token)).toBe(false);
    }
  });

  it("[HOST-1] [HOST-2] [HOST-3] [HOST-4] hosts have all fields, including tags", () => {
    const now = Math.floor(clock.now() / 1000);
    expect((outputs["with_deleted"] as readonly unknown[])[1]).toEqual({
      id: 2,
      name: "db-1.shop.example:3306",
      uuid: seed.hosts[1]?.uuid,
      created: now - 120 * 86_400,
      updated: now - 2 * 86_400,
      deleted: 0,
      last_seen: now,
      parent: 1,
      bindings: ["10.0.1.11:3306"],
      type: "mysql",
      description: "",
      status: 1,
      tags: ["env:production"],
      os: "Linux",
      arch: "x86_64",
      discovered: 0,
    });
  });

  it("hosts can be selected by type and time, and deleted hosts are omitted by default", () => {
    expect(outputs["hosts"]).toEqual([1, 2, 3, 4, 5]);
    expect(outputs["of_types"]).toEqual([2, 3, 5]);
    expect(outputs["with_deleted"]).toMatchObject([
      {},
      {},
      {},
      {},
      {},
      { id: 6, deleted: seed.hosts[5]?.deleted },
    ]);
    expect(outputs["recent"]).toEqual([1, 2, 3, 4, 5]);
  });

  it("[OPT-1] [OPT-2] [OPT-3] integrations, policies and durations have ID and name", () => {
    expect(outputs["integrations"]).toHaveLength(7);
    expect(outputs["integrations"]).toContainEqual({ id: 2, name: "PagerDuty" });
    expect(outputs["policies"]).toContainEqual({ id: 3, name: "At most once an hour" });
    expect(outputs["durations"]).toContainEqual({ id: 2, name: "5 minutes", seconds: 300 });
  });

  it("several lookups of one object kind make one list request", () => {
    const lists = requests.filter((path) => !path.endsWith("/config")).sort();
    expect(lists).toEqual([
      "/api/v2/config/alert-opts/durations",
      "/api/v2/config/alert-opts/policy",
      "/api/v2/config/alerts",
      "/api/v2/config/destinations",
      "/api/v2/config/integrations",
      "/api/v2/hosts?from=-3600&nest=tags",
      "/api/v2/hosts?nest=tags",
    ]);
    // The data sources have three alerts, all six alerts, and two alerts by part of their name. Each configuration is read once.
    expect(requests.filter((path) => path.endsWith("/config"))).toHaveLength(6);
  });
});

describeWithTerraform("dbmon_alerts in the run that creates the alerts", () => {
  it("has the same order as in later runs, even if the creations finish in another order", async () => {
    const world = await DbmonTerraform.start();
    try {
      world.configure(`
resource "dbmon_alert" "some" {
  count  = 3
  name   = "alert \${count.index}"
  policy = 1
  event  = { categories = ["x"] }
}
data "dbmon_alerts" "all" { depends_on = [dbmon_alert.some] }
output "ids" { value = data.dbmon_alerts.all.alerts[*].id }
`);
      world.service.faults.add({
        method: "POST",
        path: "*/alerts",
        times: 1,
        latencyMs: 300,
        when: "after-commit",
      });
      await world.apply();
      expect((await world.outputs())["ids"]).toEqual(["1", "2", "3"]);
      expect((await world.plan()).code).toBe(0);
    } finally {
      await world.stop();
    }
  });
});

describeWithTerraform("data sources of lists", () => {
  it("have a stable order, even if the service changes the order of a list", async () => {
    const clock = new VirtualClock();
    const world = await DbmonTerraform.start({ seed: cleanSeed(clock), clock });
    const lists = {
      "/config/destinations": "dbmon_destinations",
      "/config/integrations": "dbmon_integrations",
      "/config/alert-opts/policy": "dbmon_alert_policies",
      "/config/alert-opts/durations": "dbmon_alert_durations",
      "/config/alerts": "dbmon_alerts",
      "/hosts": "dbmon_hosts",
      "/events": "dbmon_events",
    };
    const blocks = Object.values(lists).map(
      (type) => `data "${type}" "all" {}\noutput "${type}" { value = data.${type}.all }\n`,
    );
    try {
      world.configure(blocks.join(""));
      await world.apply();
      const before = await world.outputs();
      for (const path of Object.keys(lists)) {
        const headers = { Authorization: `Bearer ${world.service.token}` };
        const query = path === "/events" ? "?addGlobal=1" : path === "/hosts" ? "?nest=tags" : "";
        const response = await fetch(`${world.service.url}/api/v2${path}${query}`, { headers });
        const { data } = (await response.json()) as { data: unknown[] };
        expect(data.length).toBeGreaterThan(1);
        const body = { data: data.reverse() };
        world.service.faults.add({ path: `*${path}`, answer: { status: 200, body } });
      }
      expect((await world.plan()).code).toBe(0);
      expect(await world.outputs()).toEqual(before);
    } finally {
      await world.stop();
    }
  });
});
