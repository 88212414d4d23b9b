/** By how much a response proves that the clock of the service differs from the client's. */
import { clientBench, json } from "./client-bench";

const bench = clientBench();
const second = 1000;

interface Case {
  /** Milliseconds of the time of the request, after a whole second. */
  readonly startMs?: number;
  /** Milliseconds between the request and the response. */
  readonly latency?: number;
  /** Of the `Date` header, after the time of the request. */
  readonly dateAfter: number;
  readonly headers?: Record<string, string>;
  readonly status?: number;
  readonly offset: number;
}

it.each<[string, Case]>([
  ["none, if the clocks agree", { dateAfter: 0, offset: 0 }],
  [
    "none, if the response was sent at any time of a slow call",
    { latency: 90_000, dateAfter: 80_000, offset: 0 },
  ],
  ["none, if Date lost its milliseconds", { startMs: 999, dateAfter: 0, offset: 0 }],
  ["a service that is ahead", { dateAfter: 240_000, offset: 240_000 }],
  ["a service that is at least that far ahead", { latency: 5000, dateAfter: 240_000, offset: 235_000 }],
  ["a service that is behind", { dateAfter: -240_000, offset: -240_000 + second - 1 }],
  ["none, if the response comes from a cache", { dateAfter: -240_000, headers: { age: "240" }, offset: 0 }],
  ["none, if a proxy answers with an error", { dateAfter: 240_000, status: 400, offset: 0 }],
])("proves %s", async (_, { startMs = 0, latency = 0, dateAfter, headers, status = 200, offset }) => {
  const service = await bench.serve((response) => {
    const date = new Date(clock.now() + dateAfter).toUTCString();
    clock.pass(latency);
    json(response, status, { data: [] }, { date, ...headers });
  });
  const { client, clock } = bench.client(service.url);
  clock.pass(startMs);
  await client.listAlerts().catch(() => undefined);
  expect(client.clockOffsetMs).toBe(offset);
});

it("is that of the last response, and of none without a valid Date", async () => {
  const dates = ["240000", "0", "invalid"];
  const service = await bench.serve((response, __, count) => {
    const after = Number(dates[count - 1]);
    const date = Number.isNaN(after) ? "yesterday" : new Date(clock.now() + after).toUTCString();
    json(response, 200, { data: [] }, { date });
  });
  const { client, clock } = bench.client(service.url);
  const offsets: number[] = [];
  for (const _ of dates) {
    await client.listAlerts();
    offsets.push(client.clockOffsetMs);
  }
  expect(offsets).toEqual([240_000, 0, 0]);
});
