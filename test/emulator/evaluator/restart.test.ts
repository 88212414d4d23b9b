/** The evaluator's state survives a restart, and the evaluator catches up with the time in between. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmulatorOptions, ServiceEmulator } from "../../../src/emulator";
import { send, WebhookReceiver } from "../../support/emulator";
import { VirtualClock } from "../../support/virtual-clock";

let folder: string;
let running: ServiceEmulator | undefined;
let clock: VirtualClock;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dbmon-firing-"));
  clock = new VirtualClock();
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  rmSync(folder, { recursive: true });
});

async function restart(options: EmulatorOptions = {}): Promise<ServiceEmulator> {
  await running?.stop();
  running = await ServiceEmulator.start({
    dataFile: join(folder, "data.db"),
    seed: "empty",
    clock,
    ...options,
  });
  return running;
}

const alert = { name: "CPU", annotations: "", policy: 1, type: 2, disabled: 0, destinations: [] };
const config = {
  hosts: [],
  host_types: [],
  alert_level: "crit",
  metric: "cpu",
  trigger: 90,
  duration: 2,
  reset: 80,
};

async function writeAlert({ url }: ServiceEmulator, destinations: readonly number[] = []): Promise<void> {
  const alerts = "/api/v2/config/alerts";
  expect((await send(url, "POST", alerts, { body: { ...alert, destinations } })).status).toBe(201);
  expect((await send(url, "PUT", `${alerts}/1/config`, { body: config })).status).toBe(200);
}

/** An alert in effect, on a host whose metric exceeds the trigger since now. */
async function exceeding(destinations: readonly number[] = []): Promise<ServiceEmulator> {
  const emulator = running ?? (await restart());
  emulator.environment().add("hosts", { name: "db-1", type: "mysql" });
  await writeAlert(emulator, destinations);
  clock.passSeconds(60);
  emulator.environment().add("metrics", { host: 1, metric: "cpu", value: 95 });
  return emulator;
}

it("[FIRE-1] a duration continues across a restart", async () => {
  await exceeding();
  clock.passSeconds(200);
  await restart();
  clock.passSeconds(99);
  expect(running?.environment().firings()).toEqual([]);
  clock.passSeconds(1);
  expect(running?.environment().firings()).toHaveLength(1);
});

it("[FIRE-1] an alert that became due while stopped fires at the start, with its due time", async () => {
  await exceeding();
  const since = clock.now() / 1000;
  clock.passSeconds(1000);
  const emulator = await restart();
  expect(emulator.environment().firings()).toMatchObject([{ at: since + 300, resolved_at: null }]);
});

it("[FIRE-4] a fired alert stays fired, and resolves", async () => {
  const before = await exceeding();
  clock.passSeconds(300);
  expect(before.environment().firings()).toHaveLength(1);
  const after = await restart();
  clock.passSeconds(5000);
  after.environment().add("metrics", { host: 1, metric: "cpu", value: 99 });
  expect(after.environment().firings()).toHaveLength(1);
  after.environment().add("metrics", { host: 1, metric: "cpu", value: 79 });
  expect(after.environment().firings()).toMatchObject([{ resolved_at: clock.now() / 1000 }]);
});

it("[PROP-1] a deletion that took effect while stopped resolves the firing", async () => {
  const before = await exceeding();
  clock.passSeconds(300);
  expect(before.environment().firings()).toMatchObject([{ resolved_at: null }]);
  await send(before.url, "DELETE", "/api/v2/config/alerts/1");
  await restart();
  expect(running?.environment().firings()).toMatchObject([{ resolved_at: null }]);
  clock.passSeconds(60);
  await restart();
  expect(running?.environment().firings()).toMatchObject([{ resolved_at: clock.now() / 1000 }]);
});

it("[PROP-1] an alert written before a restart is evaluated when it takes effect", async () => {
  const before = await restart();
  before.environment().add("hosts", { name: "db-1", type: "mysql" });
  before.environment().add("metrics", { host: 1, metric: "cpu", value: 95 });
  await writeAlert(before);
  const after = await restart();
  clock.passSeconds(60 + 299);
  expect(after.environment().firings()).toEqual([]);
  clock.passSeconds(1);
  expect(after.environment().firings()).toHaveLength(1);
});

it("notifications queued at the stop are sent after the next start", async () => {
  const receiver = await WebhookReceiver.start();
  try {
    let arrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    receiver.respond = () => {
      arrived();
    };
    const before = await restart();
    before
      .environment()
      .add("destinations", { name: "Hook", integration: 7, config: { url: [receiver.url] } });
    await exceeding([1]);
    clock.passSeconds(300);
    before.environment().firings();
    await arrival;
    receiver.respond = (response) => response.end();
    const after = await restart();
    await after.environment().settled();
    expect(receiver.received).toHaveLength(2);
    expect(receiver.received[1]?.text).toBe(receiver.received[0]?.text);
    expect(after.environment().outbox()).toMatchObject([{ status: "sent" }]);
  } finally {
    await receiver.stop();
  }
});

it("while the clock runs, a timer fires the alert at its due time", async () => {
  const receiver = await WebhookReceiver.start();
  try {
    const arrival = new Promise<void>((resolve) => {
      receiver.respond = (response) => {
        response.end();
        resolve();
      };
    });
    const { environment, clock: own } = await startOnSystemTime(receiver.url);
    environment.add("metrics", { host: 1, metric: "cpu", value: 95 });
    own.advance(299.9);
    await arrival;
    expect(environment.firings()).toHaveLength(1);
  } finally {
    await receiver.stop();
  }
});

async function startOnSystemTime(hook: string) {
  running = await ServiceEmulator.start({ seed: "empty", propagationSeconds: 0 });
  const environment = running.environment();
  environment.add("hosts", { name: "db-1", type: "mysql" });
  environment.add("destinations", { name: "Hook", integration: 7, config: { url: [hook] } });
  await writeAlert(running, [1]);
  return { environment, clock: running.clock };
}
