/** The data sources of queries, samples and events in Terraform, all in one run. */
import { cleanSeed } from "../../../src/emulator";
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform } from "../../support/terraform";
import { VirtualClock } from "../../support/virtual-clock";

const maxId = "ffffffffffffffff";
/** The queries of this test need two pages. */
const queryCount = 20_005;
const hex = (number: number) => number.toString(16).padStart(16, "0");

const hcl = (now: number) => `
data "dbmon_query" "tagged" { id = "FFFFFFFFFFFFFFFF" }
data "dbmon_query" "found" { id = data.dbmon_queries.pattern.queries[0].id }
data "dbmon_queries" "pattern" { filter = "^select * from the_greatest$" }
data "dbmon_queries" "tags" { tags = ["team=x", "app"] }
data "dbmon_queries" "of_host" {
  hosts = [2]
  from  = -60
  until = 0
}
data "dbmon_queries" "new" {
  from = ${String(now - 10)}
  new  = true
}
data "dbmon_queries" "first" { limit = 3 }
data "dbmon_queries" "pages" { limit = ${String(queryCount - 2)} }
data "dbmon_query_samples" "whole" { query_id = "${maxId}" }
data "dbmon_query_samples" "some" {
  query_id = "${maxId}"
  from     = -3600
  until    = 0
  host     = 1
  limit    = 1
  detail   = false
}
data "dbmon_query_samples" "none" { query_id = "${hex(1)}" }
data "dbmon_events" "all" { from = -600 }
data "dbmon_events" "of_host" {
  from  = -600
  until = 0
  hosts = [2]
}
data "dbmon_events" "selected" {
  levels = ["warn", "crit"]
  types  = ["deploy", "restart"]
}

output "tagged" { value = data.dbmon_query.tagged }
output "found" { value = data.dbmon_query.found.id }
output "pattern" { value = data.dbmon_queries.pattern.queries }
output "tags" { value = data.dbmon_queries.tags.queries[*].id }
output "of_host" { value = data.dbmon_queries.of_host.queries[*].id }
output "new" { value = data.dbmon_queries.new.queries[*].id }
output "first" { value = data.dbmon_queries.first.queries[*].id }
output "pages" { value = length(data.dbmon_queries.pages.queries) }
output "last" { value = data.dbmon_queries.pages.queries[${String(queryCount - 3)}].id }
output "samples" { value = data.dbmon_query_samples.whole.samples }
output "some_samples" { value = data.dbmon_query_samples.some.samples }
output "no_samples" { value = data.dbmon_query_samples.none.samples }
output "events" { value = data.dbmon_events.all.events }
output "events_of_host" { value = data.dbmon_events.of_host.events[*].message }
output "selected_events" { value = data.dbmon_events.selected.events[*].message }
`;

