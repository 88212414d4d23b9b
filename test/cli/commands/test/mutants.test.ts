/** `dbmon test --mutants`: the changes of alerts that no test notices, and their share. */
import { environmentsBench, lag } from "../../environments/environments-bench";

const bench = environmentsBench();

/** The limit of lag is 60 in staging, and 30 in production-eu. */
const tests = `hosts: [{ name: db1, type: os }]
durations: { 2: 5m }
tests:
  - name: a lag
    metrics: [{ host: db1, metric: os.cpu.user_us, every: 10s, values: "0x6 32x40 10" }]
    expect:
      "Lag in \${environment}": [{ fires: 6m10s, level: warn, notifies: ["\${pager}"] }, { resolves: 8m }]
    environments: [production-eu]
`;

beforeEach(() => {
  bench.configure();
  bench.write("alerts/lag.yaml", lag);
  bench.write("alerts/lag.test.yaml", tests);
});

const unnoticed =
  'No test notices "Lag in production-eu" with trigger: 30 -> 27. At 29 on any host for 5 minutes: before nothing; after warn to On-call PagerDuty.';

it("lists the changes that no test notices, and their share", async () => {
  const run = await bench.run(["test", "-e", "production-eu", "--mutants"]);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(run.stdout.split("\n")).toEqual([
    'passed: "a lag" (alerts/lag.test.yaml:4:5)',
    "",
    unnoticed,
    "Tests notice 6 of 7 changes of alerts (85%).",
    "Test: 1 passed. 1 of 1 alert fires in a test (100%).",
    "",
  ]);
});

it("writes them as JSON", async () => {
  const run = await bench.run(["test", "-e", "production-eu", "--mutants", "--json"]);
  expect(JSON.parse(run.stdout)).toMatchObject({
    mutants: {
      mutants: 7,
      noticed: 6,
      percent: 85,
      unnoticed: [
        {
          name: "Lag in production-eu",
          where: { file: "alerts/lag.yaml" },
          change: "trigger: 30 -> 27",
          sentence: unnoticed.slice(unnoticed.indexOf("At 29")),
        },
      ],
    },
  });
});

it.each([
  ["85%", 0],
  ["86%", 1],
])("fails with --min-score if the tests notice a smaller share: %s", async (score, code) => {
  const run = await bench.run(["test", "-e", "production-eu", "--min-score", score]);
  expect(run.code).toBe(code);
  expect(run.stdout).toContain(unnoticed);
  expect(run.stderr).toBe(
    code === 0
      ? ""
      : "error: Tests notice 85% of the changes of alerts, less than the 86% of --min-score.\n  Add tests of the situations that the result lists.\n",
  );
});

it("finds them in each environment", async () => {
  const run = await bench.run(["test", "--min-score", "50"]);
  expect(run.code).toBe(1);
  expect(run.stdout).toMatch(/staging:\n[^]*Tests notice 0 of 7 [^]*production-eu:\n[^]*Tests notice 6 of 7/);
});

it("lists at most 50 changes as text", async () => {
  const names = Array.from({ length: 20 }, (_, index) => `Alert ${index}`);
  const alerts = names.map((name) => lag.replace("alerts:\n", "").replace("Lag in ${environment}", name));
  bench.write("alerts/lag.yaml", `alerts:\n${alerts.join("")}`);
  bench.write("alerts/lag.test.yaml", "durations: { 2: 5m }\ntests: []\n");
  const { stdout } = await bench.run(["test", "-e", "staging", "--mutants"]);
  expect(stdout.match(/^No test notices/gm)).toHaveLength(50);
  expect(stdout).toContain("\nand 90 more changes (--json lists all)\n");
});

it.each(["--mutants", "--min-score=80"])("refuses %s of selected tests", async (flag) => {
  const run = await bench.run(["test", "--filter", "a", flag]);
  expect(run.code).toBe(1);
  expect(run.stderr).toContain(
    `error: ${flag.replace("=80", "")} needs all tests, but --filter selects some.\n`,
  );
});
