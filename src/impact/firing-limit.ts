/** The max number of firings of an alert within any window of a length. */

export interface FiringLimit {
  readonly count: number;
  readonly windowMs: number;
}

/** Remembers the times of the last firings: one more than the limit allows. */
export class FiringWindow {
  /** Start of the first window with too many firings, in Unix milliseconds. */
  exceededFrom: number | undefined;
  readonly #times: number[] = [];
  #next = 0;

  constructor(private readonly limit: FiringLimit) {}

  /** @param at in Unix milliseconds, not before the previous time */
  add(at: number): void {
    if (this.exceededFrom !== undefined) return;
    const { count, windowMs } = this.limit;
    this.#times[this.#next] = at;
    this.#next = (this.#next + 1) % (count + 1);
    // In a full ring, the next place holds the oldest time.
    const oldest = this.#times.length > count ? this.#times[this.#next] : undefined;
    if (oldest !== undefined && at - oldest < windowMs) this.exceededFrom = oldest;
  }
}
