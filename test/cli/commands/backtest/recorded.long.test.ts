/** Recorded firings of threshold alerts in plan, show, apply, drift and `dbmon backtest`, from events that the emulator holds. */
import { type ServiceEmulator } from "../../../../src/emulator";
import { type EventWire } from "../../../../src/service";
import { alerts, commandBench, environmentOf } from "../../../support/command";
import { shopSeed, takeCallCounts } from "../../../support/emulator";
import { type EventListBehavior, eventServiceStarter } from "../../../support/event-service";
import { expectToMatchSchema } from "../../documents";

const bench = commandBench();
const startService = eventServiceStarter();

const day = 86_400;
const busyHour = Math.floor(Date.now() / 3_600_000) * 3600 - 2 * day;
const busyHourText = new Date(busyHour * 1000).toISOString().replace("T", " ").replace(":00.000Z", "Z");

function fired(index: number, settings: Partial<EventWire> = {}): EventWire {
  const message = "Metric os.cpu.user_us at 95, greater than trigger threshold of 90 for 60 seconds.";
  const uuid = index.toString(16).padStart(32, "0");
  const start = busyHour + 60 * index;
  return {
    start,
    type: "Threshold Alert",
    uuid,
    message,
    host: 1,
    duration: 0,
    level: "warn",
    digest: "1",
    ...settings,
  };
}

/** Two firings in the busiest hour, and three others: one names no metric, and two belong to no live alert. */
const history = [
  fired(1),
  fired(2),
  fired(3, { start: busyHour + day, message: "CPU is high" }),
  fired(4, {
    start: busyHour + day,
    message: "Metric os.load at 9, greater than trigger threshold of 5 for 60 seconds",
  }),
  fired(5, { start: busyHour + day, level: "crit" }),
];

const threshold = (name: string, metric: string, trigger: number, more = "") => `
  - name: ${name}
    policy: 1
    destinations: [1]${more}
    threshold: { alert_level: warn, metric: ${metric}, trigger: ${trigger}, duration: 1, reset: 80 }
`;
const cpu = (trigger: number, more = "") => threshold("CPU", "os.cpu.user_us", trigger, more);
const lag = threshold("Lag", "mysql.repl", 30);

/** An environment with the alerts "CPU" and "Lag", of which a definition defines "CPU". */
async function changedAlert(events = history) {
  const emulator = await bench.emulator({ propagationSeconds: 0, seed: { ...shopSeed(), events } });
  const environment = environmentOf(emulator);
  const dbmon = (...args: string[]) => bench.dbmon(args, { environment });
  expect((await dbmon("apply", bench.write("before.yaml", alerts(cpu(90), lag)), "--yes")).code).toBe(0);
  takeCallCounts(emulator);
  return { emulator, environment, dbmon, file: bench.write("after.yaml", alerts(cpu(95))) };
}

const untested = '~ "CPU": not tested: dbmon reads no history of metrics. Use --metrics FILE.';
const recorded = `Recorded: fired at least 2 times in 14d (busiest hour 2, ${busyHourText}). 1 more: one of CPU, Lag.`;
const bound = "Firings: at most 3 after this change.";
const note =
  "Recorded firings: 5 in 14d, 2 of them by no alert that exists now. Bounds assume that the live definitions held in the whole period, and that no alert was firing when it began.";

/** A saved plan, its text, and the reports that `show` makes of it. */
async function savedPlan() {
  const { dbmon, file } = await changedAlert();
  const { code, stdout } = await dbmon("plan", file, "--backtest", "--out", "plan.json");
  expect(code).toBe(0);
  const show = async (...args: string[]) => (await bench.dbmon(["show", "plan.json", ...args])).stdout;
  return { dbmon, stdout, show };
}

const text = `${recorded} ${bound}`;

it("a plan has a line for each changed threshold alert, and the assumption once", async () => {
  const { stdout, show } = await savedPlan();
  expect(stdout).toContain(`  ${untested}\n    ${text}\n`);
  expect(stdout.split(note)).toHaveLength(2);
  expect(await show()).toBe(stdout);
});

it.each([
  ["markdown", [`- \`${untested}\`\n  - \`${text}\`\n`, "Bounds assume"]],
  ["github", [`%0A  ${text}`]],
  ["junit", [text]],
  ["html", [`<p>${text}</p>`, "<span>recorded</span>", '<path class="recorded" d="M0 10h', "Bounds assume"]],
])("a saved plan shows them offline as %s", async (format, expected) => {
  const { show } = await savedPlan();
  const report = await show("--format", format);
  for (const part of expected) expect(report).toContain(part);
});

it("the document has them, and an apply of it prints them", async () => {
  const { dbmon, show } = await savedPlan();
  const document = JSON.parse(await show("--json")) as { backtest: unknown; changes: unknown[] };
  expectToMatchSchema("plan.schema.json", document);
  expect(document.backtest).toMatchObject({ recorded: { firings: 5, unattributed: 2 } });
  const after = { bound: "at_most", firings: 3 };
  expect(document.changes).toMatchObject([
    {
      name: "CPU",
      recorded: { firings: 2, ambiguous: 1, candidates: ["CPU", "Lag"], older_definition: 0, after },
    },
  ]);
  const applied = await dbmon("apply", "--yes", "--plan", "plan.json");
  expect(applied).toMatchObject({ code: 0, stdout: expect.stringContaining(text) as string });
});

