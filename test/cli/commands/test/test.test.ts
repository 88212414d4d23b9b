/** `dbmon test`: runs tests of alerts offline. */
import { mkdirSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { commandBench } from "../../../support/command";

const bench = commandBench();

const definitions = `alerts:
  - name: Replica behind
    policy: 1
    destinations: ["#db-alerts"]
    threshold: { alert_level: warn, metric: lag, trigger: 30, duration: 2, reset: 20 }
  - name: Deploy
    policy: 1
    destinations: ["#deploys"]
    event: { categories: [code deployment] }
`;

const tests = `definitions: alerts.yaml
hosts: [{ name: db1, type: mysql }]
durations: { 2: 5m }
tests:
  - name: a replica that lags notifies the team
    metrics: [{ host: db1, metric: lag, every: 10s, values: "0x6 40x40 10" }]
    expect:
      Replica behind: [{ fires: 6m10s }, { resolves: 8m }]
  - name: nobody hears of a backup
    events: [{ at: 1m, type: backup }]
    expect:
      Deploy: []
`;

const read = (name: string) => readFileSync(join(bench.folder(), name), "utf8");

function writeProject(content = tests): void {
  bench.write("alerts.yaml", definitions);
  bench.write("alerts.test.yaml", content);
}

it("prints one line per test, the alerts that no test makes fire, and a summary", async () => {
  writeProject();
  expect(await bench.dbmon(["test"])).toEqual({
    code: 0,
    stdout: [
      'passed: "a replica that lags notifies the team" (alerts.test.yaml:5:5)',
      'passed: "nobody hears of a backup" (alerts.test.yaml:9:5)',
      "",
      'No test makes these alerts fire: "Deploy".',
      "Test: 2 passed. 1 of 2 alerts fires in a test (50%).",
      "",
    ].join("\n"),
    stderr: "",
  });
});

it("prints expected and actual timelines side by side if a test fails, at the place of the expectation", async () => {
  writeProject(tests.replace("6m10s", "6m20s"));
  const run = await bench.dbmon(["test"]);
  expect(run.code).toBe(1);
  expect(run.stdout).toContain(
    [
      'failed: "a replica that lags notifies the team" (alerts.test.yaml:5:5)',
      '    alerts.test.yaml:8:24: "Replica behind"',
      "      expected     actual",
      "    ! 6m20s fires  6m10s fires",
      "      8m resolves  8m resolves",
      'passed: "nobody',
    ].join("\n"),
  );
  expect(run.stdout).toMatch(/^Test: 1 passed, 1 failed\. /m);
});

it("names threshold alerts whose resolution no test reaches", async () => {
  writeProject(tests.replace("40x40 10", "40x40").replace(", { resolves: 8m }", ""));
  const run = await bench.dbmon(["test"]);
  expect(run.stdout).toContain('No test reaches the resolution of these alerts: "Replica behind".');
});

it.each([
  ["1.1h", "1h6m"],
  ["2.2d", "2d4h48m"],
  ["0.7d", "16h48m"],
])("a duration of %s is exactly %s", async (duration, time) => {
  bench.write("alerts.yaml", definitions.replace("duration: 2", `duration: ${duration}`));
  bench.write(
    "alerts.test.yaml",
    `hosts: [{ name: db1, type: mysql }]
tests:
  - name: in one form
    metrics: [{ host: db1, metric: lag, every: ${duration}, values: "40x3" }]
    expect: { Replica behind: [{ fires: ${duration} }] }
  - name: in another form
    metrics: [{ host: db1, metric: lag, every: ${duration}, values: "40x3" }]
    expect: { Replica behind: [{ fires: ${time} }] }
`,
  );
  expect(await bench.dbmon(["test"])).toMatchObject({ code: 0, stderr: "" });
});

describe("a series without quotes is the text of the file", () => {
  const fires = "{ fires: 5m }";
  const testOf = (values: string, expected: string) =>
    `{ "definitions": "alerts.yaml", "hosts": [{ "name": "db1", "type": "mysql" }], "durations": { "2": "5m" }, "tests": [{ "name": "a",
      "metrics": [{ "host": "db1", "metric": "lag", "every": "10s", "values": ${values} }], "until": "10m", "expect": { "Replica behind": [${expected}] } }] }`;
  const rows = [
    ["0x40", ""],
    ["1e3x2", fires],
    ["012x3", ""],
    ["0o17x9", undefined],
    ["1_000", undefined],
    ["+64", fires],
    [".5e3", fires],
    ["64.", fires],
  ] as const;
  it.each(
    rows.flatMap(([values, firings]) => ["yaml", "json"].map((type) => [values, type, firings] as const)),
  )("%s in a file of type %s", async (values, type, firings) => {
    bench.write("alerts.yaml", definitions);
    bench.write(`alerts.test.${type}`, testOf(values, firings ?? ""));
    const { code, stderr } = await bench.dbmon(["test"]);
    expect({ code, stderr }).toEqual(
      firings === undefined
        ? {
            code: 1,
            stderr: expect.stringContaining(`contains "${values}", which is not a sample`) as string,
          }
        : { code: 0, stderr: "" },
    );
  });
});

it("--min-coverage fails below the share of alerts that fire", async () => {
  writeProject();
  expect(await bench.dbmon(["test", "--min-coverage", "50"])).toMatchObject({ code: 0, stderr: "" });
  const run = await bench.dbmon(["test", "--min-coverage", "51%"]);
  expect(run.code).toBe(1);
  expect(run.stderr).toContain(
    "error: The tests make 50% of the alerts fire, less than the 51% of --min-coverage.",
  );
  expect(await bench.dbmon(["test", "--min-coverage", "x"])).toMatchObject({ code: 1 });
});

it("--filter runs the tests whose name contains the text", async () => {
  writeProject();
  const run = await bench.dbmon(["test", "--filter", "backup"]);
  expect(run).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^passed: "nobody[^]*\nTest: 1 passed\.\n$/) as string,
  });
  const none = await bench.dbmon(["test", "--filter", "restore"]);
  expect(none.code).toBe(1);
  expect(none.stderr).toContain("No test has a name that contains the text of --filter.");
  const both = await bench.dbmon(["test", "--filter", "backup", "--min-coverage", "50"]);
  expect(both.code).toBe(1);
  expect(both.stderr).toContain("Remove one of the options.");
});

