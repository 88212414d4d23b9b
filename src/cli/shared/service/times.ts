/** Parses and formats times. The API uses Unix seconds (GEN-4). */
import { InvalidArgumentError } from "commander";
import { ProblemError } from "../../../diagnostics";
import { formatTimestamp, parseTimestamp } from "../../../service/timestamp";

/** The end of the year 9999. A greater value is probably in milliseconds. */
const maxUnixSeconds = 253_402_300_799;

export const timeHelp = "as RFC 3339, Unix seconds, or seconds before now (0, -3600)";

/** @returns Unix seconds if positive, else seconds relative to now @throws InvalidArgumentError */
export function parseTime(text: string): number {
  if (/^-?\d+$/.test(text)) {
    const seconds = Number(text);
    // The sum turns -0 into 0.
    if (Math.abs(seconds) <= maxUnixSeconds) return seconds + 0;
    throw new InvalidArgumentError("Must be in seconds, not in milliseconds.");
  }
  const milliseconds = parseTimestamp(text);
  if (milliseconds === undefined) {
    throw new InvalidArgumentError(
      "Must be Unix seconds or an RFC 3339 time, for example 2026-11-21T18:00:00Z.",
    );
  }
  if (milliseconds >= 1000) return Math.floor(milliseconds / 1000);
  throw new InvalidArgumentError("Must be after 1970-01-01T00:00:00Z.");
}

/** Formats Unix seconds as RFC 3339 in UTC. Returns values outside of the calendar unchanged. */
export function formatTime(seconds: number | undefined): string | undefined {
  if (seconds === undefined) return undefined;
  const milliseconds = seconds * 1000;
  return Number.isNaN(new Date(milliseconds).getTime()) ? String(seconds) : formatTimestamp(milliseconds);
}

/** Does not compare a relative time with an absolute one. @throws ProblemError if the interval ends before it starts */
export function validateInterval({ from, until }: { readonly from?: number; readonly until?: number }): void {
  if (from === undefined || until === undefined) return;
  const isComparable = from > 0 === until > 0;
  if (!isComparable || until >= from) return;
  throw ProblemError.of("The interval ends before it starts: --until is before --from.", {
    remedy: "Swap the values. 0 means now, and -60 means 60 seconds ago.",
  });
}
