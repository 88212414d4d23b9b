/** `dbmon test` with a configuration: tests run against the definitions of each environment. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { environmentsBench, lag } from "../../environments/environments-bench";

const bench = environmentsBench();

/** The limit of lag is 60 in staging, and 30 in production-eu. */
const tests = `hosts: [{ name: db1, type: os }]
durations: { 2: 5m }
tests:
  - name: a lag of 40 s
    metrics: [{ host: db1, metric: os.cpu.user_us, every: 10s, values: "0x6 40x40 10" }]
    expect:
      "Lag in \${environment}": [{ fires: 6m10s, notifies: ["\${pager}"] }, { resolves: 8m }]
  - name: a lag of twice the limit of \${environment}
    metrics: [{ host: db1, metric: os.cpu.user_us, every: 10s, values: "0x6 \${limit}x30 \${ limit }x12 10" }]
    expect:
      Lag in production-eu: []
    environments: ["production-*"]
`;

beforeEach(() => {
  bench.configure();
  bench.write("alerts/lag.yaml", lag);
  bench.write("alerts/lag.test.yaml", tests);
});

it("runs the tests in all environments, with their values, and names the environments of the results", async () => {
  const run = await bench.run(["test"]);
  expect(run).toEqual({
    code: 1,
    stderr: "",
    stdout: `ENVIRONMENT    PASSED  FAILED  ERRORS
staging             0       1       0
production-eu       2       0       0

staging:
failed: "a lag of 40 s" (alerts/lag.test.yaml:4:5)
    alerts/lag.test.yaml:7:33: "Lag in staging"
      expected                             actual
    ! 6m10s fires, notifies DBA team mail
    ! 8m resolves

No test makes these alerts fire: "Lag in staging".
Test: 1 failed. 0 of 1 alert fire in a test (0%).

production-eu:
passed: "a lag of 40 s" (alerts/lag.test.yaml:4:5)
passed: "a lag of twice the limit of production-eu" (alerts/lag.test.yaml:8:5)

Test: 2 passed. 1 of 1 alert fires in a test (100%).

Test: 2 environments, 1 failed.
`,
  });
});

it("joins the results of environments that are equal", async () => {
  bench.write("alerts/lag.yaml", lag.replace(" in ${environment}", ""));
  bench.write(
    "alerts/lag.test.yaml",
    tests.replaceAll(/ in (\$\{environment\}|production-eu)/g, "").replace("40x40", "${limit}x6 70x34"),
  );
  const { stdout } = await bench.run(["test", "--filter", "40 s"]);
  expect(stdout).toContain("\nstaging:\nfailed");
  bench.write("alerts/lag.test.yaml", `tests: [{ name: a route, routes: [{ event: x, notifies: [] }] }]`);
  expect((await bench.run(["test"])).stdout).toContain("\nstaging, production-eu:\npassed");
});

