/**
 * Divides a period into slices whose lists are certainly complete. Pure: `readEvents` makes the calls.
 *
 * A list is complete if the service says so, or if it is shorter than another list of the same service. A service that returns 500 events
 * does not truncate at fewer. So the first list is only an estimate: it is read again in two parts, each of which is shorter.
 */
import { type Period } from "../impact";

/** The list of a slice, as the service returned it. */
export interface SliceList {
  /** Number of listed events, including those outside of the slice. */
  readonly listed: number;
  /** Start times of the events in the slice, in ascending order. */
  readonly starts: readonly number[];
  readonly hasMore: boolean | undefined;
}

/** `retry`: the list was not complete, and a shorter one starts at the same time. `gap`: not complete, but the slice is too short to divide. */
type SliceOutcome = "complete" | "retry" | "gap";

/** Target length of a list, as a share of the longest list that the service has returned. */
const targetShare = 0.6;
/** After a list with few events, the next slice is longer by at most this factor. */
const maxGrowth = 4;
/** A slice of at most this many seconds, with fewer than `maxShortList` events, counts as complete until a list was truncated. */
const maxShortLength = 3;
const maxShortList = 1000;

export class EventSlices {
  #from: number;
  /** Planned length of the next slice in seconds. */
  #length = Number.POSITIVE_INFINITY;
  /** Number of events in the longest list. */
  #longest = 0;
  /** Whether the service states if a list is complete. */
  #statesMore = false;
  /** Whether a list was certainly truncated. */
  #isTruncating = false;
  /** The last list that may be truncated. */
  #incomplete: { readonly slice: Period; readonly starts: readonly number[] } | undefined;

  constructor(private readonly period: Period) {
    this.#from = period.from;
  }

  /** The next slice to read, in order of time. Undefined at the end of the period. */
  next(): Period | undefined {
    const { until } = this.period;
    if (this.#from > until) return undefined;
    return { from: this.#from, until: Math.min(until, this.#from + this.#length - 1) };
  }

  /** Evaluates the list of the slice that {@link next} returned. */
  add(slice: Period, list: SliceList): SliceOutcome {
    const isComplete = this.#isComplete(slice, list);
    this.#longest = Math.max(this.#longest, list.listed);
    if (isComplete || slice.until === slice.from) {
      this.#advance(slice, list.starts.length);
      return isComplete || list.starts.length === 0 ? "complete" : "gap";
    }
    this.#length = this.#isTruncating ? Math.ceil(lengthOf(slice) / 2) : lengthToMiddle(slice, list);
    this.#incomplete = { slice, starts: list.starts };
    return "retry";
  }

  /** Divides a slice whose list is too large to read. */
  divide(slice: Period): SliceOutcome {
    if (slice.until === slice.from) {
      this.#advance(slice, 0);
      return "gap";
    }
    this.#isTruncating = true;
    this.#length = Math.ceil(lengthOf(slice) / 2);
    return "retry";
  }

  #isComplete(slice: Period, { listed, starts, hasMore }: SliceList): boolean {
    if (hasMore !== undefined) this.#statesMore = true;
    if (hasMore === true || this.#provesTruncation(slice, starts.length)) this.#isTruncating = true;
    if (hasMore === true) return false;
    const isShort = lengthOf(slice) <= maxShortLength && starts.length < maxShortList;
    if (isShort && !this.#isTruncating) return true;
    return this.#statesMore || listed === 0 || listed < this.#longest;
  }

  /** Whether the slice has more events than the list of a longer slice shows, which proves that the longer list was truncated. */
  #provesTruncation(slice: Period, count: number): boolean {
    if (this.#incomplete === undefined || slice.until > this.#incomplete.slice.until) return false;
    const shown = this.#incomplete.starts.filter((start) => start >= slice.from && start <= slice.until);
    return count > shown.length;
  }

  #advance(slice: Period, count: number): void {
    this.#from = slice.until + 1;
    if (!this.#isTruncating) {
      this.#length = Number.POSITIVE_INFINITY;
      return;
    }
    const growth = Math.min(maxGrowth, (this.#longest * targetShare) / Math.max(1, count));
    this.#length = Math.max(1, Math.floor(lengthOf(slice) * Math.max(growth, 1 / maxGrowth)));
  }
}

function lengthOf({ from, until }: Period): number {
  return until - from + 1;
}

/** The length of a slice that ends before the middle of the listed events, including the margin that `readEvents` adds. */
function lengthToMiddle(slice: Period, { starts }: SliceList): number {
  const middle = starts[starts.length >> 1] ?? slice.from;
  return Math.min(lengthOf(slice) - 1, Math.max(maxShortLength, middle - 1 - slice.from));
}
