/** Back-tests in plan, apply, drift and show, and `dbmon backtest`, against a history that the emulator holds. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ServiceEmulator } from "../../../../src/emulator";
import { type EventWire } from "../../../../src/service";
import { alerts, commandBench, environmentOf } from "../../../support/command";
import { shopSeed, takeCallCounts } from "../../../support/emulator";
import { type EventListBehavior, eventServiceStarter } from "../../../support/event-service";
import { dbmonCommand } from "../../../support/programs";
import { expectToMatchSchema } from "../../documents";

const bench = commandBench();
const startService = eventServiceStarter();

const hour = 3600;
const day = 24 * hour;
/** The start of an hour, two days ago. */
const busyHour = Math.floor(Date.now() / 1000 / hour) * hour - 2 * day;
const busyHourText = new Date(busyHour * 1000).toISOString().replace("T", " ").replace(":00.000Z", "Z");

function event(type: string, start: number, index: number): EventWire {
  const uuid = index.toString(16).padStart(32, "0");
  return { start, type, uuid, message: `${type} ${index}`, duration: 0, level: "info", digest: "1" };
}

/** 3 releases, and 38 deployments, 37 of them in one hour. */
const history = [
  ...[1, 2, 3].map((index) => event("release", busyHour - index * day, index)),
  event("deployment", busyHour - 5 * day, 4),
  ...Array.from({ length: 37 }, (_, index) => event("deployment", busyHour + 60 * index, 10 + index)),
].sort((one, other) => one.start - other.start);

const deploys = (...categories: string[]) => `
  - name: Deploys
    policy: 1
    destinations: [1]
    event: { categories: [${categories.join(", ")}] }
`;
const cpu = `
  - name: CPU
    policy: 1
    destinations: [1]
    threshold: { alert_level: warn, metric: os.cpu.user_us, trigger: 90, duration: 1, reset: 80 }
`;

async function environment(events = history): Promise<ServiceEmulator> {
  const seed = shopSeed();
  const destinations = seed.destinations.map((destination, index) =>
    index === 0 ? { ...destination, name: "#db-alerts" } : destination,
  );
  return bench.emulator({ propagationSeconds: 0, seed: { ...seed, destinations, events } });
}

/** An environment with the alert "Deploys" on releases, and a definition that adds deployments. */
async function changedAlert() {
  const emulator = await environment();
  const variables = environmentOf(emulator);
  const dbmon = (...args: string[]) => bench.dbmon(args, { environment: variables });
  expect((await dbmon("apply", bench.write("before.yaml", alerts(deploys("release"))), "--yes")).code).toBe(
    0,
  );
  takeCallCounts(emulator);
  return {
    emulator,
    variables,
    dbmon,
    file: bench.write("after.yaml", alerts(deploys("release", "deployment"))),
  };
}

const sentence = `~ "Deploys": 3 -> 41 firings in 14d (37 in the busiest hour, ${busyHourText}) -> #db-alerts`;

it("plan --backtest shows how often a changed alert would have fired, before and after", async () => {
  const { dbmon, file } = await changedAlert();
  const { code, stdout, stderr } = await dbmon("plan", file, "--backtest", "--since", "14d");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain(`  ${sentence}\n`);
  expect(stdout).toMatch(/^Back-test: 14d from .*Z to .*Z, 41 events, complete$/m);
});

it("the plan document has the numbers, and a saved plan shows them offline in every format", async () => {
  const { dbmon, file } = await changedAlert();
  const planned = await dbmon("plan", file, "--backtest", "--since", "14d", "--json", "--out", "plan.json");
  const document = JSON.parse(planned.stdout) as {
    backtest: Record<string, unknown>;
    changes: { backtest: Record<string, unknown> }[];
  };
  expectToMatchSchema("plan.schema.json", document);
  expect(document.changes[0]?.backtest).toMatchObject({
    before: { events: 3, firings: 3 },
    after: { events: 41, firings: 41 },
    busiest_hour: { start: new Date(busyHour * 1000).toISOString().replace(".000Z", "Z"), count: 37 },
    destinations: [{ id: 1, before: 3, after: 41 }],
  });
  expect(document.backtest).toMatchObject({ completeness: "complete", events: 41 });
  expect(document.backtest["digest"]).toMatch(/^[0-9a-f]{64}$/);

  const offline = (...args: string[]) => bench.dbmon(["show", "plan.json", ...args]);
  expect((await offline()).stdout).toContain(sentence);
  expect((await offline("--format", "markdown")).stdout).toContain(`- \`${sentence}\``);
  expect((await offline("--format", "github")).stdout).toContain(`%0A${sentence}`);
  expect((await offline("--format", "junit")).stdout).toContain(
    sentence.replaceAll('"', "&quot;").replaceAll(">", "&gt;"),
  );
  expect(JSON.parse((await offline("--json")).stdout)).toMatchObject({ backtest: document.backtest });
});

