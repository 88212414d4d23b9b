/** Reproducible values for the demo: pseudo-random choices derived from a hash, and times relative to the start. */
import { createHash } from "node:crypto";

/** In seconds. */
export const minute = 60;
export const hour = 60 * minute;
export const day = 24 * hour;

/**
 * The latest time at or before `now` that has this time of day in UTC, in seconds since the Unix epoch.
 * @param hours time of day in hours, from 0 to 24, for example 4.3
 */
export function lastTimeAt(hours: number, now: number): number {
  const today = now - (now % day) + Math.round(hours * hour);
  return today <= now ? today : today - day;
}

type Part = string | number;

/** 64 hexadecimal digits. */
export function hashOf(...parts: readonly Part[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** An integer from 0 to `bound` - 1. */
export function integerBelow(bound: number, ...parts: readonly Part[]): number {
  return Number.parseInt(hashOf(...parts).slice(0, 12), 16) % bound;
}

export function choose<T>(choices: readonly [T, ...T[]], ...parts: readonly Part[]): T {
  return choices[integerBelow(choices.length, ...parts)] ?? choices[0];
}
