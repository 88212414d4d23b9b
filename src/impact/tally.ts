/** Counts the matching events and firings of one version of an alert. Memory does not grow with the number of events. */
import { type MatchListener } from "../alerting";
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
  /** By id. Undefined for global events. */
  readonly hosts = new Map<number | undefined, HostTally>();
  readonly #window: FiringWindow | undefined;

  constructor(limit: FiringLimit | undefined) {
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
  }

  addFiring(at: number): void {
    this.firings++;
    this.firingPeak.add(at);
    this.#window?.add(at);
  }

  /** Start of the first window with more firings than the limit, in Unix milliseconds. */
  get exceededFrom(): number | undefined {
    return this.#window?.exceededFrom;
  }
}
