/** Time, passed in wherever something waits, so that a test can run a minute in no time. */
import { setTimeout as sleep } from "node:timers/promises";

export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `milliseconds`. @throws AbortError as soon as `signal` aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    await sleep(milliseconds, undefined, signal === undefined ? {} : { signal });
  },
};
