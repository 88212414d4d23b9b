/**
 * Emulators for tests: seeds, emulators that a test file starts and stops, calls over HTTP, as another client than the tool makes them,
 * and receivers of webhooks.
 */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { type AddressInfo } from "node:net";
import {
  cleanSeed,
  type Clock,
  type EmulatorOptions,
  type EnvironmentSeed,
  type SeedAlert,
  ServiceEmulator,
  systemClock,
} from "../../src/emulator";
import { VirtualClock } from "./virtual-clock";

/** The demo environment without alerts. */
export function shopSeed(clock: Clock = systemClock): EnvironmentSeed {
  return { ...cleanSeed(clock), alerts: [] };
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

interface ReceivedWebhook {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A receiver of webhooks on the loopback address, which records their requests. */
export class WebhookReceiver {
  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    await once(receiver.#server.listen(0, "127.0.0.1"), "listening");
    return receiver;
  }

  /** Starts one before each test of the file, and stops it after the test. @param use receives it */
  static forEachTest(use: (started: WebhookReceiver) => void): void {
    let running: WebhookReceiver | undefined;
    beforeEach(async () => {
      running = await WebhookReceiver.start();
      use(running);
    });
    afterEach(() => running?.stop());
  }

  readonly received: ReceivedWebhook[] = [];
  /** Sends the response. Default: 200. */
  respond: (response: ServerResponse) => void = (response) => response.end();
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method, headers } = request;
      this.received.push({ method, headers, text: Buffer.concat(chunks).toString() });
      this.respond(response);
      this.#server.emit("received");
    });
  });

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}/hook`;
  }

  /** Resolves when `count` requests have arrived. */
  async arrived(count: number): Promise<readonly ReceivedWebhook[]> {
    while (this.received.length < count) await once(this.#server, "received");
    return this.received;
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}

/** SHA-1 of the body followed by the secret, as the public documentation of the service defines. */
export function signatureOf(text: string, secret: string): string {
  return createHash("sha1")
    .update(text + secret)
    .digest("hex");
}
