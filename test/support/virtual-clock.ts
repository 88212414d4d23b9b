/** A clock that a test owns: sleeping takes no time, moves the clock on and is written down. */
import { type Clock } from "../../src/client";

export class VirtualClock implements Clock {
  /** Milliseconds of every sleep, in order. */
  readonly sleeps: number[] = [];
  #time = Date.UTC(2026, 10, 2, 9, 0, 0);

  now(): number {
    return this.#time;
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.reject(new Error("aborted while it slept"));
    this.sleeps.push(milliseconds);
    this.pass(milliseconds);
    return Promise.resolve();
  }

  pass(milliseconds: number): void {
    this.#time += milliseconds;
  }
}
