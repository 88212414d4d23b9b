/** Back-tests with values of metrics that cannot be used. */
import { alerts, commandBench, environmentOf } from "../../../support/command";
import { shopSeed } from "../../../support/emulator";

const bench = commandBench();

const header = "time,host,metric,value\n";
const cpu = `
  - name: CPU
    policy: 1
    destinations: [1]
    threshold: { alert_level: warn, metric: os.cpu.user_us, trigger: 90, duration: 1, reset: 80 }
`;

/** The command with definitions and a file of values of metrics. A later --metrics takes precedence. */
async function dbmonWith(values: string, definitions = cpu) {
  const variables = environmentOf(await bench.emulator({ propagationSeconds: 0, seed: shopSeed() }));
  bench.write("cpu.yaml", alerts(definitions));
  bench.write("metrics.csv", values);
  bench.write("usable.csv", header);
  return (command: string, ...args: string[]) =>
    bench.dbmon([command, "--metrics", "metrics.csv", ...args], { environment: variables });
}

describe("--metrics with values that test nothing", () => {
  const yesterday = Math.floor(Date.now() / 1000) - 86_400;
  const usage = `${header}${yesterday},db-1.shop.example,os.cpu.user_us,95\n`;
  const limit = ["--backtest", "--since", "14d", "--max-firings", "20/7d"];
  const cases = [
    [
      "no value",
      header,
      "metrics.csv: The file has no values of metrics. Fix: Add values, or remove --metrics.",
    ],
    [
      "no tested metric",
      `${header}${yesterday},db-1.shop.example,os.cpu.idle_us,95\n`,
      'metrics.csv: No value in the file is of a metric of the tested alerts: "os.cpu.user_us". Fix: Add values of these metrics, or remove --metrics.',
    ],
    [
      "no known host",
      `${header}${yesterday},db-1.shop.exmple,os.cpu.user_us,95\n`,
      'metrics.csv: No value of "os.cpu.user_us" in the period is a number from a host of the service. Fix: Did you mean "db-1.shop.example"',
    ],
    [
      "no watched host",
      `${header}${yesterday},db-2.shop.example,os.cpu.user_us,95\n`,
      'metrics.csv: No value of "os.cpu.user_us" in the period is from a host that an alert on this metric watches. Fix: Add values of hosts that the alerts watch.',
    ],
    [
      "no time of the period",
      `${header}2025-01-01T00:00:00Z,db-1.shop.example,os.cpu.user_us,95\n2025-01-02T00:00:00Z,db-1.shop.example,os.cpu.user_us,95\n`,
      'metrics.csv: No value of "os.cpu.user_us" is in the period of the back-test. The values are from 2025-01-01T00:00:00Z to 2025-01-02T00:00:00Z. Fix: Set --since and --until to a period with values.',
    ],
  ] as const;

  it.each(cases)("%s: backtest fails, and so does a plan with --max-firings", async (_, values, problem) => {
    const dbmon = await dbmonWith(
      values,
      cpu.replace("policy: 1", "policy: 1\n    hosts: [db-1.shop.example]"),
    );
    const [what = "", remedy = ""] = problem.split(" Fix: ");
    const backtest = await dbmon("backtest", "cpu.yaml");
    expect({ code: backtest.code, stdout: backtest.stdout }).toEqual({ code: 1, stdout: "" });
    const plan = await dbmon("plan", "cpu.yaml", ...limit);
    expect(plan.code).toBe(1);
    const unlimited = await dbmon("plan", "cpu.yaml", "--backtest");
    expect(unlimited.code).toBe(0);
    for (const [severity, { stderr }] of [
      ["error", backtest],
      ["error", plan],
      ["warning", unlimited],
    ] as const) {
      expect(stderr).toContain(`${severity}: ${what}`);
      expect(stderr).toContain(remedy);
    }
  });

  it("an alert whose hosts have no values is an error if firings are limited", async () => {
    const onDb2 = cpu.replace("name: CPU", "name: CPU of db-2\n    hosts: [db-2.shop.example]");
    const dbmon = await dbmonWith(usage, cpu + onDb2);
    const plan = await dbmon("plan", "cpu.yaml", ...limit, "--format", "markdown");
    expect(plan.code).toBe(1);
    expect(plan.stdout).toContain("**error**");
    const what =
      "--max-firings 20/7d was not checked for the alert: not tested, because no value of its metric in the period is from one of its hosts.";
    expect(plan.stdout).toContain(what);
    expect(plan.stdout.split("was not checked")).toHaveLength(2);
    const applied = await dbmon("apply", "cpu.yaml", "--yes", ...limit);
    expect(applied).toMatchObject({ code: 1, stderr: expect.stringContaining("error: cpu.yaml:") as string });
    expect(applied.stderr).toContain(what);
    expect((await dbmon("plan", "cpu.yaml", "--backtest", "--json")).stdout).toContain(
      '"name": "CPU of db-2"',
    );
    const backtest = await dbmon("backtest", "cpu.yaml");
    expect(backtest.stdout).toContain(
      '"CPU of db-2": not tested, because no value of its metric in the period is from one of its hosts\n',
    );
  });
});

