/** Sessions with an emulator of their own, on one virtual clock; and a hand that changes the service beside them. */
import { resolveConnection, ServiceClient } from "../../src/client";
import { type EmulatorOptions, type Faults, ServiceEmulator } from "../../src/emulator";
import { type EnvironmentSession, openSession, type ProgressEvent } from "../../src/engine";
import { type ExecutablePlan, type Plan } from "../../src/reconcile";
import { VirtualClock } from "../support/virtual-clock";
import { send } from "../support/with-emulator";
import { shopSeed } from "../support/shop-seed";

export { cpuHigh, deployed } from "../support/sample-alerts";

export interface Environment {
  readonly clock: VirtualClock;
  readonly faults: Faults;
  /** A session that remembers nothing of any other. @param agentToken the API token when left out */
  session(agentToken?: string): EnvironmentSession;
  /** What the sessions have reported. */
  readonly events: readonly ProgressEvent[];
  /** What has arrived since the last `forgetCalls`: `POST /alerts`, oldest first. */
  calls(): string[];
  /** Those that write. */
  writes(): string[];
  times(method: string): number[];
  forgetCalls(): void;
  /** A write or read by somebody else, which must succeed; not counted among the calls. */
  byHand(method: string, path: string, body?: unknown): Promise<unknown>;
  /** The alerts as the service lists them. */
  listed(): Promise<readonly Record<string, unknown>[]>;
}

export function engineBench() {
  const closers: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });
  return async (options: EmulatorOptions = {}): Promise<Environment> => {
    const clock = new VirtualClock();
    const emulator = await ServiceEmulator.start({ seed: shopSeed(clock), clock, ...options });
    closers.unshift(() => emulator.stop());
    const events: ProgressEvent[] = [];
    const { requests, faults } = emulator;
    const byOthers = new Set<string>();
    const own = () => requests.list().filter(({ query }) => !byOthers.has(query));
    const inShort = ({ method, path }: { method: string; path: string }) =>
      `${method} ${path.replace("/api/v2/config", "")}`;
    const calls = () => own().map(inShort);
    const byHand = async (method: string, path: string, body?: unknown) => {
      const mark = "?by=hand";
      byOthers.add(mark);
      const reply = await send(emulator.url, method, `/api/v2/config${path}${mark}`, { body });
      if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`);
      return reply.json;
    };
    return {
      clock,
      faults,
      events,
      session(agentToken) {
        const settings = { baseUrl: emulator.url, apiToken: emulator.token, agentToken };
        const result = resolveConnection(settings, {});
        if (!result.ok) throw new Error("the emulator's address was refused");
        const client = new ServiceClient(result.connection, { clock, random: () => 1 });
        closers.unshift(() => {
          client.close();
        });
        return openSession(client, { clock, onProgress: (event) => events.push(event) });
      },
      calls,
      writes: () => calls().filter((call) => !call.startsWith("GET ")),
      times: (method) =>
        own()
          .filter((call) => call.method === method)
          .map(({ time }) => time),
      forgetCalls: () => {
        requests.clear();
      },
      byHand,
      async listed() {
        const { data } = (await byHand("GET", "/alerts")) as { data: Record<string, unknown>[] };
        return data;
      },
    };
  };
}

/** `cpuHigh` as it travels. */
export const cpuHighOnWire = {
  name: "CPU high",
  annotations: "https://wiki.shop.example/cpu",
  policy: 2,
  type: 2,
  disabled: 0,
  destinations: [1, 2],
} as const;

export const cpuHighConfigOnWire = {
  hosts: [],
  host_types: ["mysql"],
  alert_level: "warn",
  metric: "os.cpu.user_us",
  trigger: 0.9,
  duration: 2,
  reset: 0.8,
} as const;

export const window = 60_000;

/** @throws Error if the plan is refused */
export function executable(plan: Plan): ExecutablePlan {
  if (plan.status === "executable") return plan;
  throw new Error(`the plan is refused: ${JSON.stringify(plan.problems)}`);
}

/** What a promise is rejected with. */
export async function failureOf(promise: Promise<unknown>): Promise<Error> {
  const settled = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (settled instanceof Error) return settled;
  throw new Error("it did not fail");
}
