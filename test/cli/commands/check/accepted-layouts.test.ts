/** Layouts of YAML that other parsers accept, in each kind of file that people write. */
import { commandBench } from "../../../support/command";

const bench = commandBench();

const config = `environments:
  staging:
    base_url: "https://staging.example.com/
prefix"
    api_token: {
    env: DBMON_STAGING_TOKEN
    }
rules: [{
  name: named,
  expression: "alert.name !=
'' && alert.destinations.size() > 0"
}]
`;

const definitions = `alerts:
  - name: "CPU is
high"
    policy: Every time
    destinations: [
      Mail, # the team
    On-call,
    ]
    host_types: [mysql,\tos]
    threshold: {
\talert_level: crit,
\tmetric: os.cpu.user_us,
      trigger: 80, duration: 5m,
    reset: 70
    }
`;

const tests = `hosts: [
{ name: db1, type: os }
]
tests:
  - name: 'a busy host
pages'
    metrics: [
    { host: db1, metric: os.cpu.user_us, every: 1m, values: "90x10

40x10" }
    ]
    expect: { CPU is high: [
      { fires: 5m, host: db1, notifies: [Mail, On-call] },
      { resolves: 11m, host: db1 }
    ] }
`;

const catalog = `destinations: [
{ name: Mail }, { name: "On-call" }
]
policies: {
Every time: 0s
}
durations: { 5m: 5m
}
`;

const checkAll = async () => {
  const check = await bench.dbmon(["check", "alerts.yaml", "-e", "staging", "--catalog", "catalog.yaml"]);
  const test = await bench.dbmon(["test", "alerts.test.yaml", "-e", "staging"]);
  return { check, test };
};

beforeEach(() => {
  bench.write("dbmon.yaml", config);
  bench.write("alerts.yaml", definitions);
  bench.write("alerts.test.yaml", tests);
  bench.write("catalog.yaml", catalog);
});

it("brackets, strings and tabs that are not indented further than their key are accepted", async () => {
  const { check, test } = await checkAll();
  expect([check.stdout, check.code]).toEqual(["", 0]);
  expect(test).toMatchObject({ code: 0 });
  expect(test.stdout).toContain("a busy host pages");
});

it.each(["dbmon.yaml", "alerts.yaml", "alerts.test.yaml", "catalog.yaml"])(
  "a tab after spaces is named as a tab in %s",
  async (file) => {
    bench.write(file, "a:\n  b: 1\n  \tc: 2\n");
    const { check, test } = await checkAll();
    expect(`${check.stdout}${check.stderr}${test.stdout}${test.stderr}`).toContain(
      `${file}:3:3: Invalid YAML: a tab is used for indentation.`,
    );
  },
);
