/** Runs an emulator for a test file. Tests access it over HTTP with its URL and a token. */
import { type EmulatorOptions, ServiceEmulator } from "../../src/emulator";
import { shopSeed } from "./shop-seed";
import { VirtualClock } from "./virtual-clock";

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