it("names the malformed line", async () => {
  const dbmon = await dbmonWith(`${header}1,db-1,os.cpu.user_us,1\nnow,db-1,m,1\n`);
  const { code, stderr } = await dbmon("backtest", "cpu.yaml");
  expect(code).toBe(1);
  expect(stderr).toContain(
    "metrics.csv:3: The line is not the value of a metric: the time is neither RFC 3339",
  );
});

describe.each([
  [
    "malformed",
    "metrics.csv",
    "error: metrics.csv:3: The line is not the value of a metric: the time is neither",
  ],
  ["missing", "none.csv", "error: none.csv: The metrics cannot be read: "],
])("a file of metrics that is %s", (_, file, problem) => {
  const values = `${header}1,db-1,os.cpu.user_us,1\nnow,db-1,m,1\n`;

  it.each(["plan", "apply --yes", "drift --window 0"])(
    "is an error of %s, with changes and without",
    async (command) => {
      const dbmon = await dbmonWith(values);
      const [name = "", ...options] = command.split(" ");
      const run = (...more: string[]) => dbmon(name, "cpu.yaml", "--backtest", ...options, ...more);
      const changed = await run("--metrics", file);
      expect(changed).toMatchObject({ code: 1, stderr: expect.stringContaining(problem) as string });
      const definitions = await dbmon("apply", "cpu.yaml", "--yes", "--backtest", "--metrics", "usable.csv");
      expect(definitions.code).toBe(0);
      expect(await run("--metrics", "usable.csv")).toMatchObject({ code: 0 });
      const unchanged = await run("--metrics", file);
      expect(unchanged).toMatchObject({ code: 1, stderr: expect.stringContaining(problem) as string });
    },
  );

  it("is an error of backtest", async () => {
    const dbmon = await dbmonWith(values);
    const backtest = await dbmon("backtest", "cpu.yaml", "--metrics", file);
    expect(backtest).toMatchObject({ code: 1, stderr: expect.stringContaining(problem) as string });
  });
});

