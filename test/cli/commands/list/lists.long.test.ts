/** `dbmon list`: tables and JSON documents. */
import { type ServiceEmulator } from "../../../../src/emulator";
import { alerts, commandBench, cpuHigh, deployed, environmentOf } from "../../../support/command";
import { callService, takeCallCounts } from "../../../support/emulator";
import { expectToMatchSchema, listIn, rowsOf } from "../../documents";

const bench = commandBench();

async function setUp() {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  return { emulator, dbmon: (...args: string[]) => bench.dbmon(args, { environment }) };
}

/** Returns the query parameters of the requests to a path. */
function searches(emulator: ServiceEmulator, path: string): Record<string, string>[] {
  return emulator.requests
    .list()
    .filter((request) => request.path.split("?")[0] === path)
    .map(({ query }) => Object.fromEntries(new URLSearchParams(query)));
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

it("hosts are an aligned table, and deleted hosts are included only with --deleted", async () => {
  const { dbmon } = await setUp();
  const rows = rowsOf(await dbmon("list", "hosts"));
  expect(rows).toHaveLength(6);
  expect(rows[0]).toMatch(/^ID {2}NAME {2,}TYPE {2,}OS {2,}LAST SEEN {2,}TAGS$/);
  expect(rows[2]).toMatch(/^ 2 {2}db-1\.shop\.example:3306 {2}mysql {2}Linux {2}\S+Z {2}env:production$/);
  const type = rows[0]?.indexOf("TYPE") ?? -1;
  expect(rows.slice(1).map((row) => row.slice(type - 2, type))).toEqual(Array(5).fill("  "));
  expect(rowsOf(await dbmon("list", "hosts", "--deleted", "--type", "os"))[3]).toMatch(
    /db-old\.shop\.example .*Z$/,
  );
  const all = listIn(await dbmon("list", "hosts", "--deleted", "--json"), "hosts");
  expect(all.map(({ deleted }) => deleted === null)).toEqual([true, true, true, true, true, false]);
  expect(all[5]?.["last_seen"]).toMatch(rfc3339);
});

it("alerts are listed by name of policy and destination, and shown with their configurations", async () => {
  const { emulator, dbmon } = await setUp();
  const file = bench.write("alerts.yaml", alerts(cpuHigh, deployed));
  await dbmon("apply", file, "--yes", "--parallel", "1");
  emulator.requests.clear();
  expect(rowsOf(await dbmon("list", "alerts"))).toEqual([
    "ID  NAME      KIND       STATE   POLICY                         DESTINATIONS",
    " 1  CPU high  threshold  active  At most once every 15 minutes  DBA team mail, On-call PagerDuty",
    " 2  Deployed  event      active  Every time                     -",
  ]);
  expect(takeCallCounts(emulator)).toEqual({
    "GET /config/alerts": 1,
    "GET /config/alerts/ID/config": 2,
    "GET /config/alert-opts/policy": 1,
    "GET /config/destinations": 1,
  });
  const { code, stdout } = await dbmon("list", "alerts", "Deployed", "1");
  expect(code).toBe(0);
  expect(stdout).toContain('"Deployed" (id 2)\n    kind: "event"\n    policy: 1 "Every time"\n');
  expect(stdout).toContain('"CPU high" (id 1)\n    kind: "threshold"\n');
  expect(stdout).toContain('    threshold.duration: 2 "5 minutes"\n');
  const json = JSON.parse((await dbmon("list", "alerts", "2", "--json")).stdout) as object;
  expect(json).toMatchObject({
    dbmon: 1,
    base_url: emulator.url,
    alerts: [{ id: 2, name: "Deployed", kind: "event", hosts: [1], event: { categories: ["deploy"] } }],
    names: { hosts: { "1": "db-1.shop.example" }, policies: { "1": "Every time" } },
  });
  expectToMatchSchema("list.schema.json", json);
  expect(listIn(await dbmon("list", "alerts", "--json"), "alerts")).toMatchObject([{ id: 1 }, { id: 2 }]);
  const unknown = await dbmon("list", "alerts", "CPU hihg", "3");
  expect(unknown).toMatchObject({ code: 1, stdout: "" });
  expect(unknown.stderr).toBe(
    'error: No alert has the name or the ID "CPU hihg".\n  Did you mean "CPU high"?\n' +
      'error: No alert has the name or the ID "3".\n  Available: "CPU high", "Deployed".\n',
  );
});

it("alerts without a configuration are incomplete, and no configuration is read with --no-config", async () => {
  const { emulator, dbmon } = await setUp();
  const file = bench.write("alerts.yaml", alerts(cpuHigh, `${deployed}    disabled: true\n`));
  await dbmon("apply", file, "--yes", "--parallel", "1");
  const settings = { destinations: [], policy: 1, type: 1, annotations: "" };
  await callService(emulator, "POST", "/config/alerts", { ...settings, name: "New", disabled: 0 });
  await callService(emulator, "POST", "/config/alerts", { ...settings, name: "Off", disabled: 1 });
  const states = rowsOf(await dbmon("list", "alerts")).map((row) => row.split(/ {2,}/)[3]);
  expect(states).toEqual(["STATE", "active", "disabled", "incomplete", "disabled, incomplete"]);
  const listed = listIn(await dbmon("list", "alerts", "--json"), "alerts");
  expect(listed.map(({ is_incomplete }) => is_incomplete)).toEqual([undefined, undefined, true, true]);
  emulator.requests.clear();
  const { stdout } = await dbmon("list", "alerts", "--no-config");
  expect(stdout.split("\n")[0]).toBe("ID  NAME      KIND       POLICY                         DESTINATIONS");
  const brief = JSON.parse((await dbmon("list", "alerts", "1", "--no-config", "--json")).stdout) as object;
  expect(brief).toMatchObject({ alerts: [{ id: 1, name: "CPU high", policy: 2 }] });
  expect(brief).not.toHaveProperty("alerts.0.threshold");
  expect(takeCallCounts(emulator)).not.toHaveProperty("GET /config/alerts/ID/config");
});

it("objects are selected by name, ID or pattern, in the order of the arguments", async () => {
  const { dbmon } = await setUp();
  const names = async (...args: string[]) =>
    listIn(await dbmon("list", ...args, "--json"), args[0] ?? "").map(({ name }) => name);
  expect(await names("hosts", "db-*")).toEqual([
    ...["db-1.shop.example", "db-1.shop.example:3306", "db-1.shop.example:5432"],
    ...["db-2.shop.example", "db-2.shop.example:3306"],
  ]);
  expect(await names("hosts", "db-*", "--type", "os")).toEqual(["db-1.shop.example", "db-2.shop.example"]);
  expect(await names("durations", "5 minutes", "1")).toEqual(["5 minutes", expect.any(String)]);
  expect(await names("integrations", "7", "Web*")).toEqual(["Webhook"]);
  const unknown = await dbmon("list", "destinations", "On-call Pagerdutty", "2");
  expect(unknown).toMatchObject({ code: 1, stdout: "" });
  expect(unknown.stderr).toBe(
    'error: No destination has the name or the ID "On-call Pagerdutty".\n  Did you mean "On-call PagerDuty"?\n',
  );
});

it("a pattern that matches nothing is a warning with names that begin in a similar way", async () => {
  const { dbmon } = await setUp();
  const warning = 'warning: No host has a name that matches "DB-2*".\n  Did you mean "db-2.shop.example" or ';
  const some = await dbmon("list", "hosts", "db-1*", "DB-2*", "--json");
  expect(some).toMatchObject({ code: 0, stderr: expect.stringContaining(warning) as string });
  expect(listIn(some, "hosts").length).toBeGreaterThan(0);
  const none = await dbmon("list", "hosts", "DB-2*", "--json");
  expect(none).toMatchObject({ code: 0, stderr: expect.stringContaining(warning) as string });
  expect(listIn(none, "hosts")).toEqual([]);
});

it("a pattern lists alerts, and a name shows the configuration, even a name with an asterisk", async () => {
  const { dbmon } = await setUp();
  const stars = deployed.replace("Deployed", "Deployed *");
  await dbmon("apply", bench.write("alerts.yaml", alerts(cpuHigh, stars)), "--yes");
  expect(rowsOf(await dbmon("list", "alerts", "CPU*"))).toHaveLength(2);
  expect(rowsOf(await dbmon("list", "alerts", "CPU high", "D*"))).toHaveLength(3);
  const shown = await dbmon("list", "alerts", "Deployed *");
  expect(shown.stdout).toMatch(/^"Deployed \*" \(id \d\)\n {4}kind: "event"\n/);
});

it("queries are listed to the end or the limit, with a hint how to continue", async () => {
  const { emulator, dbmon } = await setUp();
  const all = listIn(await dbmon("list", "queries", "--json"), "queries");
  emulator.requests.clear();
  const some = await dbmon("list", "queries", "--limit", "9");
  expect(rowsOf(some)).toHaveLength(10);
  expect(searches(emulator, "/api/v2/queries")).toMatchObject([{ limit: "10" }]);
  const after = String(all[8]?.["id"]);
  expect(some.stderr).toBe(`There are more queries. To list them, add --after ${after}\n`);
  const rest = await dbmon("list", "queries", "--after", after, "--limit", String(all.length - 9), "--json");
  expect(rest.stderr).toBe("");
  expect(listIn(rest, "queries")).toEqual(all.slice(9));
});

it("filters of queries are sent to the service, with hosts and times in all formats", async () => {
  const { emulator, dbmon } = await setUp();
  const run = await dbmon(
    ...[
      "list",
      "queries",
      "--since",
      "2026-11-21T17:00:00+01:00",
      "--until",
      "0s",
      "--new",
      "--filter",
      "^select",
    ],
    ...[
      "--host",
      "db-1.shop.example:3306",
      "--host",
      "4",
      "--host",
      "5",
      "--tag",
      "app",
      "--tag",
      "team=web",
    ],
  );
  expect(run.code).toBe(0);
  expect(searches(emulator, "/api/v2/queries")).toEqual([
    {
      from: String(Date.parse("2026-11-21T16:00:00Z") / 1000),
      until: "0",
      limit: "20000",
      new: "true",
      filter: "^select",
      host: "2,4,5",
      tags: "app team=web",
    },
  ]);
});

it("samples are requested by hexadecimal id, and have the text of the query", async () => {
  const { emulator, dbmon } = await setUp();
  const id = "065138d4562e2d57";
  const from = ["--since", "100d"];
  const run = await dbmon(
    "list",
    "query-samples",
    id.toUpperCase(),
    "--json",
    ...from,
    "--host",
    "db-2.shop.example:3306",
  );
  const samples = listIn(run, "samples");
  expect(samples[0]).toMatchObject({ query_id: id, host: 5 });
  expect(samples[0]?.["text"]).toMatch(/^select /);
  expect(samples[0]?.["time"]).toMatch(rfc3339);
  expect(searches(emulator, "/api/v2/queries/samples")).toMatchObject([
    { query: BigInt(`0x${id}`).toString(), host: "5", from: "-8640000" },
  ]);
  const brief = listIn(
    await dbmon("list", "query-samples", id, "--json", "--brief", "--limit", "1"),
    "samples",
  );
  expect(brief).toMatchObject([{ text: null }]);
  expect(rowsOf(await dbmon("list", "query-samples", id))[1]).toMatch(/Z +5 +shop +reports .* select /);
});

it("events include global events, and are filtered by type and level", async () => {
  const { dbmon } = await setUp();
  const interval = ["--since", "10d", "--until", "0s"];
  const all = listIn(await dbmon("list", "events", "--json", ...interval), "events");
  const deployments = listIn(
    await dbmon("list", "events", "--json", ...interval, "--type", "code deployment"),
    "events",
  );
  expect(deployments).toEqual(all.filter(({ type }) => type === "code deployment"));
  expect(deployments[0]).toMatchObject({ host: null, level: "info" });
  expect(deployments[0]?.["start"]).toMatch(rfc3339);
  const ofHost = listIn(await dbmon("list", "events", "--json", ...interval, "--host", "3"), "events");
  expect(new Set(ofHost.map(({ host }) => host))).toEqual(new Set([3, null]));
  const warnings = await dbmon("list", "events", "--json", ...interval, "--level", "warn");
  expect(listIn(warnings, "events")).toEqual(all.filter(({ level }) => level === "warn"));
});

it("destinations are listed without their settings, in every format", async () => {
  const { emulator, dbmon } = await setUp();
  const headers = { Authorization: `Bearer ${emulator.token}` };
  const wire = await (await fetch(`${emulator.url}/api/v2/config/destinations`, { headers })).text();
  const { data } = JSON.parse(wire) as { data: { config: Record<string, string[]> }[] };
  const settings = data.flatMap(({ config }) => Object.values(config).flat());
  expect(settings.length).toBeGreaterThan(0);
  const table = await dbmon("list", "destinations");
  const document = await dbmon("list", "destinations", "--json");
  expect(rowsOf(table)[2]).toMatch(/^ 2 {2}On-call PagerDuty {2,}2 +1 {2}/);
  expect(Object.keys(listIn(document, "destinations")[0] ?? {})).toEqual([
    ...["id", "name", "integration", "status", "updated"],
  ]);
  for (const setting of settings) {
    expect(table.stdout + document.stdout).not.toContain(setting);
  }
});

it("policies, durations and integrations are listed with their ids", async () => {
  const { dbmon } = await setUp();
  expect(rowsOf(await dbmon("list", "policies"))[1]).toBe(" 1  Every time");
  expect(rowsOf(await dbmon("list", "durations"))).toContain(" 2  5 minutes       300");
  expect(rowsOf(await dbmon("list", "integrations"))).toContain(" 7  Webhook");
  expect(listIn(await dbmon("list", "policies", "--json"), "policies")[0]).toEqual({
    id: 1,
    name: "Every time",
  });
  expect(listIn(await dbmon("list", "durations", "--json"), "durations")).toContainEqual({
    id: 2,
    name: "5 minutes",
    seconds: 300,
  });
  expect(listIn(await dbmon("list", "integrations", "--json"), "integrations")).toHaveLength(7);
});

it("an empty list is reported on stderr, and still prints a document", async () => {
  const { dbmon } = await setUp();
  const found = await dbmon("list", "queries", "--filter", "no such text");
  expect(found).toEqual({ code: 0, stdout: "", stderr: "No queries found.\n" });
  const document = await dbmon("list", "query-samples", "ffffffffffffffff", "--json");
  expect(document.stderr).toBe("No samples found.\n");
  expect(listIn(document, "samples")).toEqual([]);
});

it("metrics are those of the live alerts and of query families", async () => {
  const { dbmon } = await setUp();
  const file = bench.write("alerts.yaml", alerts(cpuHigh));
  expect((await dbmon("apply", file, "--yes")).code).toBe(0);
  const rows = rowsOf(await dbmon("list", "metrics"));
  expect(rows[0]).toMatch(/^METRIC {2,}ALERTS {2,}QUERY$/);
  expect(rows[1]).toMatch(/^os\.cpu\.user_us {2,}CPU high/);
  expect(rows.slice(2)).toContainEqual(expect.stringMatching(/^host\.queries\.q\.[0-9a-f]{16}\.\* {2,}\S/));
  const selected = await dbmon("list", "metrics", "os.*", "--json");
  expectToMatchSchema("list.schema.json", JSON.parse(selected.stdout));
  expect(listIn(selected, "metrics")).toEqual([
    { name: "os.cpu.user_us", alerts: ["CPU high"], query: null },
  ]);
});
