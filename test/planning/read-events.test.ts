/** The history of events is complete, or the reading says why it is not, whatever a service does with its undocumented limit. */
import fc from "fast-check";
import { resolveConnection, ServiceClient } from "../../src/client";
import { emptySeed } from "../../src/emulator";
import { type EnvironmentSession, openSession, type ProgressEvent } from "../../src/engine";
import { EventSlices } from "../../src/planning/event-slices";
import { maxEventCalls, readEvents } from "../../src/planning/read-events";
import { type EventWire } from "../../src/service";
import { emulatorStarter } from "../support/emulator";
import { type EventListBehavior, eventServiceStarter } from "../support/event-service";
import { VirtualClock } from "../support/virtual-clock";

const day = 86_400;
const until = Date.UTC(2026, 10, 22) / 1000;
const fortnight = { from: until - 14 * day, until };

const startService = eventServiceStarter();
const startEmulator = emulatorStarter();
const clients: ServiceClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

function event(start: number, index: number): EventWire {
  const uuid = index.toString(16).padStart(32, "0");
  return { start, uuid, type: "deploy", message: "Deployed.", duration: 0, level: "info", digest: "1" };
}

/** Events at equal distances in the fortnight. */
function spread(count: number): EventWire[] {
  const distance = (14 * day) / count;
  return Array.from({ length: count }, (_, index) =>
    event(fortnight.from + Math.floor(index * distance), index),
  );
}

function sessionOf(
  url: string,
  progress: ProgressEvent[] = [],
  signal?: AbortSignal,
  clock = new VirtualClock(),
): EnvironmentSession {
  const result = resolveConnection({ baseUrl: url, apiToken: "demo-token" }, {});
  if (!result.ok) throw new Error("the service's address was refused");
  const client = new ServiceClient(result.connection, { clock, random: () => 1 });
  clients.push(client);
  const onProgress = (event: ProgressEvent) => progress.push(event);
  return openSession(client, { clock, onProgress, ...(signal === undefined ? {} : { signal }) });
}

async function read(events: readonly EventWire[], behavior: EventListBehavior) {
  const service = await startService(events, behavior);
  const received: string[] = [];
  const reading = await readEvents(sessionOf(service.url), fortnight, (slice) => {
    received.push(...slice.map(({ uuid = "" }) => uuid));
  });
  return { ...reading, received, responses: service.responses };
}

const uuidsOf = (events: readonly EventWire[]) => events.map(({ uuid }) => uuid);

it("[EVENT-5] reads a period without events with one call", async () => {
  expect(await read([], {})).toMatchObject({ calls: 1, events: 0, completeness: { status: "complete" } });
});

it("reads few events with three calls: the period, and its two halves, which prove that nothing was truncated", async () => {
  const events = spread(41);
  const reading = await read(events, {});
  expect(reading).toMatchObject({ calls: 3, events: 41, completeness: { status: "complete" } });
  expect(reading.received).toEqual(uuidsOf(events));
  expect(reading.responses[0]).toBe(41);
});

it("reads the events of one second with five calls", async () => {
  const events = [0, 1, 2].map((index) => event(until - day, index));
  const reading = await read(events, {});
  expect(reading.received).toEqual(uuidsOf(events));
  expect(reading.completeness.status).toBe("complete");
  expect(reading.calls).toBe(5);
});

describe.each<[string, EventListBehavior]>([
  ["the oldest events, in silence", { keeps: "oldest" }],
  ["the newest events, in silence", { keeps: "newest", order: "descending" }],
  ["the oldest events, and says so", { keeps: "oldest", moreHeader: "if-truncated" }],
  ["the newest events, and always says whether there are more", { keeps: "newest", moreHeader: "always" }],
  ["the oldest events of intervals without their ends", { keeps: "oldest", hasExclusiveEnds: true }],
])("a service that truncates to %s", (_, behavior) => {
  it.each([2, 7, 100, 1000])("is read completely with a limit of %i events", async (limit) => {
    const events = spread(5 * limit + 3);
    const reading = await read(events, { ...behavior, limit });
    expect(reading.completeness).toEqual({ status: "complete" });
    expect(reading.received).toEqual(uuidsOf(events));
    expect(Math.max(...reading.responses)).toBe(limit);
    expect(reading.calls).toBeLessThan(60);
  });
});

it("reads the events of one busy hour among quiet weeks with few calls", async () => {
  const events = [
    ...spread(200),
    ...Array.from({ length: 3000 }, (_, index) => event(until - day + index, 200 + index)),
  ];
  events.sort((one, other) => one.start - other.start || (one.uuid < other.uuid ? -1 : 1));
  const reading = await read(events, { limit: 500 });
  expect(reading.completeness).toEqual({ status: "complete" });
  expect(reading.received).toEqual(uuidsOf(events));
  expect(reading.calls).toBeLessThan(60);
});

it("needs about two calls per full response for a long history", async () => {
  const reading = await read(spread(50_000), { limit: 1000, moreHeader: "if-truncated" });
  expect(reading.events).toBe(50_000);
  expect(reading.calls).toBeLessThan(110);
});

it("says that the events of a second are incomplete if the service lists no more of them", async () => {
  const events = Array.from({ length: 1500 }, (_, index) => event(until - day, index));
  const reading = await read(events, { limit: 1000 });
  expect(reading.completeness).toEqual({
    status: "incomplete",
    reason: "the service may have more events at 2026-11-21T00:00:00Z than it lists per call",
  });
  expect(reading.events).toBe(1000);
});