it("writes each format, with the place of the failed expectation", async () => {
  writeProject(tests.replace("6m10s", "6m20s"));
  const reports = ["junit=t.xml", "markdown=t.md", "json=t.json", "text=t.txt"].flatMap((file) => [
    "--report",
    file,
  ]);
  const run = await bench.dbmon(["test", "--format", "github", ...reports]);
  expect(run.code).toBe(1);
  const message = '"Replica behind": Expected: 6m20s fires. Actual: 6m10s fires.';
  expect(run.stdout).toContain(`::error title=dbmon test,file=alerts.test.yaml,line=8,col=24::${message}`);
  expect(read("t.xml")).toContain(
    '<testcase name="a replica that lags notifies the team" classname="alerts.test.yaml">',
  );
  expect(read("t.xml")).toContain(
    '<testsuite name="dbmon test: alerts.test.yaml" tests="2" failures="1" errors="0" skipped="0" file="alerts.test.yaml">',
  );
  expect(read("t.md")).toContain("    ! 6m20s fires  6m10s fires\n");
  expect(read("t.txt")).toContain("    ! 6m20s fires  6m10s fires\n");
  expect(JSON.parse(read("t.json"))).toMatchObject({
    dbmon: 1,
    tests: [
      {
        status: "failed",
        failures: [
          {
            where: { file: "alerts.test.yaml", line: 8, column: 24, subject: "Replica behind" },
            timeline: [
              { expected: "6m20s fires", actual: "6m10s fires", same: false },
              { expected: "8m resolves", actual: "8m resolves", same: true },
            ],
          },
        ],
      },
      { status: "passed", failures: [] },
    ],
    coverage: { alerts: 2, fired: 1, percent: 50, unfired: [{ name: "Deploy" }], unresolved: [] },
    problems: [],
  });
});

