/** Time comes from outside, so that a test can hold it still and a minute's propagation can pass in no time. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** The service's own timestamps are whole seconds (GEN-3). */
export function unixSeconds(clock: Clock): number {
  return Math.floor(clock.now() / 1000);
}
