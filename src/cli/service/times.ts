/** Times as people write and read them on the command line; the service knows only Unix seconds (GEN-4). */
import { InvalidArgumentError } from "commander";
import { ProblemError } from "../../diagnostics";

const rfc3339 =
  /^(\d{4}-\d{2}-(\d{2}))[Tt ](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
/** The end of the year 9999. What is greater was meant in milliseconds. */
const latest = 253_402_300_799;

export const timeHelp = "as Unix seconds, RFC 3339, or seconds before now: 0, -3600";

/** @returns Unix seconds, or, when 0 or negative, seconds relative to now @throws InvalidArgumentError */
export function when(text: string): number {
  if (/^-?\d+$/.test(text)) {
    const seconds = Number(text);
    if (Math.abs(seconds) <= latest) return seconds + 0;
    throw new InvalidArgumentError("It has to be in seconds; is it in milliseconds?");
  }
  const [, date = "", day] = rfc3339.exec(text) ?? [];
  // A day that its month does not have would be taken for one of the next month.
  const isDay = new Date(`${date}T00:00:00Z`).getUTCDate() === Number(day);
  const milliseconds = isDay ? Date.parse(text.replace(" ", "T").toUpperCase()) : NaN;
  if (Number.isNaN(milliseconds)) {
    throw new InvalidArgumentError("It has to be Unix seconds or RFC 3339: 2026-11-21T18:00:00Z.");
  }
  if (milliseconds >= 1000) return Math.floor(milliseconds / 1000);
  throw new InvalidArgumentError("It has to be after 1970-01-01T00:00:00Z.");
}

/** The time as RFC 3339 in UTC; what is no time of a calendar as the service says it. @param seconds since 1970 */
export function formatTime(seconds: number | undefined): string | undefined {
  if (seconds === undefined) return undefined;
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString().replace(".000Z", "Z");
}

/** @throws ProblemError for an interval that ends before it starts; absolute times and relative ones are not compared */
export function validateInterval({ from, until }: { readonly from?: number; readonly until?: number }): void {
  if (from === undefined || until === undefined) return;
  const areOfOneKind = from > 0 === until > 0;
  if (!areOfOneKind || until >= from) return;
  throw ProblemError.of("The interval ends before it starts: --until is before --from.", {
    remedy: "Swap them. 0 is now, and a negative number is so many seconds ago.",
  });
}