describeWithTerraform("data sources of queries, samples and events", () => {
  const clock = new VirtualClock();
  const now = Math.floor(clock.now() / 1000);
  const sample = { query: BigInt(`0x${maxId}`).toString(), latency: 0.125, ts: now - 30 };
  let world: DbmonTerraform;
  let outputs: Readonly<Record<string, unknown>>;

  beforeAll(async () => {
    const seed = { ...cleanSeed(clock), digests: [], samples: [], events: [] };
    world = await DbmonTerraform.start({ seed, clock });
    const tags = [
      { key: "app", values: ["my shop"] },
      { key: "team", values: ["x", "y"] },
    ];
    const timestamps = { firstSeen: now - 9000, lastSeen: now - 5000 };
    const digests = Array.from({ length: queryCount }, (_, index) => ({
      id: hex(index),
      digest: "select ?",
      ...timestamps,
    }));
    const environment = world.service.environment();
    environment.add("digests", ...digests, {
      id: maxId,
      digest: "select * from the_greatest",
      firstSeen: now - 5,
      lastSeen: now,
      hosts: [2],
      tags,
    });
    environment.add(
      "samples",
      {
        ...sample,
        host: 2,
        text: "select 'ü'",
        plan: { rows: [1] },
        db: "shop",
        user: "app",
        connectionId: "7",
      },
      { ...sample, host: 1, text: "select 2", FailedRules: ["no index"] },
      { ...sample, host: 1, text: "select 3" },
    );
    environment.add(
      "events",
      { start: now - 90, type: "deploy", message: "global" },
      { start: now - 80, type: "restart", message: "here", host: 2, level: "crit", duration: 4 },
      { start: now - 70, type: "restart", message: "there", host: 1, level: "warn" },
      { start: now - 60, type: "load test", message: "loud", host: 1, level: "warn" },
    );
    world.service.requests.clear();
    world.configure(hcl(now));
    await world.apply();
    outputs = await world.outputs();
  });
  afterAll(() => world.stop());

  it("[QUERY-1] [QUERY-12] a query is found by its ID in upper or lower case, and has its tags", () => {
    expect(outputs["tagged"]).toEqual({
      id: "FFFFFFFFFFFFFFFF",
      digest: "select * from the_greatest",
      first_seen: now - 5,
      last_seen: now,
      tags: [
        { key: "app", values: ["my shop"] },
        { key: "team", values: ["x", "y"] },
      ],
    });
    expect(outputs["found"]).toBe(maxId);
  });

  it("[QUERY-3] [QUERY-5] [QUERY-8] [QUERY-9] [QUERY-10] queries are selected by filter, tags, hosts and time", () => {
    expect(outputs["pattern"]).toEqual([
      { id: maxId, digest: "select * from the_greatest", first_seen: now - 5, last_seen: now },
    ]);
    for (const search of ["tags", "of_host", "new"]) expect(outputs[search]).toEqual([maxId]);
  });

  it("[QUERY-4] [QUERY-6] [QUERY-7] a limit applies across pages", () => {
    expect(outputs["first"]).toEqual([hex(0), hex(1), hex(2)]);
    expect(outputs["pages"]).toBe(queryCount - 2);
    expect(outputs["last"]).toBe(hex(queryCount - 3));
    const requests = world.service.requests.list({ path: "/api/v2/queries" });
    const queries = requests.map(({ query }) => new URLSearchParams(query));
    expect(queries.filter((query) => query.get("limit") === "3")).toHaveLength(1);
    expect(
      queries.filter((query) => query.get("limit") === "20000").map((query) => query.get("offset")),
    ).toEqual([null, hex(19_999)]);
  });

  it("[SAMPLE-1] [SAMPLE-2] samples have all fields, and IDs with all digits", () => {
    expect(outputs["samples"]).toHaveLength(3);
    expect(outputs["samples"]).toContainEqual({
      query: "18446744073709551615",
      db: "shop",
      user: "app",
      origin: expect.any(String) as string,
      application_name: "",
      host: 2,
      ts: now - 30,
      latency: 0.125,
      text: "select 'ü'",
      truncated: false,
      plan: '{"rows":[1]}',
      failed_rules: null,
      connection_id: "7",
    });
    expect(outputs["no_samples"]).toEqual([]);
  });

  it("[SAMPLE-3] without detail, samples have no text and plan", () => {
    expect(outputs["some_samples"]).toMatchObject([{ host: 1, text: null, plan: null }]);
  });

  it("[EVENT-2] [EVENT-3] [EVENT-5] events have all fields, and the events of a host include global events", () => {
    const assigned = {
      uuid: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      digest: expect.stringMatching(/^\d+$/) as string,
    };
    expect(outputs["events"]).toHaveLength(4);
    expect(outputs["events"]).toMatchObject([
      {
        start: now - 90,
        type: "deploy",
        message: "global",
        host: null,
        duration: 0,
        level: "info",
        ...assigned,
      },
      { start: now - 80, type: "restart", message: "here", host: 2, duration: 4, level: "crit", ...assigned },
      {},
      {},
    ]);
    expect(outputs["events_of_host"]).toEqual(["global", "here"]);
  });

  it("events can be selected by level and type", () => {
    expect(outputs["selected_events"]).toEqual(["here", "there"]);
  });
});