describe("the formats of values", () => {
  const start = Math.floor(Date.now() / 1000) - 86_400;
  const host = "db-1.shop.example";
  const points = [95, 95, 70, 95, 95].map((value, index) => [start + index * 60, String(value)] as const);
  const answer = (...result: object[]) => ({ status: "success", data: { resultType: "matrix", result } });
  const series = (metric: object, values: readonly (readonly [number, string])[] = points) => ({
    metric,
    values,
  });
  const wide = points.map(([time, value]) => `${time},${value},${value}`).join("\n");

  const long = points.map(([time, value]) => `${time},os.cpu.user_us,${value}`).join("\n");

  it.each([
    ["CSV with one column for each host", `time,${host},db-2.shop.example\n${wide}\n`, [], 4, 10],
    ["CSV with a column for the metric", `Time,metric,${host}\n${long}\n`, [], 2, 5],
    [
      "JSON of Prometheus",
      JSON.stringify(answer(series({ host, metric: "os.cpu.user_us", __name__: "cpu" }))),
      [],
      2,
      5,
    ],
    [
      "formatted JSON of Prometheus",
      JSON.stringify(answer(series({ __name__: "os.cpu.user_us", host })), null, 2),
      [],
      2,
      5,
    ],
    [
      "JSON of Prometheus without a metric",
      JSON.stringify(answer(series({ instance: host }))),
      ["--metrics-host", "instance"],
      2,
      5,
    ],
  ] as const)("%s", async (_, values, args, firings, count) => {
    const dbmon = await dbmonWith(values);
    const { code, stdout, stderr } = await dbmon("backtest", "cpu.yaml", ...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`"CPU": ${firings} firings in 14d`);
    expect(stdout).toContain(`, ${count} values of metrics\n`);
  });

  const misspelled = series({ host: "db-1.shop.exmple" });
  const unread = series({ host, metric: "os.cpu.idle_us" });
  const used = series({ host, metric: "os.cpu.user_us" });
  const ignored = series({ host }, [
    [start + 600, "NaN"],
    [start - 100 * 86_400, "95"],
  ]);

  it("names and counts values that are not used, and fails for unknown hosts if firings are limited", async () => {
    const dbmon = await dbmonWith(JSON.stringify(answer(used, misspelled, unread, ignored)));
    const unknown =
      'metrics.csv: The file has values of hosts that the service does not have: "db-1.shop.exmple" (5 values). They were ignored.';
    const other =
      'warning: metrics.csv: The file has values of metrics that no definition reads: "os.cpu.idle_us" (5 values). They were ignored.';
    for (const command of [["backtest"], ["plan", "--backtest"]]) {
      const [name = "", ...options] = command;
      const run = await dbmon(name, "cpu.yaml", ...options);
      expect(run.code).toBe(0);
      expect(run.stderr).toContain(`warning: ${unknown}`);
      expect(run.stderr).toContain(other);
      expect(run.stdout).toContain("5 values of metrics (ignored: 1 outside of the period, 1 NaN)");
      const limited = await dbmon(name, "cpu.yaml", ...options, "--max-firings", "20/7d");
      expect(limited.code).toBe(1);
      expect(limited.stderr).toContain(`error: ${unknown}`);
      expect(limited.stderr).toContain('Did you mean "db-1.shop.example"');
    }
  });

  it("values of a metric that only an unmanaged alert reads are not reported", async () => {
    const dbmon = await dbmonWith(JSON.stringify(answer(used, unread)));
    const idle = cpu.replace("name: CPU", "name: Idle").replace("user_us", "idle_us");
    bench.write("both.yaml", alerts(cpu + idle));
    expect((await dbmon("apply", "both.yaml", "--yes", "--backtest")).code).toBe(0);
    const { code, stderr } = await dbmon("backtest", "cpu.yaml");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  it("values of a metric that only an unchanged alert reads are not reported", async () => {
    const idle = cpu.replace("name: CPU", "name: Idle").replace("user_us", "idle_us");
    const dbmon = await dbmonWith(JSON.stringify(answer(used, unread)), cpu + idle);
    const { code, stderr } = await dbmon("backtest", "cpu.yaml", "--alert", "CPU");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  it.each([
    [
      "no host",
      JSON.stringify(answer(series({ instance: host }))),
      'data.result[0] has no label "host".\n  Set --metrics-host to "instance".',
    ],
    [
      "an error",
      '{"status":"error","errorType":"bad_data","error":"bad query"}',
      'Prometheus reports the error "bad query".',
    ],
    [
      "another type",
      '{"status":"success","data":{"resultType":"vector","result":[]}}',
      "data.resultType is not matrix.",
    ],
    [
      "a cut end",
      '{"status":"success","data":{"resultType":"matrix","result":[',
      "it is neither JSON, nor JSON lines.",
    ],
    ["brackets only", `{"status":${"[".repeat(1_000_000)}`, "the JSON is nested deeper than 200 levels."],
  ])("JSON of Prometheus with %s is an error", async (_, values, reason) => {
    const dbmon = await dbmonWith(values);
    const { code, stdout, stderr } = await dbmon("backtest", "cpu.yaml");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(`error: metrics.csv: The file has no value of a metric: ${reason}`);
  });

  it("--metrics-host is an error with CSV", async () => {
    const dbmon = await dbmonWith(`time,${host}\n${start},95\n`);
    for (const command of [["backtest"], ["plan", "--backtest"]]) {
      const [name = "", ...options] = command;
      const { code, stderr } = await dbmon(name, "cpu.yaml", ...options, "--metrics-host", "instance");
      expect(code).toBe(1);
      expect(stderr).toBe(
        "error: metrics.csv: The file is not JSON of Prometheus, so --metrics-host has no effect.\n" +
          "  Remove --metrics-host, which names the label with the hosts in JSON of query_range of Prometheus.\n",
      );
    }
  });

  it("CSV without a metric is an error if several metrics are tested", async () => {
    const dbmon = await dbmonWith(
      `time,${host}\n${start},95\n`,
      cpu + cpu.replace("name: CPU", "name: Idle").replace("user_us", "idle_us"),
    );
    const { code, stderr } = await dbmon("backtest", "cpu.yaml");
    expect(code).toBe(1);
    expect(stderr).toContain(
      "metrics.csv:1: The line is not the value of a metric: no column has the metric, and several",
    );
    expect(stderr).toContain("Add a column metric.");
  });
});
