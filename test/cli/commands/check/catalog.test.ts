/** `--catalog`: the names and IDs of definitions are resolved by a file, without a service. */
import { commandBench } from "../../../support/command";

const bench = commandBench();

const catalog = `hosts: [{ name: db1, type: mysql, id: 4 }]
destinations: [{ name: "#db-alerts", id: 3 }, { name: On-call mail }]
policies: { 1: 0s, Once an hour: 1h }
durations: { 2: 5m, five minutes: 5m, 3: 10m }
`;

const definitions = `alerts:
  - name: Event
    policy: Once an hour
    destinations: ["#db-alerts", 3, On-call mail]
    hosts: [db1, 4]
    event: { categories: [backup] }
  - name: Threshold
    policy: 1
    destinations: [3]
    threshold: { alert_level: warn, metric: lag, trigger: 30, duration: 5m, reset: 20 }
`;

const check = (...args: readonly string[]) => bench.dbmon(["check", ...args]);

beforeEach(() => {
  bench.write("catalog.yaml", catalog);
  bench.write("alerts/team.yaml", definitions);
});

it("resolves names, IDs and times", async () => {
  expect(await check("alerts", "--catalog", "catalog.yaml")).toEqual({
    code: 0,
    stdout: "",
    stderr: "2 alerts checked: 0 errors, 0 warnings.\n",
  });
});

it("each reference that it does not resolve is an error at its place, with near names", async () => {
  const wrong = definitions
    .replace("Once an hour", "Once an houre")
    .replace("3, On-call mail", "7, Oncall mail")
    .replace("[db1, 4]", "[db1, 5]")
    .replace("policy: 1", "policy: 2")
    .replace("duration: 5m", "duration: 7m");
  const file = bench.write("alerts/team.yaml", wrong);
  const run = await check(file, "--catalog", "catalog.yaml");
  expect(run).toMatchObject({ code: 1, stderr: "2 alerts checked: 6 errors, 0 warnings.\n" });
  const orAdd = "Otherwise, add it to catalog.yaml.";
  expect(run.stdout.split("\n")).toEqual([
    'error: alerts/team.yaml:3:13: "Event", field policy: There is no alert policy named "Once an houre".',
    `  Did you mean "Once an hour"? Available: "Once an hour". ${orAdd}`,
    'error: alerts/team.yaml:4:34: "Event", field destinations[1]: There is no destination with the id 7.',
    `  Available: 3 ("#db-alerts"), "On-call mail". ${orAdd}`,
    'error: alerts/team.yaml:4:37: "Event", field destinations[2]: There is no destination named "Oncall mail".',
    `  Did you mean "On-call mail"? Available: "#db-alerts", "On-call mail". ${orAdd}`,
    'error: alerts/team.yaml:5:18: "Event", field hosts[1]: There is no host with the id 5.',
    `  Available: 4 ("db1"). ${orAdd}`,
    'error: alerts/team.yaml:8:13: "Threshold", field policy: There is no alert policy with the id 2.',
    `  Available: 1, "Once an hour". ${orAdd}`,
    'error: alerts/team.yaml:10:73: "Threshold", field threshold.duration: There is no alert duration of 7m.',
    `  Available: 5m, 10m. ${orAdd}`,
    "",
  ]);
});

it("resolves the names of a stack, at the constructs", async () => {
  const alert = {
    "//": { metadata: { path: "on-call/event", uniqueId: "event" } },
    name: "Event",
    policy: "Once an houre",
    destinations: ["3"],
    event: { categories: ["backup"] },
  };
  const stack = { resource: { dbmon_alert: { event: alert } } };
  const file = bench.write("cdk.tf.json", JSON.stringify(stack));
  const { code, stdout } = await check(file, "--catalog", "catalog.yaml");
  expect(code).toBe(1);
  expect(stdout).toContain(
    'error: cdk.tf.json: on-call/event: "Event", field policy: There is no alert policy named "Once an houre".\n  Did you mean "Once an hour"?',
  );
});

it("does not check kinds that it leaves out", async () => {
  bench.write("catalog.yaml", "destinations: []\n");
  const { code, stdout } = await check("alerts", "--catalog", "catalog.yaml");
  expect(code).toBe(1);
  expect(stdout.match(/^error: .*/gm)).toEqual([
    expect.stringContaining('There is no destination named "#db-alerts"'),
    expect.stringContaining("There is no destination with the id 3"),
    expect.stringContaining('There is no destination named "On-call mail"'),
    expect.stringContaining("There is no destination with the id 3"),
  ]);
});

