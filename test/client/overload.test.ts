/** The concurrency limit adapts to the service. */
import { RateLimitedError, type ServiceError, systemClock, UnavailableError } from "../../src/client";
import { ConcurrencyLimiter } from "../../src/client/concurrency-limiter";
import { isOverload } from "../../src/client/retry";
import { ResponseHeaders, Transport } from "../../src/client/transport";
import { clientBench } from "./client-bench";
import { SteppedClock } from "./stepped-clock";

const bench = clientBench();
const call = {
  method: "GET",
  path: "/",
  status: 503,
  settings: { token: "DBMON_API_TOKEN", maxConcurrency: undefined, requestTimeout: undefined },
};
const swallow = () => undefined;
const succeed = () => Promise.resolve({ response: "" });
const overloaded = { error: new Error("overloaded"), retryInMs: undefined, isOverload: true };
/** A call that is refused and not retried. */
const overload = (limiter: ConcurrencyLimiter) =>
  limiter.run(() => Promise.resolve(overloaded)).catch(swallow);

/** The headers of a response, as undici passes them. */
function responseHeaders(values: Readonly<Record<string, string>>): ResponseHeaders {
  return new ResponseHeaders(
    Object.entries(values)
      .flat()
      .map((text) => Buffer.from(text)),
  );
}

/** More than 300 calls need. */
const maxTurns = 100_000;
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

afterEach(() => {
  jest.restoreAllMocks();
});

/**
 * Replaces the transport by a service in this process, so that the order of requests does not depend on sockets.
 * @param respond returns the status of the response to one request
 */
function simulateService(
  respond: () => Promise<number> | number,
  headers: Readonly<Record<string, string>> = {},
) {
  jest.spyOn(Transport.prototype, "send").mockImplementation(async () => {
    const status = await respond();
    const body = JSON.stringify(status === 200 ? { data: [] } : { error: "slow down" });
    return { status, headers: responseHeaders(status === 200 ? {} : headers), body, bytes: body.length };
  });
}

async function times(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index++) await work();
}

it.each<[string, ServiceError, number]>([
  ["429", new RateLimitedError({ ...call, status: 429 }), 8],
  ["503", new UnavailableError(call), 8],
  ["500, which does not indicate overload", new UnavailableError({ ...call, status: 500 }), 16],
])("after %s", async (_, error, limit) => {
  const limiter = new ConcurrencyLimiter(16, systemClock);
  const end = { error, retryInMs: undefined, isOverload: isOverload(error) };
  await limiter.run(() => Promise.resolve(end)).catch(swallow);
  expect(limiter.limit).toBe(limit);
});

it("halves the limit once for concurrent calls, with a min of one", async () => {
  const limiter = new ConcurrencyLimiter(8, systemClock);
  await Promise.all(Array.from({ length: 8 }, () => overload(limiter)));
  expect(limiter.limit).toBe(4);
  await times(5, () => overload(limiter));
  expect(limiter.limit).toBe(1);
});

it("raises the limit by one after a full round of successes, up to the max", async () => {
  const limiter = new ConcurrencyLimiter(4, systemClock);
  await times(2, () => overload(limiter));
  const limits: number[] = [];
  await times(8, async () => {
    await limiter.run(succeed);
    limits.push(limiter.limit);
  });
  expect(limits).toEqual([2, 2, 3, 3, 3, 4, 4, 4]);
});

it("starts queued calls in order under a halved limit", async () => {
  const limiter = new ConcurrencyLimiter(16, systemClock);
  let running = 0;
  const started: { readonly index: number; readonly running: number }[] = [];
  let refuse: () => void = () => undefined;
  const refused = new Promise<typeof overloaded>((resolve) => {
    refuse = () => {
      resolve(overloaded);
    };
  });
  const first = limiter.run(() => refused).catch(swallow);
  const others = Array.from({ length: 60 }, (_, index) =>
    limiter.run(async () => {
      started.push({ index, running: ++running });
      await nextTurn();
      running--;
      return succeed();
    }),
  );
  refuse();
  await Promise.all([first, ...others]);
  expect(started.map(({ index }) => index)).toEqual(others.map((_, index) => index));
  const maxRunning = (from: number, to: number) =>
    Math.max(...started.slice(from, to).map((call) => call.running));
  // The first 15 calls start before the refusal. The next 9 start under a limit of 8, which one success can raise to 9.
  expect(maxRunning(0, 15)).toBe(15);
  expect(maxRunning(15, 24)).toBeLessThanOrEqual(9);
});

