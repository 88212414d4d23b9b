/** Warnings of host types, categories and metrics that are probably misspelled, by `dbmon check` and `dbmon plan`, without a service. */
import { alerts, commandBench, environmentOf } from "../../../support/command";

const bench = commandBench();

const event = (name: string, category: string, more = "") =>
  `\n  - { name: ${name}, policy: 1, destinations: [1], event: { categories: [${category}] }${more} }`;
const threshold = (name: string, metric: string) =>
  `\n  - { name: ${name}, policy: 1, destinations: [1], threshold: { alert_level: crit, metric: ${metric}, trigger: 1, duration: 1, reset: 0 } }`;

async function warningsOf(...strings: string[]): Promise<string[]> {
  const { code, stdout } = await bench.dbmon(["check", bench.write("alerts.yaml", alerts(...strings))]);
  expect(code).toBe(0);
  return stdout.split("\n").filter((line) => line !== "");
}

it("names near the vocabulary of the service are warnings at their places", async () => {
  expect(
    await warningsOf(
      event("A", "Databse Server Restart", ", host_types: [os, mysq]"),
      threshold("B", "os.cpu.usr_us"),
      threshold("C", "host.queries.q.00c0ffee00c0ffee.p99_latncy_us"),
    ),
  ).toEqual([
    'warning: alerts.yaml:2:68: "A", field event.categories[0]: "Databse Server Restart" is probably not an event category of the service.',
    '  Did you mean "Database Server Restart"? To list the events, run dbmon list events.',
    'warning: alerts.yaml:2:112: "A", field host_types[1]: "mysq" is probably not a database type of the service.',
    '  Did you mean "mysql"? To list the types, run dbmon list hosts.',
    expect.stringMatching(
      /^warning: alerts\.yaml:3:\d+: "B", field threshold\.metric: "os\.cpu\.usr_us" is probably not a metric name: it resembles a metric of the service\.$/,
    ),
    '  Did you mean "os.cpu.user_us"?',
    expect.stringMatching(/^warning: alerts\.yaml:4:\d+: "C", field threshold\.metric: /),
    '  Did you mean "host.queries.q.00c0ffee00c0ffee.p99_latency_us"?',
  ]);
});

it("names near those of other definitions are warnings, where fewer or later definitions have them", async () => {
  expect(
    await warningsOf(
      event("A", "code deploymnt"),
      event("B", "code deployment"),
      event("C", "code deployment"),
      threshold("D", "team.queue.depth"),
      threshold("E", "team.queue.dpeth"),
      threshold("F", "mysql.repl.seconds_behind_mastr"),
    ),
  ).toEqual([
    'warning: alerts.yaml:2:68: "A", field event.categories[0]: "code deploymnt" is probably not an event category: it resembles one of another alert.',
    '  Did you mean "code deployment"?',
    expect.stringMatching(
      /^warning: alerts\.yaml:6:\d+: "E", field threshold\.metric: "team\.queue\.dpeth" is/,
    ),
    '  Did you mean "team.queue.depth"?',
    expect.stringMatching(/^warning: alerts\.yaml:7:\d+: "F", field threshold\.metric: "mysql\.repl/),
    '  Did you mean "mysql.repl.seconds_behind_master"?',
  ]);
});

it("names near those of live alerts are warnings of check --online", async () => {
  const environment = environmentOf(await bench.emulator());
  const live = bench.write("live.yaml", alerts(threshold("Live", "team.queue.depth")));
  expect((await bench.dbmon(["apply", live, "--yes"], { environment })).code).toBe(0);
  const file = bench.write("alerts.yaml", alerts(threshold("New", "team.queue.dpeth")));
  expect((await bench.dbmon(["check", file], { environment })).stdout).not.toContain("team.queue");
  const online = await bench.dbmon(["check", file, "--online"], { environment });
  expect(online.stdout).toContain(
    '"team.queue.dpeth" is probably not a metric name: it resembles one of another alert.',
  );
  expect(online.stdout).toContain('Did you mean "team.queue.depth"?');
});

it("names that are different on purpose are no warnings", async () => {
  const pairs = ["deploy", "deploys", "deploy", "deploys", "eu backup", "us backup", "job 1", "job 2"];
  const metrics = ["os.net.rx_bytes", "os.net.tx_bytes", "host.queries.q.00c0ffee00c0ffee.p95_latency_us"];
  expect(
    await warningsOf(
      ...pairs.map((category, index) => event(`E${index}`, category, `, host_types: [db${index}, mssql]`)),
      ...metrics.map((metric, index) => threshold(`T${index}`, metric)),
    ),
  ).toEqual([]);
});

it("plan prints the warnings, and makes the plan", async () => {
  const emulator = await bench.emulator();
  const file = bench.write("alerts.yaml", alerts(event("A", "Databse Server Restart")));
  const { code, stdout, stderr } = await bench.dbmon(["plan", file], {
    environment: environmentOf(emulator),
  });
  expect(code).toBe(0);
  expect(stderr).toMatch(/^warning: .* is probably not an event category of the service\.$/m);
  expect(stdout).toContain("1 to create");
});
