/** Times of test files, counted from the start of a test: `90s`, `5m`, `1h30m`, or whole seconds. */
import { formatTimeSpan, parseTimeSpan } from "../service";

/** The longest time in a test file, in seconds: one year. */
export const maxTimeSeconds = 366 * 24 * 3600;

/** Returns milliseconds. Undefined if the value is not a time, or not a whole number of seconds. */
export function parseTime(value: string | number): number | undefined {
  const milliseconds = typeof value === "number" ? value * 1000 : parseTimeSpan(value);
  if (milliseconds === undefined || milliseconds % 1000 !== 0) return undefined;
  return milliseconds >= 0 && milliseconds <= maxTimeSeconds * 1000 ? milliseconds : undefined;
}

/** Writes a time in the form of results, so that `90s` and `1m30s` are equal. Returns any other value unchanged. */
export function normalizeTime(value: string | number): string | number {
  const time = parseTime(value);
  return time === undefined ? value : formatTimeSpan(time);
}
