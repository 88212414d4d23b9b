/** Starts an emulator on a virtual clock for each test, opens engine sessions on it, and records their requests. */
import { resolveConnection, ServiceClient } from "../../src/client";
import { type EmulatorOptions, type Faults } from "../../src/emulator";
import { type EnvironmentSession, openSession, type ProgressEvent } from "../../src/engine";
import { type ExecutablePlan, type Plan } from "../../src/reconcile";
import { callService, emulatorStarter } from "../support/emulator";
import { type VirtualClock } from "../support/virtual-clock";

export { cpuHigh, deployed } from "../support/sample-alerts";

interface SessionOptions {
  /** Default: the API token. */
  readonly agentToken?: string;
}

export interface Environment {
  readonly clock: VirtualClock;
  readonly faults: Faults;
  /** Opens a session that shares no cache with other sessions. */
  session(options?: SessionOptions): EnvironmentSession;
  /** Progress events of all sessions. */
  readonly events: readonly ProgressEvent[];
  /** Requests of the sessions since the last `clearCalls`, oldest first. Format: `POST /alerts`. */
  calls(): string[];
  /** The calls with a method other than GET. */
  writes(): string[];
  /** Arrival times of the requests with this method, in milliseconds. */
  requestTimes(method: string): number[];
  clearCalls(): void;
  /** Sends a request outside all sessions, as for a manual change. `calls` omits it. Throws if the request fails. */
  callDirectly(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Fetches the alerts from the service. `calls` omits the request. */
  listAlerts(): Promise<readonly Record<string, unknown>[]>;
}

const directQuery = "?direct=1";

/** Call once in a test file. @returns a function that starts an environment, which is stopped after the test */
export function engineFixture() {
  const clients: ServiceClient[] = [];
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });
  const start = emulatorStarter();
  return async (options: EmulatorOptions = {}): Promise<Environment> => {
    const { emulator, clock } = await start(options);
    const events: ProgressEvent[] = [];
    const { requests, faults } = emulator;
    const sessionRequests = () => requests.list().filter(({ query }) => query !== directQuery);
    const calls = () =>
      sessionRequests().map(({ method, path }) => `${method} ${path.replace("/api/v2/config", "")}`);
    const callDirectly = (method: string, path: string, body?: unknown) =>
      callService(emulator, method, `/config${path}${directQuery}`, body);
    return {
      clock,
      faults,
      events,
      session({ agentToken } = {}) {
        const settings = { baseUrl: emulator.url, apiToken: emulator.token, agentToken };
        const result = resolveConnection(settings, {});
        if (!result.ok) throw new Error("the emulator's address was refused");
        const client = new ServiceClient(result.connection, { clock, random: () => 1 });
        clients.push(client);
        return openSession(client, { clock, onProgress: (event) => events.push(event) });
      },
      calls,
      writes: () => calls().filter((call) => !call.startsWith("GET ")),
      requestTimes: (method) =>
        sessionRequests()
          .filter((request) => request.method === method)
          .map(({ time }) => time),
      clearCalls: () => {
        requests.clear();
      },
      callDirectly,
      async listAlerts() {
        const { data } = (await callDirectly("GET", "/alerts")) as { data: Record<string, unknown>[] };
        return data;
      },
    };
  };
}

/** `cpuHigh` in the API's JSON, without its ID. */
export const cpuHighJson = {
  name: "CPU high",
  annotations: "https://wiki.shop.example/cpu",
  policy: 2,
  type: 2,
  disabled: 0,
  destinations: [1, 2],
} as const;

/** The configuration of `cpuHigh` in the API's JSON. */
export const cpuHighConfigJson = {
  hosts: [],
  host_types: ["mysql"],
  alert_level: "warn",
  metric: "os.cpu.user_us",
  trigger: 0.9,
  duration: 2,
  reset: 0.8,
} as const;

export const propagationWindowMs = 60_000;

/** @throws Error if the plan has errors */
export function expectExecutable(plan: Plan): ExecutablePlan {
  if (plan.status === "executable") return plan;
  throw new Error(`the plan is not executable: ${JSON.stringify(plan.problems)}`);
}

/** The error with which a promise rejects. @throws Error if the promise resolves */
export async function rejectionOf(promise: Promise<unknown>): Promise<Error> {
  const result = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (result instanceof Error) return result;
  throw new Error("the promise did not reject with an Error");
}
