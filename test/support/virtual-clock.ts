/** A clock for tests. A sleep returns immediately, advances the clock, and is recorded. */
import { type Clock } from "../../src/client";

export class VirtualClock implements Clock {
  /** Duration of each sleep in milliseconds, in order. */
  readonly sleeps: number[] = [];
  #time = Date.UTC(2026, 10, 2, 9, 0, 0);

  now(): number {
    return this.#time;
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.reject(new Error("The sleep was aborted."));
    this.sleeps.push(milliseconds);
    this.pass(milliseconds);
    return Promise.resolve();
  }

  pass(milliseconds: number): void {
    this.#time += milliseconds;
  }

  passSeconds(seconds: number): void {
    this.pass(seconds * 1000);
  }
}
