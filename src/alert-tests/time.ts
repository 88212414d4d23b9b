/** Times of test files, counted from the start of a test: `90s`, `5m`, `1h30m`, or whole seconds. */

/** The longest time in a test file, in seconds: one year. */
export const maxTimeSeconds = 366 * 24 * 3600;

const units = { d: 86_400, h: 3_600, m: 60, s: 1 } as const;
const text = /^(?=.)(?:(\d{1,9})d)?(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9})s)?$/;

/** Returns milliseconds. Undefined if the value is not a time. */
export function parseTime(value: string | number): number | undefined {
  const seconds = typeof value === "number" ? value : parseText(value);
  return seconds !== undefined && Number.isInteger(seconds) && seconds >= 0 && seconds <= maxTimeSeconds
    ? seconds * 1000
    : undefined;
}

function parseText(value: string): number | undefined {
  const match = text.exec(value);
  if (match === null) return undefined;
  const [, days = "0", hours = "0", minutes = "0", seconds = "0"] = match;
  return (
    Number(days) * units.d + Number(hours) * units.h + Number(minutes) * units.m + Number(seconds) * units.s
  );
}

/** Writes a time in the form of results, so that `90s` and `1m30s` are equal. Returns any other value unchanged. */
export function normalizeTime(value: string | number): string | number {
  const time = parseTime(value);
  return time === undefined ? value : formatTime(time);
}

/** For example `1h30m` or `0s`. @param milliseconds a whole number of seconds */
export function formatTime(milliseconds: number): string {
  let rest = Math.round(milliseconds / 1000);
  const parts = (["h", "m", "s"] as const).flatMap((unit) => {
    const count = Math.floor(rest / units[unit]);
    rest -= count * units[unit];
    return count === 0 ? [] : [`${count}${unit}`];
  });
  return parts.length === 0 ? "0s" : parts.join("");
}
