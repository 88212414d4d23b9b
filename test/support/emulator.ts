/**
 * Emulators for tests: seeds, emulators that a test file starts and stops, and calls over HTTP, as another client than the tool makes them.
 */
import {
  type Clock,
  demoSeed,
  type EmulatorOptions,
  type EnvironmentSeed,
  type SeedAlert,
  ServiceEmulator,
  systemClock,
} from "../../src/emulator";
import { VirtualClock } from "./virtual-clock";

/** The demo environment without alerts. */
export function shopSeed(clock: Clock = systemClock): EnvironmentSeed {
  return { ...demoSeed(clock), alerts: [] };
}

/** Event alerts "alert 0", "alert 1" and so on, with IDs from 1, so that tests do not create them with calls. */
export function seedWithAlerts(count: number): EnvironmentSeed {
  const alerts = Array.from({ length: count }, (_, index): SeedAlert => ({
    alert: {
      name: `alert ${String(index)}`,
      annotations: "",
      policy: 1,
      type: 1,
      disabled: 0,
      destinations: [],
    },
    config: { hosts: [], host_types: [], categories: ["x"] },
  }));
  return { ...shopSeed(), alerts };
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON body; undefined if the body is not JSON. */
  readonly json: unknown;
}

export interface Send {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Sends a request. A string or Uint8Array body is sent unchanged, any other value as JSON. */
export async function send(
  url: string,
  method: string,
  path: string,
  options: Send = {},
): Promise<TestResponse> {
  const { token = "demo-token", body, headers = {} } = options;
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined
      ? {}
      : { body: typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true && text !== "";
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? (JSON.parse(text) as unknown) : undefined,
  };
}

/** @returns the response as JSON; undefined if it is empty @throws Error for an error status */
export async function callService(
  service: ServiceEmulator,
  method: string,
  path: string,
  body?: unknown,
  token: string = service.token,
): Promise<unknown> {
  const { status, text, json } = await send(service.url, method, `/api/v2${path}`, { token, body });
  if (status >= 300) throw new Error(`${method} ${path}: ${String(status)} ${text}`);
  return json;
}

/** @returns the number of requests since the last count by `GET /config/alerts/ID/config`; then forgets the requests */
export function takeCallCounts({ requests }: ServiceEmulator): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { method, path } of requests.list()) {
    const call = `${method} ${path.replace("/api/v2", "").replace(/\/\d+/, "/ID")}`;
    counts[call] = (counts[call] ?? 0) + 1;
  }
  requests.clear();
  return counts;
}

/** Call once in a test file. @returns a function that starts an emulator on a virtual clock, and stops it after the test */
export function emulatorStarter() {
  const running: ServiceEmulator[] = [];
  afterEach(async () => {
    for (const emulator of running.splice(0)) await emulator.stop();
  });
  return async (options: EmulatorOptions = {}) => {
    const clock = new VirtualClock();
    const emulator = await ServiceEmulator.start({ clock, seed: shopSeed(clock), ...options });
    running.push(emulator);
    return { emulator, clock };
  };
}

/** Starts an emulator before each test of the file and stops it afterward. */
export function emulatorForEachTest(options: EmulatorOptions = {}) {
  const start = emulatorStarter();
  let current: Awaited<ReturnType<typeof start>> | undefined;
  const running = () => {
    if (current === undefined) throw new Error("No emulator runs outside a test.");
    return current;
  };
  const emulator = () => running().emulator;
  beforeEach(async () => {
    current = await start(options);
  });
  afterEach(() => {
    current = undefined;
  });
  const call = (method: string) => (path: string, options?: Send) =>
    send(emulator().url, method, `/api/v2${path}`, options);
  return {
    emulator,
    clock: () => running().clock,
    get: call("GET"),
    post: call("POST"),
    put: call("PUT"),
    delete: call("DELETE"),
    control: (method: string, path: string, options: Send = {}) =>
      send(emulator().url, method, `/_emulator${path}`, { token: "", ...options }),
  };
}

export const cpuAlert = {
  name: "CPU high",
  annotations: "https://wiki.shop.example/cpu",
  policy: 2,
  type: 2,
  disabled: 0,
  destinations: [1, 2],
} as const;

export const cpuConfig = {
  hosts: [1],
  host_types: ["mysql"],
  alert_level: "warn",
  metric: "os.cpu.user_us",
  trigger: 0.9,
  duration: 2,
  reset: 0.8,
} as const;

export const deployAlert = { ...cpuAlert, name: "Deployed", type: 1, destinations: [3] } as const;
export const deployConfig = { hosts: [], host_types: [], categories: ["deploy", "load test"] } as const;
