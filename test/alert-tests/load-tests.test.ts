/** Test files as `dbmon test` reads them: names, places and problems. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { findTestFiles, readAlertTests, resolveAlertTests } from "../../src/alert-tests";
import { formatProblem, isError, type Problem } from "../../src/diagnostics";
import { createTestFolder, definitions, firing, header, loadAlertTests } from "./test-folder";

const { folder, write, load, run } = createTestFolder();
let count = 0;
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

  it("of the same time match if any assignment matches all of them", () => {
    const tests = `tests:
  - name: t
    events:
      - { at: 10, type: code deployment, host: db1, level: warn }
      - { at: 10, type: code deployment, host: db1, level: crit }
    expect:
      Deploy: [{ fires: 10, host: db1 }, { fires: 10, level: warn }]
`;
    expect(run(tests, header.replace("3: 1h", "3: 0s"))).toMatchObject([{ failures: [] }]);
  });

  it("that differ are beside an entry of the same time and type, or of the nearest time", () => {
    const [result] = run(`tests:
  - name: t
    events:
      - { at: 10, type: code deployment, host: db1 }
      - { at: 10, type: code deployment, host: web1, level: crit }
      - { at: 20, type: code deployment }
    metrics: [{ host: db1, metric: lag, every: 10s, values: "40x40 10" }]
    expect:
      Deploy:
        - { fires: 10, host: db1, level: warn }
        - { fires: 10, host: web1, level: warn }
        - { fires: 15 }
        - { fires: 40 }
      Replica behind: [{ resolves: 300 }, { resolves: 410 }]
`);
    expect(
      result?.failures.map(({ where, entries }) => ({
        line: where.line,
        subject: where.subject,
        entries: entries.map(({ expected, actual }) => [expected, actual]),
      })),
    ).toEqual([
      {
        line: 14,
        subject: "Deploy",
        entries: [
          ["10s fires on db1, warn", "10s fires on db1, info"],
          ["10s fires on web1, warn", "10s fires on web1, crit"],
          ["15s fires", "20s fires"],
          ["40s fires", undefined],
        ],
      },
      {
        line: 18,
        subject: "Replica behind",
        entries: [
          ["5m resolves", undefined],
          [undefined, "5m fires on db1, warn, notifies #db-alerts, 7"],
          ["6m50s resolves", "6m50s resolves"],
        ],
      },
    ]);
  });

  it("that are not listed are reported at the name of the alert", () => {
    const [result] = run(`${firing}      Replica behind: [{ fires: 6m10s }]\n`);
    expect(result?.failures).toMatchObject([{ where: { line: 10, column: 7, subject: "Replica behind" } }]);
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
        entries: [{ expected: "notifies #db-alerts", actual: "notifies no destination", isSame: false }],
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

it.each(["5m", "5 minutes"])("policies can be named, and the duration %s needs no entry", (duration) => {
  const alerts = definitions
    .replace("duration: 2", `duration: ${duration}`)
    .replace("policy: 3", "policy: Once an hour");
  const head = header.replace("{ 3: 1h }", "{ Once an hour: 1h }").replace("durations: { 2: 5m }\n", "");
  const events = "    events: [{ at: 0, type: code deployment }, { at: 30m, type: code deployment }]\n";
  const tests = `${firing.replace("    until: 10m\n", events)}      Replica behind: [{ fires: 6m10s }, { resolves: 8m }]\n      Deploy: [{ fires: 0 }]\n`;
  expect(run(tests, head, alerts)).toMatchObject([{ failures: [] }]);
  // An entry has precedence, because a name has.
  const named = `${head}durations: { ${duration}: 6m }\n`;
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

it("the end is at least one propagation window after the last change", () => {
  const [result] = run(`tests:
  - name: t
    metrics: [{ host: db1, metric: lag, every: 10s, values: 25 }]
    changes: [{ at: 1h, alert: Replica behind, set: { threshold: { trigger: 22 } } }]
    expect:
      Replica behind: [{ fires: 1h6m }]
`);
  expect(result?.failures).toEqual([]);
});

describe("environments", () => {
  const scope = { environment: "production", environmentNames: ["production", "staging"], values: new Map() };
  const tests = `tests:
  - { name: everywhere }
  - { name: staging, environments: [staging] }
  - { name: production, environments: ["prod*"] }
`;
  const resolve = (text: string, hasName?: (name: string) => boolean, environments = scope) => {
    const name = `e${++count}`;
    write(`${name}/alerts.yaml`, definitions);
    const sources = readAlertTests([write(`${name}/alerts.test.yaml`, header + text)]);
    const { files, problems } = resolveAlertTests(sources, hasName, environments);
    return {
      names: files.flatMap((file) => file.tests.map((test) => test.name)),
      problems: problems
        .filter(isError)
        .map((problem) => formatProblem(problem).replaceAll(`${folder}/${name}/`, "")),
    };
  };

  it("select tests", () => {
    expect(resolve(tests)).toEqual({ names: ["everywhere", "production"], problems: [] });
    expect(resolve(tests, undefined, { ...scope, environment: "staging" }).names).toEqual([
      "everywhere",
      "staging",
    ]);
    expect(resolve(tests, (name) => name !== "everywhere").names).toEqual(["production"]);
  });

  it("keep the place of the tests after a test that they exclude", () => {
    const invalid = `${tests}  - { name: last, routes: [{ event: 1 }] }\n`;
    expect(resolve(invalid).problems).toEqual([
      expect.stringMatching(/^alerts\.test\.yaml:9:\d+: .*tests\[3\]\.routes\[0\]\.event/),
      expect.stringMatching(/tests\[3\]\.routes\[0\]\.notifies/),
    ]);
  });

  it("must exist", () => {
    expect(resolve(tests.replace("[staging]", "[stagin]"))).toEqual({
      names: [],
      problems: [expect.stringMatching(/^alerts\.test\.yaml:7:37: .*"stagin".*\n.*Did you mean "staging"\?/)],
    });
    expect(load(tests).problems).toEqual([
      expect.stringMatching(/^alerts\.test\.yaml:7:22: Unknown key tests\[1\]\.environments\./),
      expect.stringMatching(/^alerts\.test\.yaml:8:25: Unknown key tests\[2\]\.environments\./),
    ]);
  });
});

it("finds test files", () => {
  const files = ["found/b.test.yml", "found/a.test.yaml", "found/a/c.test.json"].map((name) =>
    write(name, ""),
  );
  for (const other of ["found/.git/a.test.yaml", "found/cdktf.out/a.test.yaml", "found/a.yaml"]) {
    write(other, "");
  }
  mkdirSync(join(folder, "found/folder.test.yaml"));
  symlinkSync("a.test.yaml", join(folder, "found/link.test.yaml"));
  symlinkSync("missing.yaml", join(folder, "found/broken.test.yaml"));
  symlinkSync("..", join(folder, "found/a/parent"));
  symlinkSync("../other-folder", join(folder, "found/linked"));
  const linked = write("other-folder/d.test.yaml", "");
  const problems: Problem[] = [];
  const [b, a, c] = files;
  const found = join(folder, "found");
  const missing = join(folder, "missing.test.yaml");
  expect(findTestFiles([found, a ?? "", missing, linked, "/dev/null"], problems)).toEqual([
    c,
    a,
    b,
    join(found, "linked/d.test.yaml"),
  ]);
  expect(problems.map(({ what, where }) => [where?.file, what])).toEqual([
    [missing, "No such file or folder."],
    ["/dev/null", "The path is not a file or folder."],
  ]);
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
  expect(problems.filter(isError)).toEqual([]);
  expect(files.flatMap(({ tests }) => tests.map(({ name }) => name))).toEqual(["one", "two"]);
});

describe("the limit of samples", () => {
  const watched = `alerts:\n${Array.from({ length: 100 }, (_, index) => `  - { name: A${index}, policy: 1, destinations: [7], threshold: { alert_level: warn, metric: lag, trigger: 30, duration: 2, reset: 20 } }\n`).join("")}`;
  const testsOf = (count: number, values: string) =>
    `tests:\n${Array.from({ length: count }, (_, index) => `  - { name: t${index}, metrics: [{ host: db1, metric: lag, every: 1s, values: "${values}" }], expect: { A0: [] } }\n`).join("")}`;
  const head = header.replace("policies: { 3: 1h }\n", "");

  it("is above 500 tests of 100 alerts with 49 samples, and missing samples do not count", () => {
    const { problems, tests } = load(testsOf(500, "0x48 _x30000000 5"), head, watched);
    expect(problems).toEqual([]);
    expect(tests).toHaveLength(500);
  });

  it("is reported once", () => {
    const { problems, tests } = load(testsOf(500, "0x399"), head, watched);
    expect(problems).toEqual([expect.stringMatching(/tests\[250\].*more than 10,000,000 samples/)]);
    expect(tests).toEqual([]);
  });
});
