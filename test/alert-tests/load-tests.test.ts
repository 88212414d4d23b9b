/** Test files as `dbmon test` reads them: names, places and problems. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type AlertTestResult, loadAlertTests, runAlertTest } from "../../src/alert-tests";
import { formatProblem } from "../../src/diagnostics";

const folder = mkdtempSync(join(tmpdir(), "dbmon-alert-tests-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const definitions = `alerts:
  - name: Replica behind
    policy: 1
    destinations: ["#db-alerts", 7]
    host_types: [mysql]
    threshold: { alert_level: warn, metric: lag, trigger: 30, duration: 2, reset: 20 }
  - name: Deploy
    policy: 3
    destinations: ["#deploys"]
    event: { categories: [code deployment] }
`;
const header = `definitions: alerts.yaml
hosts: [{ name: db1, type: mysql }, { name: web1, type: os }]
policies: { 3: 1h }
durations: { 2: 5m }
`;

let count = 0;
function write(name: string, text: string): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** Loads the tests of one file in a folder of its own. */
function load(tests: string, head = header, alerts = definitions) {
  const name = `t${++count}`;
  write(`${name}/alerts.yaml`, alerts);
  const file = write(`${name}/alerts.test.yaml`, head + tests);
  const { files, problems } = loadAlertTests([file]);
  return {
    tests: files.flatMap((loaded) => loaded.tests),
    problems: problems.map((problem) => formatProblem(problem).replaceAll(`${folder}/${name}/`, "")),
  };
}

function run(tests: string, head = header, alerts = definitions): AlertTestResult[] {
  const loaded = load(tests, head, alerts);
  expect(loaded.problems).toEqual([]);
  return loaded.tests.map(runAlertTest);
}

const firing = `tests:
  - name: t
    metrics: [{ host: db1, metric: lag, every: 10s, values: "0x6 40x40 10" }]
    until: 10m
    expect:
`;

const many = `${firing.replace("0x6 40x40 10", "0x300000")}      Deploy: []\n`;

describe("expectations", () => {
  it.each([
    ["are met by exactly the listed entries", "Replica behind: [{ fires: 6m10s }, { resolves: 8m }]", []],
    [
      "compare only the given keys",
      "Replica behind: [{ fires: 370, host: db1, level: warn }, { resolves: 8m }]",
      [],
    ],
    [
      "compare destinations as a set",
      'Replica behind: [{ fires: 370, notifies: [7, "#db-alerts"] }, { resolves: 8m }]',
      [],
    ],
    ["leave out alerts that are not named", "Deploy: []", []],
    [
      "fail if a resolution is not listed",
      "Replica behind: [{ fires: 6m10s }]",
      ["Unexpected: 8m resolves on db1, warn."],
    ],
    [
      "fail if an alert must not fire",
      "Replica behind: []",
      ["Unexpected: 6m10s fires on db1, warn, notifies #db-alerts, 7."],
    ],
    [
      "fail at another time",
      "Replica behind: [{ fires: 6m20s, level: warn }, { resolves: 8m }]",
      ["Expected: 6m20s fires, warn. Actual: 6m10s fires, warn."],
    ],
    [
      "fail with another level",
      "Replica behind: [{ fires: 6m10s, level: crit }, { resolves: 8m }]",
      ["Expected: 6m10s fires, crit. Actual: 6m10s fires, warn."],
    ],
    [
      "fail with other destinations",
      'Replica behind: [{ fires: 6m10s, notifies: ["#db-alerts"] }, { resolves: 8m }]',
      ["Expected: 6m10s fires, notifies #db-alerts. Actual: 6m10s fires, notifies #db-alerts, 7."],
    ],
    ["fail if nothing happens", "Deploy: [{ fires: 1m }]", ["Missing: 1m fires."]],
  ])("%s", (_, expectation, whats) => {
    const [result] = run(`${firing}      ${expectation}\n`);
    expect(result?.failures.map(({ what }) => what)).toEqual(whats);
  });

  it("of the same time can be in any order", () => {
    const tests = `tests:
  - name: t
    events: [{ at: 10, type: code deployment, host: db1 }, { at: 10, type: code deployment, host: web1, level: crit }]
    expect:
      Deploy: [{ fires: 10 }, { fires: 10, host: db1 }]
`;
    expect(run(tests)).toMatchObject([{ failures: [] }]);
    expect(run(tests.replace("{ fires: 10 }", "{ fires: 10, host: db1 }"))).toMatchObject([
      { failures: [{ what: "Expected: 10s fires on db1. Actual: 10s fires on web1." }] },
    ]);
  });

  it("of a route compare the destinations of all alerts that would fire", () => {
    const [result] = run(`tests:
  - name: t
    routes:
      - { host: db1, event: code deployment, notifies: ["#deploys"] }
      - { event: code deployment, notifies: ["#deploys"] }
      - { host: db1, level: warn, notifies: ["#db-alerts", 7] }
      - { host: web1, level: warn, notifies: [] }
      - { host: db1, level: crit, notifies: ["#db-alerts"] }
`);
    expect(result?.failures).toMatchObject([
      {
        what: "Expected that a threshold alert of level crit on db1 notifies #db-alerts. Actual: notifies no destination.",
        where: { line: 12, column: 9 },
      },
    ]);
  });
});

