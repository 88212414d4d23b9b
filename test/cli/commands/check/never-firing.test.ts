/** Alerts that can never fire, and alerts renamed by hand: `dbmon check --online`, and plans with `--backtest`. */
import { cleanSeed, type ServiceEmulator, systemClock } from "../../../../src/emulator";
import { alerts, commandBench, environmentOf } from "../../../support/command";
import { parseCommandLine } from "../../../support/command-line";
import { takeCallCounts } from "../../../support/emulator";
import { eventServiceStarter } from "../../../support/event-service";

const bench = commandBench();
const startService = eventServiceStarter();

const onEvents = (categories: string, more = "") => `
  - name: Restarts
    policy: 1
    destinations: [1]
    event: { categories: [${categories}] }
    ${more}
`;
const onMetric = (metric: string, more = "") => `
  - name: Slow
    policy: 1
    destinations: [1]
    threshold: { alert_level: warn, metric: ${metric}, trigger: 90, duration: 1, reset: 80 }
    ${more}
`;
/** The content of the live alert "🚨 A database is gone" of the demo, which has the id 2. */
const gone = (name: string) => `
  - name: ${name}
    policy: 1
    destinations: [2]
    host_types: [mysql, pgsql]
    event: { categories: [Host stopped sending data, Database Server Restart] }
`;

async function check(text: string, ...args: string[]) {
  const emulator = await bench.emulator({ seed: cleanSeed(systemClock) });
  return checkIn(emulator, text, ...args);
}

function checkIn(service: { readonly url: string }, text: string, ...args: string[]) {
  const file = bench.write("alerts.yaml", alerts(text));
  return bench.dbmon(["check", file, "--online", ...args], { environment: environmentOf(service) });
}

async function plan(emulator: ServiceEmulator, text: string, ...args: string[]) {
  const file = bench.write("alerts.yaml", alerts(text));
  const environment = environmentOf(emulator);
  return bench.dbmon(["plan", file, "--backtest", "--since", "14d", ...args], { environment });
}

describe("dbmon check --online warns of", () => {
  it("a category without events, with similar ones that have events", async () => {
    const { code, stdout } = await check(onEvents("code deploymnt, backup, Quarterly review"));
    expect(code).toBe(0);
    expect(stdout).toBe(
      'warning: alerts.yaml:5:27: "Restarts", field event.categories[0]: No event of the last 90d has the category ' +
        '"code deploymnt".\n  Did you mean "code deployment"?\n' +
        'warning: alerts.yaml:5:51: "Restarts", field event.categories[2]: No event of the last 90d has the category ' +
        '"Quarterly review".\n  To list the categories, run dbmon list events.\n',
    );
    expect((await check(onEvents("Quarterly review"))).stdout).toContain(
      'has the category "Quarterly review", so the alert would not have fired.',
    );
  });

  it("a category whose events are older than --since", async () => {
    expect((await check(onEvents("backup"))).stdout).toBe("");
    expect((await check(onEvents("backup"), "--since", "1s")).stdout).toContain(
      'No event of the last 1s has the category "backup"',
    );
  });

  it("a host type that no live host has", async () => {
    const { code, stdout } = await check(onMetric("os.cpu.user_us", "host_types: [mysql, mongo]"));
    expect(code).toBe(0);
    expect(stdout).toContain(
      '"Slow", field host_types[1]: No live host has the type "mongo".\n' +
        '  Available: "mysql", "os", "pgsql".\n',
    );
    expect((await check(onMetric("os.cpu.user_us", "host_types: [mongo]"))).stdout).toContain(
      'No live host has the type "mongo", so the alert never fires.',
    );
  });

  it("a misspelled host type once, although the definitions alone are suspicious", async () => {
    const { stdout } = await check(onMetric("os.cpu.user_us", "host_types: [mysq]"));
    expect(stdout).toMatch(
      /^warning: .*: No live host has the type "mysq", so the alert never fires\.\n {2}Did you mean "mysql"\?\n$/,
    );
  });

  it("a query that the service does not have", async () => {
    const { code, stdout } = await check(onMetric("host.queries.q.badbadbadbadbad0.tput"));
    expect(code).toBe(0);
    expect(stdout).toContain(
      '"Slow", field threshold.metric: The service has no query with the ID badbadbadbadbad0, so the alert never fires.\n' +
        "  To find the ID, run dbmon list queries.\n",
    );
  });

  it("an unmanaged alert with the content of a new definition", async () => {
    const { code, stdout } = await check(gone("Database is gone"));
    expect(code).toBe(0);
    expect(stdout).toContain(
      '"Database is gone", field name: The live alert "🚨 A database is gone" (id 2) has the same content, ' +
        "so this alert may be that one under another name.\n" +
        '  To rename it, add renamed_from: "🚨 A database is gone". In Terraform, import it by its id instead.\n',
    );
    expect((await check(gone("🚨 A database is gone"))).stdout).toBe("");
    expect((await check(`${gone("Renamed")}    renamed_from: 🚨 A database is gone\n`)).stdout).toBe("");
    expect((await check(gone("Another").replace("[2]", "[3]"))).stdout).toBe("");
  });

  it("nothing that affects only a disabled alert or an ignored attribute", async () => {
    expect((await check(onEvents("Quarterly review", "disabled: true"))).stdout).toBe("");
    expect((await check(onEvents("Quarterly review", "ignore: [event]"))).stdout).toBe("");
  });
});