it("backtest and drift have the same lines", async () => {
  const { dbmon, file } = await changedAlert();
  const backtest = await dbmon("backtest", file);
  expect(backtest).toMatchObject({ code: 0, stderr: "" });
  expect(backtest.stdout).toContain(`    ${recorded} ${bound}\n`);
  expect((await dbmon("backtest", "before.yaml")).stdout).toContain(`    ${recorded} Firings: unchanged.\n`);
  for (const [schema, command] of [
    ["backtest", ["backtest", file]],
    ["drift", ["drift", file, "--no-wait", "--backtest"]],
  ] as const) {
    const document: unknown = JSON.parse((await dbmon(...command, "--json")).stdout);
    expectToMatchSchema(`${schema}.schema.json`, document);
    expect(document).toMatchObject({ alerts: [{ recorded: { after: { bound: "at_most", firings: 3 } } }] });
  }
});

it("reads every threshold alert with --backtest only, and only for changed threshold alerts", async () => {
  const { emulator, dbmon, file } = await changedAlert();
  await dbmon("plan", file);
  const plain = takeCallCounts(emulator);
  expect(plain).toMatchObject({ "GET /config/alerts/ID/config": 1 });
  expect(Object.keys(plain)).not.toContain("GET /events");
  await dbmon("plan", file, "--backtest", "--target", "CPU");
  expect(takeCallCounts(emulator)).toMatchObject({ "GET /config/alerts/ID/config": 2, "GET /events": 3 });
  await dbmon("plan", "before.yaml", "--backtest");
  expect(Object.keys(takeCallCounts(emulator))).not.toContain("GET /events");
});

it("--max-firings counts the upper bound, and says that it is one", async () => {
  const { dbmon, file } = await changedAlert();
  const limited = (limit: string) => dbmon("plan", file, "--backtest", "--max-firings", limit);
  expect(await limited("3/7d")).toMatchObject({ code: 0, stderr: "" });
  const exceeded = await limited("2/7d");
  expect(exceeded.code).toBe(1);
  expect(exceeded.stderr).toContain('"CPU": The alert may have fired more than 2 times within 7d from ');
  expect(exceeded.stderr).toContain(
    "(an upper bound: its recorded firings before the change), but the limit is",
  );
  bench.write("after.yaml", alerts(cpu(85)));
  const unknown = await limited("0/7d");
  expect(unknown.code).toBe(0);
  expect(unknown.stderr).toContain(
    'warning: after.yaml:2:5: "CPU": --max-firings 0/7d was not checked for the alert: dbmon reads no history of metrics.',
  );
});

it("the type of the events is a setting", async () => {
  const { emulator, dbmon, file } = await changedAlert([fired(1, { type: "alert fired" })]);
  expect((await dbmon("plan", file, "--backtest")).stdout).toContain(
    "Recorded: no firing of any alert in 14d. Firings: unknown after this change.",
  );
  const settings = `base_url: ${emulator.url}, api_token: { env: DBMON_API_TOKEN }`;
  bench.write(
    "dbmon.yaml",
    `recorded_firings: { type: alert fired }\nenvironments:\n  shop: { ${settings} }\n`,
  );
  expect((await dbmon("plan", file, "--backtest")).stdout).toContain("Recorded: fired 1 time in 14d ");
  expect((await dbmon("backtest", file)).stdout).toContain("Recorded: fired 1 time in 14d ");
});

describe("a service that does not list all events", () => {
  async function runWith(behavior: EventListBehavior, events: readonly EventWire[], ...args: string[]) {
    const { emulator } = (await changedAlert()) as { emulator: ServiceEmulator };
    const { url } = await startService(events, behavior, emulator.url);
    return bench.dbmon(args, { environment: { ...environmentOf(emulator), DBMON_BASE_URL: url } });
  }

  it("has lower bounds if lists are incomplete", async () => {
    const burst = Array.from({ length: 30 }, (_, index) => fired(index, { start: busyHour }));
    const plan = await runWith(
      { limit: 10, moreHeader: "if-truncated" },
      burst,
      "plan",
      "after.yaml",
      "--backtest",
    );
    expect(plan.code).toBe(0);
    expect(plan.stdout).toContain("Recorded: fired at least 10 times in 14d");
    expect(plan.stdout).toContain("Firings: unknown after this change.");
  });

  it.each([
    ["plan", "after.yaml", "--backtest", "--max-firings", "0/7d"],
    ["backtest", "after.yaml"],
  ])("has no record if it refuses to list events: %s", async (...args) => {
    const refuse: EventListBehavior = {
      intercept: (response) => {
        response.writeHead(403).end();
        return true;
      },
    };
    const run = await runWith(refuse, [], ...args);
    expect(run.code).toBe(0);
    expect(run.stdout).toContain(
      "Recorded: not known, because the events could not be read. Firings: unknown after this change.",
    );
    expect(run.stdout).toContain("events could not be read. GET /api/v2/events failed with status 403");
  });
});
