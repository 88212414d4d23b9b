/** Problems of test files, each at its place. */
import { join } from "node:path";
import { formatProblem, isError } from "../../src/diagnostics";
import { createTestFolder, definitions, firing, header, loadAlertTests } from "./test-folder";

const { folder, write, load } = createTestFolder();

const many = `${firing.replace("10s", "1s").replace("0x6 40x40 10", "0x6000000")}      Deploy: []\n`;

describe("problems", () => {
  /** The position of `at` in the test file is that of the problem. */
  it.each([
    ["an invalid end", "tests: [{ name: t, until: soon }]", "soon", "tests[0].until is not a time"],
    [
      "an invalid time of an event",
      "tests: [{ name: t, events: [{ at: soon, type: x }] }]",
      "soon",
      "tests[0].events[0].at is not a time",
    ],
    [
      "an invalid time of a change",
      "tests: [{ name: t, changes: [{ at: soon, alert: Deploy, set: {} }] }]",
      "soon",
      "tests[0].changes[0].at is not a time",
    ],
    [
      "an invalid interval",
      "tests: [{ name: t, metrics: [{ host: db1, metric: lag, every: soon, values: 1 }] }]",
      "soon",
      "every is not a time",
    ],
    [
      "an unknown host of an event",
      "tests: [{ name: t, events: [{ at: 1, type: x, host: dbx }] }]",
      "dbx",
      'hosts has no host "dbx"',
    ],
    [
      "an unknown host of a route",
      "tests: [{ name: t, routes: [{ host: dbx, event: x, notifies: [] }] }]",
      "dbx",
      'hosts has no host "dbx"',
    ],
    [
      "an unknown destination of a route",
      'tests: [{ name: t, routes: [{ event: x, notifies: [7, "mail"] }] }]',
      '"mail"',
      'No definition notifies the destination "mail"',
    ],
    [
      "an unknown alert of a change",
      "tests: [{ name: t, changes: [{ at: 1, alert: Deplo, set: {} }] }]",
      "Deplo,",
      'No definition is named "Deplo"',
    ],
    [
      "a route with two causes",
      "tests: [{ name: t, routes: [{ host: db1, event: x, level: warn, notifies: [] }] }]",
      "{ host",
      "needs either event or level",
    ],
    [
      "a change to a mute",
      "tests: [{ name: t, changes: [{ at: 1, alert: Deploy, set: { muted: { until: x } } }] }]",
      "muted",
      "A test cannot change muted",
    ],
    [
      "a change of a name",
      "tests: [{ name: t, changes: [{ at: 1, alert: Deploy, set: { name: x } }] }]",
      "name: x",
      "A test cannot change name",
    ],
    [
      "an unknown key of a change",
      "tests: [{ name: t, changes: [{ at: 1, alert: Deploy, set: { polic: 1 } }] }]",
      "polic:",
      "Unknown key polic",
    ],
    [
      "samples of more than a year",
      'tests: [{ name: t, metrics: [{ host: db1, metric: lag, every: 1d, values: "0x367" }] }]',
      '"0x367"',
      "The samples cover more than a year",
    ],
    [
      "two series with too many samples",
      'tests: [{ name: t, metrics: [{ host: db1, metric: lag, every: 1s, values: "0x6000000" }, { host: db1, metric: lag, every: 1s, values: "0x6000001" }] }]',
      '"0x6000001"',
      "more than 10,000,000 samples",
    ],
    [
      "a destination of another type",
      "tests: [{ name: t, routes: [{ event: x, notifies: [true] }] }]",
      "true",
      "Write the name of a destination",
    ],
    [
      "samples of another type",
      "tests: [{ name: t, metrics: [{ host: db1, metric: lag, every: 1s, values: [1] }] }]",
      "[1]",
      "Write samples as a string",
    ],
    [
      "a missing interval",
      "tests: [{ name: t, metrics: [{ host: db1, metric: lag, values: 1 }] }]",
      "{ host",
      "Missing required key tests[0].metrics[0].every.",
    ],
  ])("%s is reported where it is", (_, tests, at, text) => {
    const { problems, tests: loaded } = load(`${tests}\n`);
    expect(problems).toEqual([expect.stringContaining(text)]);
    expect(problems[0]).toMatch(new RegExp(`^alerts\\.test\\.yaml:5:${tests.indexOf(at) + 1}: `));
    expect(loaded).toEqual([]);
  });

  it.each([
    ["name", "[{ name: db1, type: os, id: 1 }, { name: db1, type: os }]", 7],
    ["ID", "[{ name: db1, type: os, id: 1 }, { name: db2, type: os, id: 1 }]", 7],
  ])("two hosts with the same %s are reported", (_, hosts) => {
    const { problems } = load("tests: []\n", header.replace(/hosts: .*/, `hosts: ${hosts}`));
    expect(problems).toEqual([expect.stringMatching(/^alerts\.test\.yaml:2:\d+: .*Duplicate host "db[12]"/)]);
  });

  it("an invalid time of a duration, a policy and the propagation window is reported where it is", () => {
    const head = `${header.replace("5m", "soon").replace("1h", "late")}propagation_window: never\n`;
    const { problems } = load("tests: []\n", head);
    expect(problems.map((problem) => problem.split("\n")[0]).sort()).toEqual([
      expect.stringMatching(/^alerts\.test\.yaml:3:16: policies\.3 is not a time/),
      expect.stringMatching(/^alerts\.test\.yaml:4:17: durations\.2 is not a time/),
      expect.stringMatching(/^alerts\.test\.yaml:5:21: propagation_window is not a time/),
    ]);
  });

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
      /tests\[1\].*more than 10,000,000 samples/,
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
      /A test cannot change name/,
    ],
    [
      "a change of the kind",
      "tests: [{ name: t, changes: [{ at: 0, alert: Deploy, set: { threshold: {} } }] }]\n",
      /A test cannot change threshold/,
    ],
    [
      "an invalid change",
      "tests: [{ name: t, changes: [{ at: 0, alert: Deploy, set: { policy: -1 } }] }]\n",
      /^alerts\.test\.yaml:5:\d+: "Deploy": policy must be a name or an ID/,
    ],
    [
      "a sequence of expectations",
      "tests: [{ name: t, expect: [] }]\n",
      /tests\[0\]\.expect must be a mapping, not a sequence\.\n {2}Write a mapping\./,
    ],
    [
      "an absent time",
      "tests: [{ name: t, changes: [{ at: null, alert: Deploy, set: { disabled: true } }] }]\n",
      /at must not be null\./,
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
    [
      "a file of definitions",
      "ignore: []\nalerts: []\n",
      /alerts\.test\.yaml:1:1: The file contains definitions, not tests\./,
    ],
    ["a syntax error", "tests: [\n", /alerts\.test\.yaml:\d+:\d+: Invalid YAML/],
    [
      "missing definitions",
      "definitions: gone.yaml\ntests: []\n",
      /alerts\.test\.yaml:1:14: "gone\.yaml": No such file or folder/,
    ],
  ])("%s is refused", (_, text, expected) => {
    expect(load("", text).problems).toEqual([expect.stringMatching(expected)]);
  });

  it("wrong definitions are reported at the line of each file that names them, and other files have their tests", () => {
    write("named/alerts.yaml", definitions);
    write("named/a.test.yaml", "tests: [{ name: a }]\ndefinitions: gone.yaml\n");
    write("named/b.test.yaml", "definitions: gone.yaml\ntests: [{ name: b }]\n");
    write("named/c.test.yaml", `${header}tests: [{ name: c }]\n`);
    const { problems, files } = loadAlertTests([join(folder, "named")]);
    const errors = problems.filter(isError);
    expect(errors.map(({ where }) => [where?.file?.slice(-11), where?.line])).toEqual([
      ["a.test.yaml", 2],
      ["b.test.yaml", 1],
    ]);
    expect(files.flatMap(({ tests }) => tests.map(({ name }) => name))).toEqual(["c"]);
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

  it("names are compared at most 5,000,000 times with those of a list", () => {
    const hosts = ["database", ...Array.from({ length: 9999 }, (_, index) => `h${index}`)];
    const metrics = Array(510).fill({ host: "databse", metric: "lag", every: "10s", values: "1" });
    const tests = JSON.stringify([{ name: "t", metrics, expect: { Deploy: [] } }]);
    const head = JSON.stringify(hosts.map((name) => ({ name, type: "mysql" })));
    const { problems } = load(`tests: ${tests}\n`, `definitions: alerts.yaml\nhosts: ${head}\n`);
    const unknown = problems.filter((problem) => problem.includes('hosts has no host "databse"'));
    const suggestions = unknown.filter((problem) => problem.includes('Did you mean "database"?'));
    expect([unknown.length, suggestions.length]).toEqual([510, 5_000_000 / hosts.length]);
  });
});
