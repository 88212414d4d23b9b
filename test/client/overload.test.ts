/** The concurrency limit adapts to the service. */
import { ConcurrencyLimiter } from "../../src/client/concurrency-limiter";
import { RateLimitedError, UnavailableError } from "../../src/client";
import { clientBench, json } from "./client-bench";
import { SteppedClock } from "./stepped-clock";

const bench = clientBench();
const call = { method: "GET", path: "/", status: 503 };
const tooMuch = () => Promise.reject(new RateLimitedError({ ...call, status: 429 }, undefined));
const swallow = () => undefined;

async function times(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index++) await work();
}

it.each([
  ["429", new RateLimitedError({ ...call, status: 429 }, undefined), 8],
  ["503", new UnavailableError(call, undefined), 8],
  ["500, which does not indicate overload", new UnavailableError({ ...call, status: 500 }, undefined), 16],
  ["another error", new Error("x"), 16],
])("after %s", async (_, error, limit) => {
  const limiter = new ConcurrencyLimiter(16);
  await limiter.run(() => Promise.reject(error)).catch(swallow);
  expect(limiter.limit).toBe(limit);
});

it("halves the limit once for concurrent calls, with a min of one", async () => {
  const limiter = new ConcurrencyLimiter(8);
  await Promise.allSettled(Array.from({ length: 8 }, () => limiter.run(tooMuch)));
  expect(limiter.limit).toBe(4);
  await times(5, () => limiter.run(tooMuch).catch(swallow));
  expect(limiter.limit).toBe(1);
});

it("raises the limit by one after a full round of successes, up to the max", async () => {
  const limiter = new ConcurrencyLimiter(4);
  await times(2, () => limiter.run(tooMuch).catch(swallow));
  const limits: number[] = [];
  await times(8, async () => {
    await limiter.run(() => Promise.resolve());
    limits.push(limiter.limit);
  });
  expect(limits).toEqual([2, 2, 3, 3, 3, 4, 4, 4]);
});

it("starts queued calls in order under a halved limit", async () => {
  const limiter = new ConcurrencyLimiter(16);
  let underWay = 0;
  const started: { readonly index: number; readonly beside: number }[] = [];
  let refuse: () => void = () => undefined;
  const refused = new Promise<void>((_, reject) => {
    refuse = () => {
      reject(new RateLimitedError(call, undefined));
    };
  });
  const first = limiter.run(() => refused).catch(swallow);
  const others = Array.from({ length: 60 }, (_, index) =>
    limiter.run(async () => {
      started.push({ index, beside: ++underWay });
      await new Promise((resolve) => setImmediate(resolve));
      underWay--;
    }),
  );
  refuse();
  await Promise.all([first, ...others]);
  expect(started.map(({ index }) => index)).toEqual(others.map((_, index) => index));
  // The first fifteen were let in before; until the limit has grown much, nobody is beside more than eight others.
  expect(Math.max(...started.slice(15, 24).map(({ beside }) => beside))).toBeLessThanOrEqual(9);
  expect(Math.max(...started.slice(0, 15).map(({ beside }) => beside))).toBe(15);
});

it("starts no call during a pause, and then the calls with most failures first", async () => {
  const limiter = new ConcurrencyLimiter(2);
  const order: string[] = [];
  const enter = (name: string, failures?: number) =>
    limiter.run(() => Promise.resolve(order.push(name)), failures);
  let end: () => void = () => undefined;
  const pause = new Promise<void>((resolve) => {
    end = resolve;
  });
  const pauses = [() => pause, () => Promise.reject(new Error("cut off"))];
  await Promise.allSettled(pauses.map((one) => limiter.run(tooMuch, 0, one)));
  const all = [enter("new"), enter("once", 1), enter("newer"), enter("twice", 2), enter("once too", 1)];
  await new Promise((resolve) => setImmediate(resolve));
  expect(order).toEqual([]);
  end();
  await Promise.all(all);
  expect(order).toEqual(["twice", "once", "once too", "new", "newer"]);
});

it.each([
  ["429 with Retry-After", 429, { "retry-after": "1" }],
  ["429", 429, {}],
  ["503 with Retry-After", 503, { "retry-after": "1" }],
])(
  "completes 300 calls to a service that takes ten per second and otherwise responds with %s",
  async (_, status, headers) => {
    const clock = new SteppedClock();
    const taken = new Map<number, number>();
    let underWay = 0;
    const { url } = await bench.serve((response) => {
      underWay++;
      setImmediate(() => {
        underWay--;
        const second = Math.floor(clock.now() / 1000);
        const count = (taken.get(second) ?? 0) + 1;
        taken.set(second, count);
        if (count > 10) json(response, status, { error: "slow down" }, headers);
        else json(response, 200, { data: [] });
      });
    });
    const { client } = bench.client(url, { clock, random: () => 1, maxConcurrency: 64 });
    let settled = 0;
    const reads = Array.from({ length: 300 }, () => client.listHosts().finally(() => settled++));
    const all = Promise.all(reads);
    all.catch(swallow);
    while (settled < reads.length) {
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
      if (underWay === 0) clock.step();
    }
    await all;
    // Where each waits by itself, there are nearly 400.
    const refused = [...taken.values()].reduce((sum, count) => sum + Math.max(0, count - 10), 0);
    expect(refused).toBeLessThan(350);
  },
);

it("completes all calls to a service that takes two at a time", async () => {
  let underWay = 0;
  let refused = 0;
  const { url } = await bench.serve((response) => {
    if (++underWay > 2) {
      refused++;
      underWay--;
      json(response, 429, { error: "slow down" });
      return;
    }
    setImmediate(() => {
      underWay--;
      json(response, 200, { data: [] });
    });
  });
  const { client } = bench.client(url, { maxConcurrency: 16, maxRetries: 20 });
  await Promise.all(Array.from({ length: 100 }, () => client.listHosts()));
  expect(refused).toBeLessThan(100);
});