it("fails if there are no tests, or a file is invalid", async () => {
  bench.write("alerts.yaml", definitions);
  const none = await bench.dbmon(["test"]);
  expect(none).toMatchObject({ code: 1, stdout: "Test: no tests.\n" });
  expect(none.stderr).toContain(
    "error: .: No tests were found.\n  Write tests into a file whose name ends with .test.yaml",
  );
  bench.write("alerts.test.yaml", tests);
  bench.write("b.test.yaml", "tests: [{ nam: x }]\n");
  const invalid = await bench.dbmon(["test"]);
  expect(invalid.code).toBe(1);
  expect(invalid.stderr).toMatch(/^error: b\.test\.yaml:1:11: Unknown key tests\[0\]\.nam\./m);
  expect(invalid.stdout).toContain('passed: "nobody hears of a backup"');
  for (const text of ["tests: [", "", "\0"]) {
    bench.write("b.test.yaml", text);
    const broken = await bench.dbmon(["test"]);
    expect(broken.code).toBe(1);
    expect(broken.stderr).toMatch(/^error: b\.test\.yaml(:1:8)?: (Invalid YAML|The file is (empty|binary))/m);
    expect(broken.stdout).toContain('passed: "nobody hears of a backup"');
  }
});

it("refuses a file above the size limit", async () => {
  writeProject();
  truncateSync(join(bench.folder(), bench.write("big.test.yaml", "")), 100 * 1024 * 1024);
  const run = await bench.dbmon(["test", "big.test.yaml"]);
  expect(run.code).toBe(1);
  expect(run.stderr).toContain("error: big.test.yaml: The file is too large (maximum: 16 MiB).");
});

it("other commands pass over test files, and say so if one is named", async () => {
  writeProject();
  expect(await bench.dbmon(["check"])).toMatchObject({
    code: 0,
    stderr: "2 alerts checked: 0 errors, 0 warnings.\n",
  });
  const run = await bench.dbmon(["check", "alerts.test.yaml"]);
  expect(run.code).toBe(1);
  expect(run.stdout).toContain("The file contains tests, not definitions.\n  Run dbmon test to run them.");
});

it("--watch runs again when a definitions file or a test file changes, also in a new folder, until interrupted", async () => {
  writeProject();
  const waits: (() => void)[] = [
    () => bench.write("alerts.yaml", definitions.replace("trigger: 30", "trigger: 50")),
    () => bench.write("alerts.test.yaml", tests.replace("40x40", "60x40")),
    () => mkdirSync(join(bench.folder(), "team/nightly"), { recursive: true }),
    () =>
      bench.write(
        "team/nightly/more.test.yaml",
        tests.replace("alerts.yaml", "../../alerts.yaml").replace("40x40", "60x40"),
      ),
  ];
  let seen = 0;
  const run = await bench.dbmon(["test", "--watch"], {
    onError: (stderr, child) => {
      const count = stderr.split("Waiting for changes").length - 1;
      while (seen < count) {
        seen += 1;
        const next = waits.shift();
        if (next === undefined) child.kill("SIGINT");
        else next();
      }
    },
  });
  const [full = "", ...changes] = run.stdout.replaceAll(/^\S+Z/gm, "TIME").split(/(?=^TIME)/m);
  expect(full.match(/^passed: /gm)).toHaveLength(2);
  expect(full).toMatch(/^Test: 2 passed\./m);
  // Only the test whose result changed is printed.
  expect(changes).toEqual([
    expect.stringMatching(/^TIME\nfailed: "[^"]+" [^]*\nTest: 1 passed, 1 failed\..*\n$/),
    expect.stringMatching(/^TIME\npassed: "[^"]+" [^\n]*\n\n[^]*Test: 2 passed\..*\n$/),
    expect.stringMatching(/^TIME No change\. Test: 2 passed\..*\n$/),
    expect.stringMatching(/^TIME\npassed: .*\npassed: .*\n\n[^]*Test: 4 passed\..*\n$/),
  ]);
  expect(changes[0]?.match(/^(passed|failed): /gm)).toHaveLength(1);
  expect(run.code).toBe(0);
});