it("is ignored in a folder of definitions, and is no definitions file", async () => {
  bench.write("alerts/catalog.yaml", catalog);
  const run = await check("alerts", "--catalog", "alerts/catalog.yaml");
  expect(run).toMatchObject({ code: 0, stderr: "2 alerts checked: 0 errors, 0 warnings.\n" });
  const named = await check("catalog.yaml");
  expect(named.stdout).toBe(
    "error: catalog.yaml: This is a catalog, not definitions.\n  Name the definitions, and set --catalog to this file.\n",
  );
});

it("reports its own errors at their places, beside those of the definitions", async () => {
  const object = "{ name: db2, type: mysql, id: 4 }";
  const cases: readonly (readonly [text: string, problem: string])[] = [
    [
      `hosts: [{ name: db1, type: os, id: 4 }, ${object}]\n`,
      '1:71: field hosts[1].id: Duplicate host "db2".',
    ],
    [
      'destinations:\n  - { name: "#a", id: 1 }\n  - { name: "#a" }\n',
      '3:13: field destinations[1].name: Duplicate destination "#a".',
    ],
    ["policies: { 1: soon }\n", '1:16: policies.1 is not a time of up to one year: "soon".'],
    ["durations: { 2: {} }\n", "1:17: durations.2 must not be a mapping."],
    ["destination: []\n", '1:1: Unknown key destination.\n  Did you mean "destinations"?'],
    [
      "destinations: [{ id: 3 }]\n",
      "1:16: Missing required key destinations[0].name.\n  Set it to a string.",
    ],
    ["hosts: [\n", "1:8: Invalid YAML: the bracket that opens here is not closed."],
    ["[]\n", "1:1: The top level must be a mapping, not a sequence.\n  A catalog is a mapping with the keys"],
  ];
  bench.write("alerts/team.yaml", definitions.replace("policy: 1", "policy: -1"));
  for (const [text, problem] of cases) {
    bench.write("catalog.yaml", text);
    const { code, stdout } = await check("alerts", "--catalog", "catalog.yaml");
    expect(code).toBe(1);
    expect(stdout).toContain(`error: catalog.yaml:${problem}`);
    expect(stdout).toContain("error: alerts/team.yaml:8:13:");
  }
  const missing = await check("alerts", "--catalog", "missing.yaml");
  expect(missing.stdout).toContain("error: missing.yaml: Cannot read the file: no such file or folder.");
});

it("is refused with --online", async () => {
  const run = await check("alerts", "--catalog", "catalog.yaml", "--online");
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain("--catalog has no effect with --online");
});

describe("dbmon test", () => {
  const tests = `definitions: alerts
hosts: [{ name: db2, type: mysql }]
tests:
  - name: a replica that lags notifies the team
    metrics: [{ host: db2, metric: lag, every: 1m, values: 40x10 }]
    expect:
      Threshold: [{ fires: 5m, host: db2, notifies: ["#db-alerts"] }]
`;
  const test = (...args: readonly string[]) => bench.dbmon(["test", ...args]);

  it("has its objects in every test file, and tests name a destination that definitions refer to by ID", async () => {
    bench.write("alerts.test.yaml", tests);
    expect(await test("--catalog", "catalog.yaml")).toMatchObject({ code: 0, stderr: "" });
    const without = await test();
    expect(without.stderr).toContain("hosts has no host with the ID 4, which the alert");
  });

  it("takes objects of the test file in place of those with the same name or ID", async () => {
    const replaced = tests
      .replace("db2, type: mysql }", "db2, type: mysql, id: 4 }")
      .replace("tests:", "destinations: [{ name: Team, id: 3 }]\ndurations: { 5m: 8m }\ntests:")
      .replace("fires: 5m", "fires: 8m")
      .replace("#db-alerts", "Team");
    bench.write("alerts.test.yaml", replaced);
    bench.write(
      "alerts/team.yaml",
      definitions.slice(0, 8) + definitions.slice(definitions.indexOf("  - name: Th")),
    );
    expect(await test("--catalog", "catalog.yaml")).toMatchObject({ code: 0, stderr: "" });
  });

  it("fails at the places of references that it does not resolve, and of its own errors", async () => {
    bench.write("alerts.test.yaml", tests);
    bench.write("alerts/team.yaml", definitions.replace("policy: 1", "policy: 2"));
    const unresolved = await test("--catalog", "catalog.yaml");
    expect(unresolved).toMatchObject({ code: 1, stdout: "Test: no tests.\n" });
    expect(unresolved.stderr).toContain(
      'error: alerts/team.yaml:8:13: "Threshold", field policy: There is no alert policy with the id 2.\n',
    );
    bench.write("catalog.yaml", "policies: { 1: soon }\n");
    const invalid = await test("--catalog", "catalog.yaml");
    expect(invalid).toMatchObject({ code: 1, stdout: "Test: no tests.\n" });
    expect(invalid.stderr).toMatch(/^error: catalog\.yaml:1:16: policies\.1 is not a time/);
  });
});
