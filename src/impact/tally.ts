/** Counts the matching events and firings of one version of an alert. Memory does not grow with the number of events. */
import { type MatchListener } from "../alerting";
import { nearNames, toNfc } from "../diagnostics";
import { timelineSlots } from "../plan-document";
import { formatTimestamp } from "../service";

const hourMs = 3_600_000;

/** In Unix seconds, both ends inclusive. */
export interface Period {
  readonly from: number;
  readonly until: number;
}

/** Max firings of an alert within any window of this length. */
export interface FiringLimit {
  readonly count: number;
  readonly windowMs: number;
}

/** Counts a non-decreasing series of times: in all, by slot, and in the busiest hour. */
export class TimeCounts {
  total = 0;
  /** By slot: the period in parts of equal length. */
  readonly slots = new Uint32Array(timelineSlots);
  #peakHour = 0;
  #peakCount = 0;
  #currentHour = 0;
  #currentCount = 0;

  constructor(private readonly period: Period) {}

  /** @param at in Unix milliseconds */
  add(at: number): void {
    this.total++;
    const { from, until } = this.period;
    const slot = Math.floor(((at / 1000 - from) / (until - from)) * timelineSlots);
    const inPeriod = Math.min(Math.max(slot, 0), timelineSlots - 1);
    this.slots[inPeriod] = (this.slots[inPeriod] ?? 0) + 1;
    const hour = Math.floor(at / hourMs);
    if (hour !== this.#currentHour) this.#currentCount = 0;
    this.#currentHour = hour;
    this.#currentCount++;
    if (this.#currentCount <= this.#peakCount) return;
    this.#peakCount = this.#currentCount;
    this.#peakHour = hour;
  }

  /** Hours start on the hour, in UTC. Undefined without any time. */
  get busiestHour(): { readonly start: string; readonly count: number } | undefined {
    if (this.total === 0) return undefined;
    return { start: formatTimestamp(this.#peakHour * hourMs), count: this.#peakCount };
  }
}

/** Counts firings, and keeps the times of the last ones in a ring buffer: one more than the limit allows. */
export class FiringWindow {
  firings = 0;
  /** Start of the first window with too many firings, in Unix milliseconds. */
  exceededFrom: number | undefined;
  readonly #times: number[] = [];
  #next = 0;

  constructor(private readonly limit: FiringLimit | undefined) {}

  /** @param at in Unix milliseconds, not before the previous time */
  add(at: number): void {
    this.firings++;
    if (this.limit === undefined || this.exceededFrom !== undefined) return;
    const { count, windowMs } = this.limit;
    this.#times[this.#next] = at;
    this.#next = (this.#next + 1) % (count + 1);
    // In a full ring buffer, the next slot holds the oldest time.
    const oldest = this.#times.length > count ? this.#times[this.#next] : undefined;
    if (oldest !== undefined && at - oldest < windowMs) this.exceededFrom = oldest;
  }
}

class HostTally implements MatchListener {
  events = 0;
  firings = 0;

  constructor(private readonly total: Tally) {}

  onMatch(at: number, isFiring: boolean): void {
    this.events++;
    this.total.events.add(at);
    if (isFiring) this.onFiring(at);
  }

  onFiring(at: number): void {
    this.firings++;
    this.total.firings.add(at);
    this.total.window.add(at);
  }
}

export class Tally {
  readonly events: TimeCounts;
  readonly firings: TimeCounts;
  readonly window: FiringWindow;
  readonly hosts = new Map<number | undefined, HostTally>();

  constructor(limit: FiringLimit | undefined, period: Period) {
    this.events = new TimeCounts(period);
    this.firings = new TimeCounts(period);
    this.window = new FiringWindow(limit);
  }

  onHost(host: number | undefined): HostTally {
    const known = this.hosts.get(host) ?? new HostTally(this);
    this.hosts.set(host, known);
    return known;
  }
}

/** Limits memory. Categories of alerts are always recorded. */
const maxCategories = 10_000;

/** A category without an event, and similar ones with events. */
export interface UnseenCategory {
  readonly category: string;
  readonly similar: string[];
}

export class SeenCategories {
  readonly #seen = new Set<string>();
  #names: readonly string[] = [];
  readonly #alertCategories: ReadonlySet<string>;

  constructor(alertCategories: Iterable<string>) {
    this.#alertCategories = new Set([...alertCategories].map(toNfc));
  }

  add(written: string): void {
    if (this.#seen.has(written)) return;
    const category = toNfc(written);
    if (this.#seen.size < maxCategories || this.#alertCategories.has(category)) this.#seen.add(category);
  }

  findUnseen(categories: readonly string[]): UnseenCategory[] {
    if (this.#names.length < this.#seen.size) this.#names = [...this.#seen];
    return categories
      .filter((category) => !this.#seen.has(toNfc(category)))
      .map((category) => ({ category, similar: nearNames(category, this.#names) }));
  }
}