it("a deleted host is an error that says so", async () => {
  const { code, stdout } = await check(onMetric("os.cpu.user_us", "hosts: [db-old.shop.example, 6]"));
  expect(code).toBe(1);
  const deleted = 'The host 6 ("db-old.shop.example") was deleted.\n  Remove it, or choose another host.\n';
  expect(stdout).toContain(`field hosts[0]: ${deleted}`);
  expect(stdout).toContain(`field hosts[1]: ${deleted}`);
});

it("check --online reads only what the definitions need, each once", async () => {
  const emulator = await bench.emulator({ seed: cleanSeed(systemClock) });
  await checkIn(emulator, onMetric("host.queries.q.badbadbadbadbad0.tput") + gone("New"));
  expect(takeCallCounts(emulator)).toEqual({
    "GET /config/alert-opts/durations": 1,
    "GET /config/alert-opts/policy": 1,
    "GET /config/alerts": 1,
    // Only the unmanaged alert with the settings of a definition.
    "GET /config/alerts/ID/config": 1,
    "GET /config/destinations": 1,
    "GET /events": 3,
    "GET /hosts": 1,
    "GET /queries/badbadbadbadbad0": 1,
  });
});

it("check --online reports what it could not read, and continues", async () => {
  const emulator = await bench.emulator({ seed: cleanSeed(systemClock) });
  const refused = await startService(
    [],
    {
      intercept: (response) => {
        response.writeHead(403).end();
        return true;
      },
    },
    emulator.url,
  );
  emulator.faults.add({ path: "*/queries/*", answer: { status: 403 } });
  const { code, stdout } = await checkIn(
    refused,
    onMetric("host.queries.q.badbadbadbadbad0.tput") + onEvents("backup"),
  );
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^warning: Query IDs were not checked, because the queries cannot be read: GET .* status 403/m,
  );
  expect(stdout).toMatch(
    /^warning: Categories were not checked, because the events of the last 90d cannot be read: GET .* status 403/m,
  );
});

it("a plan with --backtest warns of the alerts that it creates or changes", async () => {
  const emulator = await bench.emulator({ seed: cleanSeed(systemClock) });
  const text = [
    gone("Database is gone"),
    onMetric("host.queries.q.badbadbadbadbad0.tput", "host_types: [mongo]").replace("[1]", "[]"),
    onEvents("code deploymnt"),
  ].join("");
  const { code, stdout, stderr } = await plan(emulator, text);
  expect(code).toBe(0);
  expect(stderr).toContain('"Slow": The alert has no destinations, so it notifies nobody.');
  expect(stderr).toContain('"Slow", field host_types[0]: No live host has the type "mongo"');
  expect(stderr).toContain('"Slow", field threshold.metric: The service has no query with the ID');
  expect(stderr).toContain('"Database is gone", field name: The live alert "🚨 A database is gone" (id 2)');
  expect(stdout).toContain(
    '+ "Restarts": no matching events in 14d: the category "code deploymnt" was not seen. ' +
      'Did you mean "code deployment"?',
  );
  // A plan can also delete the alert that it should rename.
  const pruned = await plan(emulator, gone("Database is gone"), "--prune", "🚨*");
  expect(pruned.stderr).toContain('The live alert "🚨 A database is gone" (id 2) has the same content');
});

it("drift --backtest recognizes an alert that was renamed by hand", async () => {
  const emulator = await bench.emulator({ seed: cleanSeed(systemClock), propagationSeconds: 0 });
  const file = bench.write("alerts.yaml", alerts(gone("Database is gone")));
  const run = await bench.dbmon(["drift", file, "--no-wait", "--backtest", "--since", "14d"], {
    environment: environmentOf(emulator),
  });
  expect(run.code).toBe(0);
  expect(run.stderr).toContain('The live alert "🚨 A database is gone" (id 2) has the same content');
});

it.each([
  [["--since", "30d"], "--since has no effect without --online."],
  [["--online", "--since", "-1d"], "Must be a duration before now"],
])("dbmon check refuses %j", async (args, message) => {
  const run = await parseCommandLine(["check", "alerts.yaml", ...args]);
  expect(run.code).toBe(1);
  expect(run.stderr).toContain(message);
});