it("apply shows the back-test before it asks, and applies a saved plan with it", async () => {
  const { dbmon, file } = await changedAlert();
  const unconfirmed = await dbmon("apply", file, "--backtest", "--since", "14d");
  expect(unconfirmed.code).toBe(3);
  expect(unconfirmed.stdout).toContain(sentence);
  await dbmon("plan", file, "--backtest", "--since", "14d", "--out", "plan.json");
  const refused = await dbmon("apply", "--yes", "--plan", "plan.json", "--backtest", "--since", "14d");
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("A saved plan is applied unchanged, with the back-test of its file.");
  const applied = await dbmon("apply", "--yes", "--plan", "plan.json");
  expect(applied.code).toBe(0);
  expect(applied.stdout).toContain(sentence);
});

it("drift back-tests the changes that would repair the alerts", async () => {
  const { dbmon, file } = await changedAlert();
  const { code, stdout } = await dbmon("drift", file, "--no-wait", "--backtest", "--since", "14d");
  expect(code).toBe(0);
  expect(stdout).toContain(`  ${sentence}\n`);
  const { stdout: json } = await dbmon("drift", file, "--no-wait", "--backtest", "--since", "14d", "--json");
  expectToMatchSchema("drift.schema.json", JSON.parse(json));
  expect(JSON.parse(json)).toMatchObject({
    backtest: { completeness: "complete" },
    alerts: [{ backtest: { before: { firings: 3 }, after: { firings: 41 } } }],
  });
});

it("adds no call without --backtest, and with it the events, hosts, policies and destinations once", async () => {
  const { emulator, dbmon, file } = await changedAlert();
  await dbmon("plan", file);
  const plain = takeCallCounts(emulator);
  expect(Object.keys(plain)).not.toContain("GET /events");
  await dbmon("plan", file, "--backtest", "--since", "14d");
  expect(takeCallCounts(emulator)).toEqual({ ...plain, "GET /hosts": 1, "GET /events": 3 });
  await dbmon("plan", "before.yaml", "--backtest", "--since", "14d");
  expect(Object.keys(takeCallCounts(emulator))).not.toContain("GET /events");
  await dbmon("plan", bench.write("cpu.yaml", alerts(cpu)), "--backtest", "--since", "14d");
  expect(Object.keys(takeCallCounts(emulator))).not.toContain("GET /events");
});

describe("--max-firings", () => {
  it("fails the plan if a changed alert fires more often within any such period, and names it", async () => {
    const { dbmon, file } = await changedAlert();
    const refused = await dbmon("plan", file, "--backtest", "--max-firings", "20/7d", "--out", "plan.json");
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      '"Deploys": The alert would have fired more than 20 times within 7d from ',
    );
    expect(refused.stderr).toContain("but the limit is --max-firings 20/7d.");
    expect(() => readFileSync(join(bench.folder(), "plan.json"))).toThrow("ENOENT");
    expect(
      (await dbmon("apply", file, "--yes", "--backtest", "--since", "14d", "--max-firings", "20/7d")).code,
    ).toBe(1);
    expect((await dbmon("plan", file, "--backtest", "--since", "14d", "--max-firings", "41/7d")).code).toBe(
      0,
    );
    expect((await dbmon("plan", file, "--backtest", "--since", "14d", "--max-firings", "37/1h")).code).toBe(
      0,
    );
    expect((await dbmon("plan", file, "--backtest", "--since", "14d", "--max-firings", "36/1h")).code).toBe(
      1,
    );
  });

  it("ignores alerts that a plan deletes", async () => {
    const { dbmon } = await changedAlert();
    const other = bench.write("other.yaml", alerts(cpu));
    const run = await dbmon(
      "plan",
      other,
      "--prune",
      "Deploys",
      "--max-deletes",
      "100%",
      "--backtest",
      "--max-firings",
      "0/7d",
    );
    expect(run.code).toBe(0);
    expect(run.stdout).toContain('- "Deploys": 3 firings in 14d');
  });
});

describe("a service that does not list all events", () => {
  async function planWith(behavior: EventListBehavior, events: readonly EventWire[], ...args: string[]) {
    const { emulator, file } = await changedAlert();
    const { url } = await startService(events, behavior, emulator.url);
    return bench.dbmon(["plan", file, "--backtest", "--since", "14d", ...args], {
      environment: { ...environmentOf(emulator), DBMON_BASE_URL: url },
    });
  }

  it("is read completely although it silently truncates lists", async () => {
    const { code, stdout } = await planWith({ limit: 10 }, history);
    expect(code).toBe(0);
    expect(stdout).toContain(sentence);
  });

  it("has an incomplete back-test, which --max-firings does not accept", async () => {
    const burst = Array.from({ length: 30 }, (_, index) => event("deployment", busyHour, index));
    const behavior = { limit: 10, moreHeader: "if-truncated" } as const;
    const plan = await planWith(behavior, burst);
    expect(plan.code).toBe(0);
    expect(plan.stdout).toMatch(
      /^Back-test: .* 10 events, incomplete: the service may have more events at /m,
    );
    expect(plan.stdout).toContain('"Deploys": at least 0 -> 10 firings');
    const limited = await planWith(behavior, burst, "--max-firings", "20/7d");
    expect(limited.code).toBe(1);
    expect(limited.stderr).toContain(
      "--max-firings cannot be checked, because the events of the back-test are not complete",
    );
  });

  it("fails only the back-test if it refuses to list events", async () => {
    const refuse: EventListBehavior = {
      intercept: (response) => {
        response.writeHead(403).end();
        return true;
      },
    };
    const plan = await planWith(refuse, []);
    expect(plan.code).toBe(0);
    expect(plan.stdout).toContain('~ "Deploys" will be updated');
    expect(plan.stdout).toMatch(
      /^Back-test: .*: no answer, because the events could not be read\. GET \/api\/v2\/events failed with status 403/m,
    );
    expect((await planWith(refuse, [], "--max-firings", "20/7d")).code).toBe(1);
  });
});