it("events can be in any order, and the policy limits firings per host", () => {
  const [result] = run(`tests:
  - name: t
    events:
      - { at: 2h, type: code deployment }
      - { at: 59m, type: code deployment }
      - { at: 0, type: code deployment }
    expect:
      Deploy: [{ fires: 0 }, { fires: 2h }]
`);
  expect(result?.failures).toEqual([]);
});

it("changes take effect one propagation window later, one after the other", () => {
  const tests = `tests:
  - name: t
    events: [59, 60, 119, 120, 180, 240].map
    changes:
      - { at: 2m, alert: Deploy, set: { disabled: true } }
      - { at: 0, alert: Deploy, set: { policy: 1, destinations: ["#db-alerts"] } }
      - { at: 1m, alert: Deploy, set: { event: { categories: [backup] } } }
    expect:
      Deploy:
        - { fires: 59, notifies: ["#deploys"] }
        - { fires: 60, notifies: ["#db-alerts"] }
        - { fires: 119, notifies: ["#db-alerts"] }
`.replace(
    "[59, 60, 119, 120, 180, 240].map",
    JSON.stringify([59, 60, 119, 120, 180].map((at) => ({ at, type: "code deployment" }))),
  );
  expect(run(tests, header.replace("3: 1h", "1: 0s"))).toMatchObject([{ failures: [] }]);
  const immediate = `${header.replace("3: 1h", "1: 0s")}propagation_window: 0s\n`;
  expect(run(tests, immediate)).toMatchObject([
    {
      failures: [{ what: "Expected: 59s fires, notifies #deploys. Actual: 59s fires, notifies #db-alerts." }],
    },
  ]);
});

it("a change of a block keeps the keys that are not given", () => {
  const [result] = run(`tests:
  - name: t
    metrics: [{ host: db1, metric: lag, every: 1m, values: "40x9" }]
    changes: [{ at: 0, alert: Replica behind, set: { threshold: { trigger: 50 } } }]
    expect:
      Replica behind: []
`);
  expect(result?.failures).toEqual([]);
});

it("the end is the last input plus the longest duration", () => {
  const [result] = run(`tests:
  - name: t
    metrics: [{ host: db1, metric: lag, every: 10s, values: "0 40" }]
    expect:
      Replica behind: [{ fires: 5m10s }]
`);
  expect(result?.failures).toEqual([]);
});

it("policies can be named, and durations need no entry if definitions refer to them by time", () => {
  const alerts = definitions
    .replace("duration: 2", "duration: 5m")
    .replace("policy: 3", "policy: Once an hour");
  const head = header.replace("{ 3: 1h }", "{ Once an hour: 1h }").replace("durations: { 2: 5m }\n", "");
  const events = "    events: [{ at: 0, type: code deployment }, { at: 30m, type: code deployment }]\n";
  const tests = `${firing.replace("    until: 10m\n", events)}      Replica behind: [{ fires: 6m10s }, { resolves: 8m }]\n      Deploy: [{ fires: 0 }]\n`;
  expect(run(tests, head, alerts)).toMatchObject([{ failures: [] }]);
  // An entry has precedence, because a name has.
  const named = `${head}durations: { 5m: 6m }\n`;
  expect(
    run(`${firing}      Replica behind: [{ fires: 7m10s }, { resolves: 8m }]\n`, named, alerts),
  ).toMatchObject([{ failures: [] }]);
});

