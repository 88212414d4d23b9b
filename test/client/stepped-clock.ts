/** A clock that advances to the end of the shortest sleep when a test calls `step`. */
import { type Clock } from "../../src/client";

export class SteppedClock implements Clock {
  #time = Date.UTC(2026, 10, 2, 9, 0, 0);
  readonly #sleepers: { readonly until: number; readonly wake: () => void }[] = [];

  now(): number {
    return this.#time;
  }

  sleep(milliseconds: number): Promise<void> {
    return new Promise((wake) => {
      this.#sleepers.push({ until: this.#time + milliseconds, wake });
    });
  }

  /** Advances to the end of the shortest sleep, and wakes all sleepers that are due. */
  step(): void {
    if (this.#sleepers.length === 0) return;
    this.#time = Math.min(...this.#sleepers.map(({ until }) => until));
    const woken = this.#sleepers.filter(({ until }) => until <= this.#time);
    for (const sleeper of woken) this.#sleepers.splice(this.#sleepers.indexOf(sleeper), 1);
    for (const { wake } of woken) wake();
  }
}