describe("a failure that pauses all calls", () => {
  const pausing = { error: new Error("paused"), retryInMs: 60_000, pausesAllCalls: true };

  it("starts no call until the pause ends, and then the calls with most failures first", async () => {
    const clock = new SteppedClock();
    const limiter = new ConcurrencyLimiter(2, clock);
    const order: string[] = [];
    const enter = (name: string, failures: number) =>
      limiter.run(async (attempt) => {
        order.push(`${name} ${attempt}`);
        if (attempt > failures) return succeed();
        // So that the call with one failure is queued before the call with two.
        if (attempt === 2) await nextTurn();
        return pausing;
      });
    const all = [enter("twice", 2), enter("never", 0), enter("once", 1), enter("new", 0)];
    await nextTurn();
    expect(order).toEqual(["twice 1", "never 1"]);
    clock.step();
    await nextTurn();
    await nextTurn();
    expect(order.splice(0).slice(2)).toEqual(["twice 2", "once 1"]);
    clock.step();
    await Promise.all(all);
    expect(order).toEqual(["twice 3", "once 2", "new 1"]);
  });

  it("pauses them until the call is canceled", async () => {
    const limiter = new ConcurrencyLimiter(1, systemClock);
    const interruption = new AbortController();
    const canceled = limiter.run(
      () => (interruption.signal.aborted ? succeed() : Promise.resolve(pausing)),
      interruption.signal,
    );
    let isStarted = false;
    const other = limiter.run(() => {
      isStarted = true;
      return succeed();
    });
    await nextTurn();
    expect(isStarted).toBe(false);
    interruption.abort();
    await Promise.all([canceled, other]);
  });
});

it.each([
  ["429 with Retry-After", 429, { "retry-after": "1" }],
  ["429", 429, {}],
  ["503 with Retry-After", 503, { "retry-after": "1" }],
])(
  "pauses all calls to a service that accepts ten per second and responds to others with %s, and completes 300",
  async (_, status, headers) => {
    const clock = new SteppedClock();
    const countBySecond = new Map<number, number>();
    simulateService(() => {
      const second = Math.floor(clock.now() / 1000);
      const count = (countBySecond.get(second) ?? 0) + 1;
      countBySecond.set(second, count);
      return count > 10 ? status : 200;
    }, headers);
    // With the transport replaced, no connection is made to this URL.
    const { client } = bench.client("http://127.0.0.1:9", { clock, random: () => 1, maxConcurrency: 64 });
    let settled = 0;
    const calls = Array.from({ length: 300 }, () => client.listHosts().finally(() => settled++));
    const all = Promise.all(calls);
    all.catch(swallow);
    for (let turn = 0; settled < calls.length; turn++) {
      expect(turn).toBeLessThan(maxTurns);
      await nextTurn();
      clock.step();
    }
    await all;
    const refused = [...countBySecond.values()].reduce((sum, count) => sum + Math.max(0, count - 10), 0);
    expect(refused).toBeLessThan(300);
  },
);

it("completes 100 calls to a service that accepts two at a time", async () => {
  let running = 0;
  let refused = 0;
  simulateService(async () => {
    if (running >= 2) {
      refused++;
      return 429;
    }
    running++;
    await nextTurn();
    running--;
    return 200;
  });
  const { client } = bench.client("http://127.0.0.1:9", { maxConcurrency: 16, maxRetries: 20 });
  await Promise.all(Array.from({ length: 100 }, () => client.listHosts()));
  expect(refused).toBeLessThan(100);
});