it("hosts can be referred to by ID", () => {
  const alerts = definitions.replace("host_types: [mysql]", "hosts: [42]");
  const head = header.replace("{ name: db1, type: mysql }", "{ name: db1, type: pgsql, id: 42 }");
  expect(
    run(`${firing}      Replica behind: [{ fires: 6m10s }, { resolves: 8m }]\n`, head, alerts),
  ).toMatchObject([{ failures: [] }]);
});

describe("problems", () => {
  it.each([
    [
      "an unknown alert",
      firing + "      Replca behind: []\n",
      /^alerts\.test\.yaml:10:7: .*No definition is named "Replca behind"\.\n.*Did you mean "Replica behind"\?/,
    ],
    [
      "an unknown host",
      firing.replace("host: db1", "host: db2") + "      Deploy: []\n",
      /^alerts\.test\.yaml:7:23: .*hosts has no host "db2"\.\n.*"db1"/,
    ],
    [
      "an unknown host of an expectation",
      firing + "      Deploy: [{ fires: 1, host: dbx }]\n",
      /^alerts\.test\.yaml:10:34: .*"dbx"/,
    ],
    [
      "an unknown destination",
      firing + '      Deploy: [{ fires: 1, notifies: ["#deploy"] }]\n',
      /No definition notifies the destination "#deploy"\.\n.*"#deploys"/,
    ],
    [
      "an unknown key",
      firing + "      Deploy: [{ fire: 1 }]\n",
      /^alerts\.test\.yaml:10:18: .*Unknown key .*fire\.\n.*"fires"/,
    ],
    [
      "an unknown key of a test",
      "tests: [{ name: t, metric: [] }]\n",
      /Unknown key tests\[0\]\.metric\.\n.*"metrics"/,
    ],
    ["an unknown top-level key", "test: []\ntests: []\n", /Unknown key test\.\n.*"tests"/],
    [
      "a malformed series",
      firing.replace("0x6 40x40 10", "0x6 40x 10") + "      Deploy: []\n",
      /^alerts\.test\.yaml:7:61: .*contains "40x", which is not a sample\.\n.*axN/,
    ],
    [
      "too many samples of all tests",
      many + many.replace("tests:\n", ""),
      /tests\[1\].*more than 500,000 samples/,
    ],
    [
      "an interval of zero",
      firing.replace("10s", "0s") + "      Deploy: []\n",
      /every must be greater than zero/,
    ],
    [
      "a malformed time",
      firing + "      Deploy: [{ fires: 5min }]\n",
      /is not a time of up to one year: "5min"\.\n.*90s, 5m or 1h30m/,
    ],
    [
      "a time of another type",
      firing + "      Deploy: [{ fires: true }]\n",
      /fires must not be true\.\n.*90s/,
    ],
    [
      "an entry that is neither firing nor resolution",
      firing + "      Deploy: [{ host: db1 }]\n",
      /needs either fires or resolves/,
    ],
    [
      "an entry that is both",
      firing + "      Deploy: [{ fires: 1, resolves: 2 }]\n",
      /needs either fires or resolves/,
    ],
    [
      "expectations out of order",
      firing + "      Deploy: [{ fires: 2 }, { fires: 1 }]\n",
      /^alerts\.test\.yaml:10:30: .*not sorted by time/,
    ],
    [
      "a route without a cause",
      "tests: [{ name: t, routes: [{ host: db1, notifies: [] }] }]\n",
      /needs either event or level/,
    ],
    [
      "a level without a host",
      "tests: [{ name: t, routes: [{ level: warn, notifies: [] }] }]\n",
      /Set host to the name of a host/,
    ],
    [
      "a change of the name",
      "tests: [{ name: t, changes: [{ at: 0, alert: Deploy, set: { name: x } }] }]\n",
      /name of an alert cannot be changed/,
    ],
    [
      "a change of the kind",
      "tests: [{ name: t, changes: [{ at: 0, alert: Deploy, set: { threshold: {} } }] }]\n",
      /kind of an alert cannot be changed/,
    ],
    [
      "an invalid change",
      "tests: [{ name: t, changes: [{ at: 0, alert: Deploy, set: { policy: -1 } }] }]\n",
      /^alerts\.test\.yaml:5:\d+: "Deploy": policy must be a name or an ID/,
    ],
    ["a test without a name", "tests: [{ routes: [] }]\n", /Missing required key tests\[0\]\.name/],
  ])("%s is reported at its place", (_, tests, expected) => {
    const { problems, tests: loaded } = load(tests);
    expect(problems).toEqual([expect.stringMatching(expected)]);
    expect(loaded).toEqual([]);
  });

  it("a duration that is not given is reported once", () => {
    const { problems } = load(
      `${firing}      Deploy: []\n  - name: u\n    metrics: [{ host: db1, metric: lag, every: 10s, values: 1 }]\n`,
      header.replace("durations: { 2: 5m }", "durations: { 1: 5m }"),
    );
    expect(problems).toEqual([
      expect.stringMatching(
        /The alert "Replica behind" uses duration 2, whose length is not given\.\n.*durations: \{ 2: 5m \}/,
      ),
    ]);
  });

  it("a host that a definition names must be in hosts", () => {
    const { problems } = load(
      "tests: [{ name: t }]\n",
      header,
      definitions.replace("host_types: [mysql]", "hosts: [db9, 4]"),
    );
    expect(problems).toEqual([
      expect.stringMatching(/no host with the name "db9", which the alert "Replica behind" lists/),
      expect.stringMatching(/no host with the ID 4/),
    ]);
  });

  it("a metric that no definition watches is a warning", () => {
    const { problems, tests } = load(
      `${firing.replace("metric: lag", "metric: lagg")}      Replica behind: []\n`,
    );
    expect(problems).toEqual([
      expect.stringMatching(/^alerts\.test\.yaml:7:36: .*No definition watches the metric "lagg"\.\n.*"lag"/),
    ]);
    expect(tests).toHaveLength(1);
  });

  it.each([
    ["an empty file", "", /alerts\.test\.yaml: The file is empty\.\n.*tests/],
    ["a sequence", "- a\n", /The top level must be a mapping, not a sequence/],
    ["a file without tests", "hosts: []\n", /Missing required key tests/],
    ["a syntax error", "tests: [\n", /alerts\.test\.yaml:\d+:\d+: Invalid YAML/],
    ["missing definitions", "definitions: gone.yaml\ntests: []\n", /gone\.yaml: No such file or folder/],
  ])("%s is refused", (_, text, expected) => {
    expect(load("", text).problems).toEqual([expect.stringMatching(expected)]);
  });

  it("definitions with errors are reported once for all their test files", () => {
    write("broken/alerts.yaml", "alerts: [{ name: x }]\n");
    write("broken/a.test.yaml", "tests: []\n");
    write("broken/b.test.yaml", "tests: []\n");
    const { problems, files } = loadAlertTests([join(folder, "broken")]);
    expect(new Set(problems.map(formatProblem)).size).toBe(problems.length);
    expect(problems.length).toBeGreaterThan(0);
    expect(files).toEqual([]);
  });
});

it("test files of a folder are found in its subfolders, with definitions in their folder or at an absolute path", () => {
  write("tree/a/alerts.yaml", definitions);
  write(
    "tree/a/alerts.test.yaml",
    `${header.replace("definitions: alerts.yaml\n", "")}tests: [{ name: one }]\n`,
  );
  write(
    "tree/b/x.test.json",
    JSON.stringify({ definitions: join(folder, "tree/a"), tests: [{ name: "two" }] }),
  );
  write("tree/b/x.test.txt", "");
  write("tree/node_modules/x.test.yaml", "broken");
  const { files, problems } = loadAlertTests([join(folder, "tree"), join(folder, "tree/a")]);
  expect(problems).toEqual([]);
  expect(files.flatMap(({ tests }) => tests.map(({ name }) => name))).toEqual(["one", "two"]);
});