describe("dbmon backtest", () => {
  it("tests all definitions without a plan", async () => {
    const emulator = await environment();
    const file = bench.write("alerts.yaml", alerts(deploys("deployment"), cpu));
    const run = await bench.dbmon(["backtest", file], { environment: environmentOf(emulator) });
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: "" });
    expect(run.stdout).toContain(
      `  "Deploys": 38 firings in 14d (37 in the busiest hour, ${busyHourText}) -> #db-alerts\n` +
        '  "CPU": not tested: dbmon reads no history of metrics. Use --metrics FILE.\n',
    );
    expect(run.stdout).toContain("Back-test: 2 alerts: 1 fired, 1 without a count of firings.");
  });

  it("takes a period, and values of metrics", async () => {
    const emulator = await environment();
    const file = bench.write("alerts.yaml", alerts(deploys("deployment"), cpu));
    const until = new Date((busyHour - 1) * 1000).toISOString();
    const since = new Date((busyHour - 7 * 86_400) * 1000).toISOString();
    const rows = [95, 95, 95, 70].map(
      (value, index) => `${busyHour - 3000 + index * 60},db-1.shop.example,os.cpu.user_us,${value}`,
    );
    const metrics = bench.write("metrics.csv", ["time,host,metric,value", ...rows, ""].join("\n"));
    const args = ["backtest", file, "--since", since, "--until", until, "--metrics", metrics, "--json"];
    const run = await bench.dbmon(args, { environment: environmentOf(emulator) });
    expect(run.stderr).toBe("");
    expectToMatchSchema("backtest.schema.json", JSON.parse(run.stdout));
    expect(JSON.parse(run.stdout)).toMatchObject({
      alerts: [
        { name: "Deploys", backtest: { before: null, after: { events: 1, firings: 1 } } },
        { name: "CPU", backtest: { after: { events: null, firings: 1 } } },
      ],
      backtest: { metric_values: 4, completeness: "complete" },
    });
  });
});

it.each(["plan", "backtest"])(
  "%s ends at once if it is interrupted while it reads events",
  async (command) => {
    const { emulator, dbmon } = await changedAlert();
    let onRead = () => {};
    const isReading = new Promise<void>((resolve) => (onRead = resolve));
    const behavior = {
      intercept: () => {
        onRead();
        return true;
      },
    };
    const { url } = await startService([], behavior, emulator.url);
    const child = spawn(
      ...dbmonCommand(command, "after.yaml", ...(command === "plan" ? ["--backtest", "--since", "14d"] : [])),
      {
        cwd: bench.folder(),
        env: { PATH: process.env.PATH, ...environmentOf({ url }) },
        stdio: ["ignore", "ignore", "pipe"],
      },
    );
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    const closed = once(child, "close");
    await isReading;
    child.kill("SIGINT");
    expect(await closed).toEqual([1, null]);
    expect(stderr).toBe("error: Interrupted. Nothing was written.\n");
    // The service still answers others.
    expect((await dbmon("plan", "after.yaml")).code).toBe(0);
  },
);

it.each([
  [["plan", "--backtest", "--since", "-14d"], "Must be a duration before now, such as 14d"],
  [["plan", "--backtest", "14d"], "14d"],
  [["plan", "--since", "14d"], "--since has no effect without --backtest."],
  [["backtest", "--since", "0d"], "--until is not after --since."],
  [["backtest", "--since", "366d"], "The period is longer than 365d.\n"],
  [["backtest", "--since=99999d"], "The period is longer than 365d.\n"],
  [
    ["plan", "--backtest", "--since", "14d", "--max-firings", "many"],
    "Must be a number from 0 to 10000 and a duration up to 365d",
  ],
  [["plan", "--max-firings", "20/7d"], "--max-firings has no effect without --backtest."],
  [["apply", "--metrics", "metrics.csv"], "--metrics has no effect without --backtest."],
  [["drift", "--watch", "1", "--backtest", "--since", "14d"], "--watch does not support --backtest."],
  [["backtest", "--until", "2999-01-01T00:00:00Z"], "--until is in the future."],
  [["backtest", "--until", "1970-01-02"], "The period starts before 1970."],
])("refuses %j", async (args, message) => {
  bench.write("alerts.yaml", alerts(cpu));
  const run = await bench.dbmon(args, {
    environment: { DBMON_BASE_URL: "http://127.0.0.1:9", DBMON_API_TOKEN: "t" },
  });
  expect(run.code).toBe(1);
  expect(run.stderr).toContain(message);
});
