/** Definitions in NFC and live alerts in NFD, or the other way round, are the same alerts. */
import { alerts, commandBench, environmentOf, writesTo } from "../../../support/command";
import { shopSeed } from "../../../support/emulator";

const bench = commandBench();
const composed = "Caf\u00e9";
const decomposed = "Cafe\u0301";

const defined = (policy: number) =>
  alerts(
    `\n  - { name: ${composed}, policy: ${policy}, destinations: [${composed}], event: { categories: [${composed}] } }\n`,
  );

async function setUp() {
  const emulator = await bench.emulator();
  emulator.environment().add("destinations", { id: 77, name: decomposed, integration: 1, settings: {} });
  const environment = environmentOf(emulator);
  const live = bench.write(
    "live.yaml",
    alerts(
      `\n  - { name: ${decomposed}, policy: 1, destinations: [77], event: { categories: [${decomposed}] } }\n`,
    ),
  );
  const dbmon = (...args: string[]) => bench.dbmon([...args, "--window", "0"], { environment });
  expect(await dbmon("apply", live, "--yes")).toMatchObject({ code: 0 });
  emulator.requests.clear();
  return { emulator, environment, dbmon };
}

it("plan and drift find no difference, and an apply keeps the form of the strings that it does not change", async () => {
  const { emulator, dbmon } = await setUp();
  const same = bench.write("same.yaml", defined(1));
  expect(await dbmon("plan", same, "--detailed-exitcode")).toMatchObject({ code: 0 });
  expect(await dbmon("drift", same, "--no-wait", "--detailed-exitcode")).toMatchObject({ code: 0 });

  const changed = bench.write("changed.yaml", defined(2));
  expect(await dbmon("apply", changed, "--yes", "--target", decomposed)).toMatchObject({ code: 0 });
  expect(writesTo(emulator)).toEqual(["PUT /alerts/1"]);
  const { stdout } = await dbmon("plan", changed, "--json");
  expect(JSON.parse(stdout)).toMatchObject({
    changes: [{ action: "unchanged", name: composed, live: { alert: { name: decomposed, policy: 2 } } }],
  });
});

it("two definitions whose names differ only in their form are duplicates", async () => {
  const file = bench.write(
    "two.yaml",
    alerts(
      `\n  - { name: ${composed}, policy: 1, event: { categories: [x] } }\n  - { name: ${decomposed}, policy: 1, event: { categories: [x] } }\n`,
    ),
  );
  const { code, stdout } = await bench.dbmon(["check", file]);
  expect(code).toBe(1);
  expect(stdout).toContain("The names differ only in their Unicode normalization form.");
});

it.each([
  ["composed", composed, decomposed],
  ["decomposed", decomposed, composed],
  ["escaped", "Cafe\\u0301", composed],
])("a rule with a literal that is %s refuses in apply what it refuses in check", async (_, literal, name) => {
  const { emulator, environment, dbmon } = await setUp();
  const condition = `'${literal}' in alert.destinations && alert.name == '${literal}' && alert.event.categories[0].matches('^${literal}$')`;
  bench.write("dbmon.yaml", `rules:\n  - { name: r, expression: ${JSON.stringify(`!(${condition})`)} }\n`);
  const file = bench.write("ruled.yaml", defined(2).replaceAll(composed, name));
  const refused = 'The alert does not satisfy the rule "r"';
  expect((await bench.dbmon(["check", file], { environment })).stdout).toContain(refused);
  expect((await bench.dbmon(["check", file])).stdout).toContain(refused);
  expect(await dbmon("apply", file, "--yes")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(refused) as unknown,
  });
  expect(writesTo(emulator)).toEqual([]);
});

it("a test compares metrics, categories, hosts and destinations in NFC", async () => {
  const threshold = `threshold: { alert_level: warn, metric: ${decomposed}, trigger: 1, duration: 5m, reset: 1 }`;
  bench.write(
    "alerts.yaml",
    `${defined(1)}  - { name: T, policy: 1, hosts: [${decomposed}], destinations: [${composed}], ${threshold} }\n`,
  );
  bench.write(
    "alerts.test.yaml",
    `hosts: [{ name: ${composed}, type: os }]
tests:
  - name: a
    metrics: [{ host: ${decomposed}, metric: ${composed}, every: 1m, values: "2x9" }]
    events: [{ at: 1m, type: ${decomposed}, host: ${composed} }]
    expect:
      ${decomposed}: [{ fires: 1m, notifies: [${decomposed}] }]
      T: [{ fires: 5m, host: ${composed}, notifies: [${decomposed}] }]
    routes: [{ host: ${composed}, event: ${decomposed}, notifies: [${decomposed}] }]
`,
  );
  expect(await bench.dbmon(["test"])).toMatchObject({ code: 0, stderr: "" });
});

it("a back-test and a routes table compare categories and metrics in NFC", async () => {
  const now = Math.floor(Date.now() / 1000);
  const past = { start: now - 3600, uuid: "1".repeat(32), message: "m", duration: 0, level: "info" as const };
  const seed = { ...shopSeed(), events: [{ ...past, type: decomposed, digest: "1" }] };
  const environment = environmentOf(await bench.emulator({ seed }));
  const threshold = `threshold: { alert_level: warn, metric: ${composed}, trigger: 1, duration: 1, reset: 1 }`;
  const deploy = `{ name: E, policy: 1, event: { categories: [${composed}] } }`;
  const file = bench.write(
    "tested.yaml",
    alerts(`\n  - ${deploy}\n  - { name: T, policy: 1, ${threshold} }\n`),
  );
  const rows = [5, 4, 3, 2].map(
    (hours) => `${now - hours * 3600},${shopSeed().hosts[0]?.id},${decomposed},2\n`,
  );
  bench.write("metrics.csv", `time,host,metric,value\n${rows.join("")}`);
  const run = await bench.dbmon(["backtest", file, "--metrics", "metrics.csv", "--json"], { environment });
  expect(run.stderr).toBe("");
  expect(JSON.parse(run.stdout)).toMatchObject({
    alerts: [{ backtest: { after: { events: 1, firings: 1 } } }, { backtest: { after: { firings: 1 } } }],
    backtest: { metric_values: 4 },
  });
  const routes = await bench.dbmon(["routes", file, "--event", decomposed, "--json"]);
  expect(routes.code).toBe(0);
  expect(JSON.parse(routes.stdout)).toMatchObject({ routes: [{ notifications: [{ alerts: ["E"] }] }, {}] });
});
