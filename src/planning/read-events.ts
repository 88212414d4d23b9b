/** Reads all events of a period, although `GET /events` documents no paging. Keeps only the events of one call in memory. */
import { ResponseTooLargeError, ServiceError } from "../client";
import { compareStrings, type Problem } from "../diagnostics";
import { type EnvironmentSession } from "../engine";
import { type Period } from "../impact";
import { formatTimestamp, type ServiceEvent } from "../service";
import { EventSlices, type SliceList } from "./event-slices";

export const maxEventCalls = 1000;

/** Max duration of a read, in minutes. A started call is completed. */
const maxReadingMinutes = 10;

interface EventReading {
  /** Number of calls of `GET /events`, without retries. */
  readonly calls: number;
  readonly events: number;
  /**
   * - `complete`: the consumer has received all events of the period.
   * - `incomplete`: the service has, or may have, more events than it lists. `reason` is a clause that states why.
   * - `failed`: a call failed. The consumer has received only the events before it.
   */
  readonly completeness:
    | { readonly status: "complete" }
    | { readonly status: "incomplete"; readonly reason: string }
    | { readonly status: "failed"; readonly problems: readonly Problem[] };
}

/**
 * Reads the events that start in a period: those of hosts, and global ones. Calls: one for a period without events, three for a
 * period with few, and about `2 N / L` for N events if the service lists at most L per call.
 *
 * @param consume receives the events of each slice, sorted by start. Slices come in order of time, without overlap.
 * @throws ClientClosedError or RunInterruptedError if the run is interrupted. A failed call is part of the result.
 */
export async function readEvents(
  session: EnvironmentSession,
  period: Period,
  consume: (events: readonly ServiceEvent[]) => void,
): Promise<EventReading> {
  const slices = new EventSlices(period);
  const gaps: number[] = [];
  const { clock } = session.run;
  const endsAt = clock.now() + maxReadingMinutes * 60_000;
  let calls = 0;
  let events = 0;
  const incomplete = (reason: string): EventReading => ({
    calls,
    events,
    completeness: { status: "incomplete", reason },
  });
  for (let slice = slices.next(); slice !== undefined; slice = slices.next()) {
    const limit = clock.now() > endsAt ? `${maxReadingMinutes} minutes` : `${maxEventCalls} calls`;
    if (clock.now() > endsAt || calls === maxEventCalls)
      return incomplete(`the limit of ${limit} was reached at ${formatTimestamp(slice.from * 1000)}`);
    calls++;
    let list: SliceList & { readonly events: readonly ServiceEvent[] };
    try {
      list = await readSlice(session, slice);
    } catch (error) {
      if (error instanceof ResponseTooLargeError) {
        if (slices.divide(slice) === "gap") gaps.push(slice.from);
        continue;
      }
      if (!(error instanceof ServiceError)) throw error;
      return { calls, events, completeness: { status: "failed", problems: error.problems } };
    }
    const outcome = slices.add(slice, list);
    if (outcome === "retry") continue;
    if (outcome === "gap") gaps.push(slice.from);
    events += list.events.length;
    consume(list.events);
    const total = period.until - period.from + 1;
    session.run.report({ type: "reading-events", read: slice.until - period.from + 1, total, events });
  }
  const [first] = gaps;
  if (first !== undefined) {
    return incomplete(
      `the service may have more events at ${formatTimestamp(first * 1000)} than it lists per call`,
    );
  }
  return { calls, events, completeness: { status: "complete" } };
}

/** Requests one more second at each end, because a service may exclude the ends of an interval. */
async function readSlice({ client, run }: EnvironmentSession, { from, until }: Period) {
  // Zero and negative times are relative to now (GEN-4).
  const interval = { from: Math.max(1, from - 1), until: until + 1 };
  const { events, hasMore } = await client.listSomeEvents(interval, run.signal);
  const inSlice = events.filter(({ start }) => start >= from && start <= until).sort(compareEvents);
  return { listed: events.length, starts: inSlice.map(({ start }) => start), hasMore, events: inSlice };
}

/** By start. Services may return events of the same second in any order, so these are ordered by UUID. */
function compareEvents(a: ServiceEvent, b: ServiceEvent): number {
  return a.start - b.start || compareStrings(a.uuid ?? "", b.uuid ?? "");
}
