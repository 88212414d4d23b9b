/** Back-tests in plans of Terraform: warnings with the sentences of the command, and one read of the history per plan. */
import { systemClock } from "../../src/emulator";
import { type EventWire } from "../../src/service";
import { takeCallCounts } from "../support/call-counts";
import { DbmonTerraform } from "../support/dbmon-terraform";
import { type EventListBehavior, eventServiceStarter } from "../support/event-service";
import { shopSeed } from "../support/shop-seed";
import { describeWithTerraform } from "../support/terraform";

const startService = eventServiceStarter();
const hour = 3600;
/** The start of an hour, two days ago. */
const busyHour = Math.floor(Date.now() / 1000 / hour) * hour - 48 * hour;
const busyHourText = new Date(busyHour * 1000).toISOString().replace("T", " ").replace(":00.000Z", "Z");

function event(type: string, start: number, index: number): EventWire {
  const uuid = index.toString(16).padStart(32, "0");
  return { start, type, uuid, message: `${type} ${index}`, duration: 0, level: "info", digest: "1" };
}

/** 3 releases, and 5 deployments in one hour. */
const history = [
  ...[1, 2, 3].map((index) => event("release", busyHour - index * 24 * hour, index)),
  ...[0, 1, 2, 3, 4].map((index) => event("deployment", busyHour + 60 * index, 10 + index)),
];

const provider = (more: string) => `provider "dbmon" {\n${more}\n}\n`;
const alert = (name: string, categories: string, more = "") => `
resource "dbmon_alert" "${name}" {
  name = "${name}"
  policy = 1
  destinations = [1]
  event = { categories = [${categories}] }
  ${more}
}
`;
const cpu = `
resource "dbmon_alert" "cpu" {
  name = "CPU"
  policy = 1
  threshold = { alert_level = "crit", metric = "m", trigger = 9, duration = 1, reset = 8 }
}
`;

let world: DbmonTerraform;

function startWorld(): Promise<DbmonTerraform> {
  const seed = shopSeed(systemClock);
  const destinations = seed.destinations.map((destination, index) =>
    index === 0 ? { ...destination, name: "#db-alerts" } : destination,
  );
  return DbmonTerraform.start({ propagationSeconds: 0, seed: { ...seed, destinations, events: history } });
}

/** Output without the frames and line breaks of Terraform's warnings. */
async function plan(environment?: Readonly<Record<string, string>>) {
  const run = await world.run(["plan", "-input=false"], environment);
  return {
    code: run.code,
    output: (run.stdout + run.stderr).replace(/\n?[│╷╵] ?/g, " ").replace(/\s+/g, " "),
  };
}

describeWithTerraform("a plan with backtest", () => {
  beforeEach(async () => {
    world = await startWorld();
  });
  afterEach(() => world.stop());

  it("warns how often each created, changed and deleted event alert would have fired", async () => {
    world.configure(provider("") + alert("Deploys", '"release"') + alert("Old", '"release"') + cpu);
    await world.apply();
    takeCallCounts(world.service);

    const changed = alert("Deploys", '"release", "deployment"') + alert("New", '"deployments"') + cpu;
    world.configure(provider("") + changed);
    await plan();
    const plain = takeCallCounts(world.service);
    expect(Object.keys(plain)).not.toContain("GET /events");

    world.configure(provider('backtest = "14d"') + changed);
    const { code, output } = await plan();
    expect(code).toBe(0);
    expect(output).toContain(
      `Warning: "Deploys": 3 -> 8 firings in 14 d (5 in the busiest hour, ${busyHourText}) -> #db-alerts`,
    );
    expect(output).toMatch(
      /"New": no matching events in 14 d: the category "deployments" was not seen\. Did you mean "deployment"\?/,
    );
    expect(output).toMatch(/"Old": 3 firings in 14 d/);
    expect(output).toMatch(
      /in resource "dbmon_alert" "Deploys": \d+: event = \{ categories = \["release", "deployment"\] \} Back-test: 14 d from .* 8 events, complete/,
    );
    expect(takeCallCounts(world.service)).toEqual({
      ...plain,
      "GET /events": 3,
      "GET /hosts": 1,
      "GET /config/alert-opts/policy": 1,
      "GET /config/destinations": 1,
    });
  });

  it("reads no events if no event alert changes", async () => {
    world.configure(provider('backtest = "14d"') + alert("Deploys", '"release"'));
    await world.apply();
    world.configure(provider('backtest = "14d"') + alert("Deploys", '"release"') + cpu);
    takeCallCounts(world.service);
    expect((await plan()).output).not.toContain("firings");
    expect(Object.keys(takeCallCounts(world.service))).not.toContain("GET /events");
  });

  it("reports a replacement once", async () => {
    world.configure(provider('backtest = "14d"') + alert("CPU", '"release"'));
    await world.apply();
    world.configure(provider('backtest = "14d"') + cpu.replace('"cpu"', '"CPU"'));
    expect((await plan()).output.match(/"CPU": 3 -> /g) ?? []).toHaveLength(0);
    expect((await plan()).output).toContain(
      '"CPU": not testable from the service, which has no history of metrics',
    );
  });

  it.each(["-14d", "0d", "366d", "soon"])("refuses the period %j at the attribute", async (period) => {
    world.configure(provider(`backtest = "${period}"`) + cpu);
    const { code, output } = await plan();
    expect(code).toBe(1);
    expect(output).toMatch(
      /in provider "dbmon": .*backtest = ".*" .*is not a valid period\. Must be a length of time before now from 1s to 365d/,
    );
  });

  async function planWith(behavior: EventListBehavior, settings = "") {
    const { url } = await startService(history, behavior, world.service.url);
    world.configure(
      provider(`backtest = "14d"\n ${settings}`) + alert("A", '"release"') + alert("B", '"deployment"'),
    );
    return plan({ ...world.environment, DBMON_BASE_URL: url });
  }

  it("is complete although the service truncates lists in silence", async () => {
    const { code, output } = await planWith({ limit: 3 });
    expect(code).toBe(0);
    expect(output).toContain('"A": 3 firings in 14 d');
    expect(output).toContain('"B": 5 firings in 14 d');
  });

  it.each([
    ["refuses to list events", { status: 403 }, "", "status 403"],
    [
      "does not answer in time",
      undefined,
      'request_timeout = "1s"\n max_retries = 0',
      "no complete response within 1 s",
    ],
  ])("is made with one warning if the service %s", async (_case, answer, settings, reason) => {
    const { code, output } = await planWith(
      {
        intercept: (response) => {
          if (answer !== undefined) response.writeHead(answer.status).end();
          return true;
        },
      },
      settings,
    );
    expect(code).toBe(0);
    expect(output).toContain("Plan: 2 to add");
    expect(output.match(/Warning: The back-test of this plan does not have all events/g)).toHaveLength(1);
    expect(output).not.toContain("in 14 d");
    expect(output).toContain("no answer, because the events could not be read");
    expect(output).toContain(reason);
  });
});