it("reads a series that is a value of the environment as the configuration writes it", async () => {
  const config = readFileSync(join(bench.folder(), "dbmon.yaml"), "utf8");
  bench.write(
    "dbmon.yaml",
    config.replace("limit: 60", "limit: 60, series: 0x99").replace("limit: 30", "limit: 30, series: 0x99"),
  );
  const metric = '{ host: db1, metric: os.cpu.user_us, every: 10s, values: "${series}" }';
  const quiet = tests.replace(/\{ host: db1.*"0x6.*? \}/, metric).replace(/\[\{ fires.*/, "[]");
  bench.write("alerts/lag.test.yaml", quiet);
  expect((await bench.run(["test", "--filter", "40 s"])).code).toBe(0);
});

it("replaces a number in a name of an alert by its text", async () => {
  const config = readFileSync(join(bench.folder(), "dbmon.yaml"), "utf8");
  bench.write("dbmon.yaml", config.replaceAll("limit: ", 'v: 1.10, w: 017, x: "v${v}", limit: '));
  bench.write("alerts/lag.yaml", lag.replace("in ${environment}", "${x} ${w}"));
  bench.write("alerts/lag.test.yaml", 'tests: [{ name: a, expect: { "Lag v${v} ${w}": [] } }]');
  expect(await bench.run(["test"])).toMatchObject({ code: 0, stderr: "" });
  bench.write("alerts/lag.test.yaml", 'hosts: [{ name: "${v}", type: os }]\ntests: []');
  expect((await bench.run(["test"])).stderr).toMatch(
    / not 1\.10\. .*\n {2}Put the value in quotes: "1\.10"\./,
  );
});

it("runs the tests of one environment, with the document of one environment", async () => {
  const run = await bench.run(["test", "-e", "production-eu", "--json"]);
  expect(run.code).toBe(0);
  expect(JSON.parse(run.stdout)).toMatchObject({ tests: [{ status: "passed" }, { status: "passed" }] });
  const text = await bench.run(["test", "-e", "production-eu"]);
  expect(text.stdout).toMatch(/^passed: "a lag of 40 s"/);
});

it("writes the results of several environments as one document and one JUnit report", async () => {
  const run = await bench.run(["test", "-e", "staging", "-e", "production-eu", "--json"], {});
  expect(JSON.parse(run.stdout)).toMatchObject({
    dbmon: 1,
    environments: {
      staging: { tests: [{ status: "failed" }], coverage: { percent: 0 } },
      "production-eu": { tests: [{}, {}], coverage: { percent: 100 } },
    },
  });
  await bench.run(["test", "--report", "junit=tests.xml"]);
  const junit = readFileSync(join(bench.folder(), "tests.xml"), "utf8");
  expect(junit).toContain('<testsuites name="dbmon test" tests="3" failures="1"');
  expect(junit).toContain(
    '<testsuite name="dbmon test staging: alerts/lag.test.yaml" tests="1" failures="1"',
  );
  expect(junit).toContain(
    '<testsuite name="dbmon test production-eu: alerts/lag.test.yaml" tests="2" failures="0"',
  );
});

it("checks --min-coverage in each environment", async () => {
  const run = await bench.run(["test", "--min-coverage", "50"]);
  expect(run.stderr).toBe(
    `error: The tests make 0% of the alerts fire, less than the 50% of --min-coverage. Environment: staging.
  Add tests that make other alerts fire.
`,
  );
});

it("resolves the path of the definitions, such as a stack of each environment", async () => {
  bench.write("staging/a.yaml", lag);
  bench.write("production-eu/a.yaml", lag.replace('"${limit}"', "50"));
  bench.write("alerts/lag.test.yaml", `definitions: ../\${environment}\n${tests}`);
  const run = await bench.run(["test", "--filter", "40 s", "--json", "-e", "*"]);
  expect(JSON.parse(run.stdout)).toMatchObject({
    environments: {
      staging: { tests: [{ status: "failed" }] },
      "production-eu": { tests: [{ status: "failed" }] },
    },
  });
});

it.each([
  [
    "a value that is missing in one environment",
    tests.replace("${limit}x30", "${limits}x30"),
    'error: alerts/lag.test.yaml:9:72: field tests[1].metrics[0].values: The value "limits" is not defined. Environment: production-eu.',
  ],
  [
    "an unknown environment",
    tests.replace('["production-*"]', "[stagin]"),
    'error: alerts/lag.test.yaml:12:20: field tests[1].environments[0]: No environment is named "stagin". Environments: staging, production-eu.',
  ],
  [
    "an alert that an environment does not have",
    tests.replace("\n    environments", "\n    #"),
    'error: alerts/lag.test.yaml:11:7: field tests[1].expect."Lag in production-eu": No definition is named "Lag in production-eu". Environment: staging.',
  ],
  [
    "two keys that become equal",
    tests.replace("production-eu: []", "production-eu: []\n      Lag in ${environment}: []"),
    'Duplicate key "Lag in production-eu" after its values are replaced. Environment: production-eu.',
  ],
  ["a file that is no YAML", "tests: [", "error: alerts/lag.test.yaml:1"],
])("reports %s at its place", async (_, content, message) => {
  bench.write("alerts/lag.test.yaml", content);
  const run = await bench.run(["test"]);
  expect(run.code).toBe(1);
  expect(run.stderr).toContain(message);
  expect(run.stderr.match(/^error:/gm)).toHaveLength(1);
});

it("keeps the index of a test after tests that the environment does not have", async () => {
  const [head, first, second] = tests.split(/(?=  - name)/);
  bench.write("alerts/lag.test.yaml", `${head}${second}${first?.replace("pager", "pagers")}`);
  const run = await bench.run(["test"]);
  expect(run.stderr).toContain("field tests[1].expect.");
});

it("reports once that there are no tests", async () => {
  const run = await bench.run(["test", "--filter", "memory"]);
  expect(run.stderr).toBe(`error: No test has a name that contains the text of --filter.
  Change the value of --filter. It is case-sensitive.
`);
});

it("rejects environments of a test without environments", async () => {
  bench.write("elsewhere/a.yaml", "alerts: []");
  bench.write("elsewhere/a.test.yaml", "tests: [{ name: t, environments: [staging] }]");
  bench.write("dbmon.yaml", "environments: {}");
  const empty = await bench.run(["test", "elsewhere"]);
  expect(empty.stderr).toContain("Unknown key tests[0].environments.");
  const { rmSync } = await import("node:fs");
  rmSync(join(bench.folder(), "dbmon.yaml"));
  const run = await bench.run(["test", "elsewhere"]);
  expect(run.stderr).toContain(
    "error: elsewhere/a.test.yaml:1:20: Unknown key tests[0].environments.\n  Define the environments in the file dbmon.yaml",
  );
});

it("--watch runs again when the configuration changes, also after it was invalid", async () => {
  let runs = 0;
  const reports: string[] = [];
  const config = readFileSync(join(bench.folder(), "dbmon.yaml"), "utf8");
  const changes = [
    () => bench.write("dbmon.yaml", "environments: ["),
    () => bench.write("dbmon.yaml", config.replace("limit: 60", "limit: 30")),
  ];
  let seen = 0;
  const run = await bench.dbmon(["test", "--watch", "-e", "staging"], {
    onError: (stderr, child) => {
      const count = stderr.split("Waiting for changes").length - 1;
      if (count === runs) return;
      runs = count;
      reports.push(stderr.slice(seen));
      seen = stderr.length;
      const change = changes.shift();
      if (change === undefined) child.kill("SIGINT");
      else change();
    },
  });
  expect(reports[1]).toContain("error: dbmon.yaml:1");
  expect(run.stdout).toMatch(/failed: "a lag of 40 s"[^]*passed: "a lag of 40 s"/);
  expect(run.code).toBe(0);
});