it("stops at the stated number of calls, and says how far it came", async () => {
  const reading = await read(spread(3000), { limit: 2, moreHeader: "if-truncated" });
  expect(reading.calls).toBe(maxEventCalls);
  expect(reading.completeness).toMatchObject({
    status: "incomplete",
    reason: expect.stringMatching(/^the limit of 1000 calls was reached at 2026-11-\d\dT/) as string,
  });
});

it("retries a failed call, and ends with the problem of the service if it keeps failing", async () => {
  const refuse = (times: number): EventListBehavior => ({
    intercept: (response, count) => {
      if (count > times) return false;
      response.writeHead(503).end();
      return true;
    },
  });
  const recovered = await read(spread(10), refuse(2));
  expect(recovered).toMatchObject({ events: 10, completeness: { status: "complete" } });
  const failed = await read(spread(10), refuse(100));
  expect(failed).toMatchObject({
    events: 0,
    completeness: {
      status: "failed",
      problems: [{ what: "GET /api/v2/events failed with status 503: the service is unavailable." }],
    },
  });
});

it("divides a slice whose response is too large for the client", async () => {
  const large = JSON.stringify({ data: [], padding: "x".repeat(65 * 1024 * 1024) });
  const reading = await read(spread(20), {
    intercept: (response, count) => {
      if (count > 1) return false;
      response.end(large);
      return true;
    },
  });
  expect(reading).toMatchObject({ events: 20, completeness: { status: "complete" } });
});

it("reports the read part of the period", async () => {
  const { url } = await startService(spread(41));
  const progress: ProgressEvent[] = [];
  await readEvents(sessionOf(url, progress), fortnight, () => undefined);
  expect(progress.at(-1)).toEqual({
    type: "reading-events",
    read: 14 * day + 1,
    total: 14 * day + 1,
    events: 41,
  });
});

it("ends at once when the run is interrupted", async () => {
  const interruption = new AbortController();
  const { url } = await startService(spread(41), {
    intercept: () => {
      interruption.abort();
      return true;
    },
  });
  const reading = readEvents(sessionOf(url, [], interruption.signal), fortnight, () => undefined);
  await expect(reading).rejects.toThrow("GET /api/v2/events was canceled because the run was interrupted.");
});

it("reads more events than the emulator lists per call, which says so", async () => {
  const now = Math.floor(new VirtualClock().now() / 1000);
  const events = Array.from({ length: 25_000 }, (_, index) => event(now - 25_000 + index, index));
  const { emulator, clock } = await startEmulator({ seed: { ...emptySeed, events } });
  const session = sessionOf(emulator.url, [], undefined, clock);
  const starts: number[] = [];
  const reading = await readEvents(session, { from: now - 14 * day, until: now }, (slice) => {
    starts.push(...slice.map(({ start }) => start));
  });
  expect(reading.completeness).toEqual({ status: "complete" });
  expect(starts).toEqual(events.map(({ start }) => start));
  expect(reading.calls).toBeLessThan(20);
});

it("delivers each event once or reports a gap, whatever the times of the events and the limit of the service", () => {
  const behavior = fc.record({
    starts: fc.array(fc.oneof(fc.nat(200), fc.integer({ min: 90, max: 95 })), { maxLength: 60 }),
    limit: fc.integer({ min: 1, max: 70 }),
    keepsNewest: fc.boolean(),
    statesMore: fc.boolean(),
  });
  fc.assert(
    fc.property(behavior, ({ starts, limit, keepsNewest, statesMore }) => {
      const sorted = starts.map((start) => start + 1).sort((a, b) => a - b);
      const maxWithin = (seconds: number) =>
        Math.max(
          ...Array.from({ length: 210 }, (_, first) => first - 5).map(
            (first) => sorted.filter((start) => start >= first && start < first + seconds).length,
          ),
        );
      // A short slice and its margins are five seconds. Their list is assumed to be whole.
      fc.pre(maxWithin(5) <= limit);
      const slices = new EventSlices({ from: 1, until: 201 });
      const delivered: number[] = [];
      let calls = 0;
      let hasGap = false;
      for (let slice = slices.next(); slice !== undefined; slice = slices.next()) {
        const { from, until: last } = slice;
        calls++;
        const matching = sorted.filter((start) => start >= from - 1 && start <= last + 1);
        const list = keepsNewest ? matching.slice(-limit) : matching.slice(0, limit);
        const inSlice = list.filter((start) => start >= from && start <= last);
        const hasMore = statesMore ? matching.length > limit : undefined;
        const outcome = slices.add(slice, { listed: list.length, starts: inSlice, hasMore });
        if (outcome !== "retry") delivered.push(...inSlice);
        hasGap ||= outcome === "gap";
      }
      expect(delivered).toEqual(sorted);
      // One second and its margins: then every second has a list that is shorter than the limit.
      expect(hasGap && maxWithin(3) < limit).toBe(false);
      expect(calls).toBeLessThan(500);
    }),
    { numRuns: 500 },
  );
});

it("ends after ten minutes with what a slow service has listed", async () => {
  const clock = new VirtualClock();
  const behavior: EventListBehavior = {
    limit: 10,
    intercept: () => {
      clock.passSeconds(60);
      return false;
    },
  };
  const { url } = await startService(spread(1000), behavior);
  const reading = await readEvents(sessionOf(url, [], undefined, clock), fortnight, () => undefined);
  expect(reading.completeness).toEqual({
    status: "incomplete",
    reason: expect.stringMatching(/^the limit of 10 minutes was reached at 2026-11-\d\dT/) as string,
  });
  expect(reading.calls).toBe(11);
});
