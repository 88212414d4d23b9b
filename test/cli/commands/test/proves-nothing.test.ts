/** Parts of test files that prove nothing: warnings of `dbmon test`, and errors with --strict. */
import { alerts, commandBench } from "../../../support/command";

const bench = commandBench();

const definitions = alerts(`
  - name: Lag
    policy: At most once an hour
    destinations: ["#db-alerts"]
    threshold: { alert_level: warn, metric: lag, trigger: 30, duration: 2, reset: 20 }
  - name: Deploy
    policy: 1
    destinations: ["#db-alerts"]
    event: { categories: [code deployment] }
`);

const head = `definitions: alerts.yaml
hosts: [{ name: db1, type: mysql }]
durations: { 2: 5m }
`;

async function test(file: string, ...args: string[]) {
  bench.write("alerts.yaml", definitions);
  bench.write("a.test.yaml", file);
  const { code, stdout, stderr } = await bench.dbmon(["test", "a.test.yaml", ...args]);
  return { code, stdout, problems: stderr.split("\n").filter((line) => /^(warning|error|  )/.test(line)) };
}

const deploy = "events: [{ at: 1m, type: code deployment }], expect: { Deploy: [{ fires: 1m }] }";
const lag = '{ host: db1, metric: lag, every: 1m, values: "0x9" }';

it.each([
  [
    "tests without expectation",
    `${head}tests: [{ name: a }, { name: b }, { name: c, ${deploy} }]\n`,
    "a.test.yaml:4:9: tests[0] has no expectation, so it proves nothing (and 1 more in this file).",
    "Add expect or routes.",
  ],
  [
    "events after the end",
    `${head}tests: [{ name: a, until: 30s, ${deploy.replace("[{ fires: 1m }]", "[]")} }]\n`,
    "a.test.yaml:4:41: tests[0].events[0] has no effect before the end of the test.",
    "Set a later until, or an earlier time.",
  ],
  [
    "samples after the end",
    `${head}tests: [{ name: a, until: 8m, metrics: [${lag}], expect: { Lag: [] } }]\n`,
    "a.test.yaml:4:41: tests[0].metrics[0] has samples after the end of the test.",
    "Set a later until, or an earlier time.",
  ],
  [
    "changes that take effect after the end",
    `${head}tests: [{ name: a, until: 2m, changes: [{ at: 61s, alert: Deploy, set: { disabled: true } }], expect: { Deploy: [] } }]\n`,
    "a.test.yaml:4:41: tests[0].changes[0] has no effect before the end of the test.",
    "Set a later until, or an earlier time.",
  ],
  [
    "two series of one metric and host",
    `${head}tests: [{ name: a, metrics: [${lag}, ${lag}], expect: { Lag: [] } }]\n`,
    "a.test.yaml:4:84: tests[0].metrics[1] has the host and the metric of another series of the test.",
    "Join the series.",
  ],
  [
    "a policy that no definition uses",
    `${head}policies: { At most once an huor: 1h }\ntests: [{ name: a, ${deploy} }]\n`,
    'a.test.yaml:4:13: field policies."At most once an huor": No definition uses "At most once an huor" of policies.',
    'Did you mean "At most once an hour"?',
  ],
  [
    "a duration whose key is no ID",
    `${head.replace("{ 2: 5m }", "{ 2: 5m, 02: 5m }")}tests: [{ name: a, ${deploy} }]\n`,
    'a.test.yaml:3:21: field durations.02: No definition uses "02" of durations.',
    'Did you mean "2"?',
  ],
])("%s are a warning, and an error with --strict", async (_, file, what, remedy) => {
  const lenient = await test(file);
  expect(lenient.problems).toEqual([`warning: ${what}`, `  ${remedy}`]);
  expect(lenient.code).toBe(0);
  const strict = await test(file, "--strict");
  expect(strict).toMatchObject({ code: 1, problems: [`error: ${what}`, `  ${remedy}`] });
});

it("a test without expectation does not count for the coverage", async () => {
  const { stdout } = await test(`${head}tests: [{ name: a, events: [{ at: 1m, type: code deployment }] }]\n`);
  expect(stdout).toContain("0 of 2 alerts fire in a test (0%)");
});

it("what a change, another environment or a test that is not selected may use is no warning", async () => {
  const changes = "changes: [{ at: 0, alert: Deploy, set: { policy: 7 } }]";
  const file = `${head}policies: { 7: 1h }\ntests: [{ name: a, ${deploy}, ${changes} }, { name: b, ${deploy} }]\n`;
  expect((await test(file)).problems).toEqual([]);
  expect((await test(file, "--filter", "b")).problems).toEqual([]);
  bench.write(
    "dbmon.yaml",
    "environments:\n" +
      ["one", "two"]
        .map(
          (name) => `  ${name}: { base_url: "https://${name}.example", api_token: { env: DBMON_TOKEN } }\n`,
        )
        .join(""),
  );
  const limited = file.replace("name: a,", "name: a, environments: [one],");
  expect((await test(limited)).problems).toEqual([]);
  expect((await test(limited, "--environment", "two")).problems).toEqual([]);
  expect((await test(limited.replace("7: 1h", "8: 1h"))).problems).toEqual([
    'warning: a.test.yaml:4:13: field policies.8: No definition uses "8" of policies.',
    expect.stringContaining("Available"),
  ]);
});
