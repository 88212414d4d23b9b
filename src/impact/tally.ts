/** Counts the matching events and firings of one version of an alert. Memory does not grow with the number of events. */
import { type MatchListener } from "../alerting";
import { timelineSlots } from "../plan-document";
import { type FiringLimit, FiringWindow } from "./firing-limit";

const hourMs = 3_600_000;

/** The busiest hour of a series of times that do not decrease. Hours start on the hour, in UTC. */
class HourPeak {
  /** Start of the busiest hour, in Unix milliseconds. */
  start = 0;
  count = 0;
  #currentHour = 0;
  #currentCount = 0;

  add(at: number): void {
    const hour = Math.floor(at / hourMs);
    if (hour === this.#currentHour) this.#currentCount++;
    else {
      this.#currentHour = hour;
      this.#currentCount = 1;
    }
    if (this.#currentCount <= this.count) return;
    this.count = this.#currentCount;
    this.start = hour * hourMs;
  }
}

/** Counts by slot: the period in parts of equal length. */
class SlotCounts {
  readonly counts = new Uint32Array(timelineSlots);

  /** @param period in Unix seconds */
  constructor(private readonly period: { readonly from: number; readonly until: number }) {}

  /** @param at in Unix milliseconds */
  add(at: number): void {
    const { from, until } = this.period;
    const slot = Math.floor(((at / 1000 - from) / (until - from)) * timelineSlots);
    const inPeriod = Math.min(Math.max(slot, 0), timelineSlots - 1);
    this.counts[inPeriod] = (this.counts[inPeriod] ?? 0) + 1;
  }
}

/** The events and firings of an alert on one host. */
class HostTally implements MatchListener {
  events = 0;
  firings = 0;

  constructor(private readonly total: Tally) {}

  onMatch(at: number, isFiring: boolean): void {
    this.events++;
    this.total.addEvent(at);
    if (isFiring) this.onFiring(at);
  }

  onFiring(at: number): void {
    this.firings++;
    this.total.addFiring(at);
  }
}

export class Tally {
  events = 0;
  firings = 0;
  readonly eventPeak = new HourPeak();
  readonly firingPeak = new HourPeak();
  readonly eventSlots: SlotCounts;
  readonly firingSlots: SlotCounts;
  /** By id. Undefined for global events. */
  readonly hosts = new Map<number | undefined, HostTally>();
  readonly #window: FiringWindow | undefined;

  /** @param period in Unix seconds */
  constructor(limit: FiringLimit | undefined, period: { readonly from: number; readonly until: number }) {
    this.eventSlots = new SlotCounts(period);
    this.firingSlots = new SlotCounts(period);
    this.#window = limit && new FiringWindow(limit);
  }

  onHost(host: number | undefined): HostTally {
    const known = this.hosts.get(host) ?? new HostTally(this);
    this.hosts.set(host, known);
    return known;
  }

  addEvent(at: number): void {
    this.events++;
    this.eventPeak.add(at);
    this.eventSlots.add(at);
  }

  addFiring(at: number): void {
    this.firings++;
    this.firingPeak.add(at);
    this.firingSlots.add(at);
    this.#window?.add(at);
  }

  /** Start of the first window with more firings than the limit, in Unix milliseconds. */
  get exceededFrom(): number | undefined {
    return this.#window?.exceededFrom;
  }
}
