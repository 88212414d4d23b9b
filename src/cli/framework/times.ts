/** Times and periods of options: each a duration before now or a time. The API uses Unix seconds (GEN-4). */
import { type Command, InvalidArgumentError } from "commander";
import { ProblemError } from "../../diagnostics";
import { formatTimestamp, parseTimestamp } from "../../service/timestamp";
import { parseTimeSpan } from "../../service/vocabulary";

/** In Unix seconds if positive, otherwise in seconds relative to now. */
export interface PeriodFlags {
  readonly since?: number;
  readonly until?: number;
}

export const timeHelp = "a time (14d, 2026-11-01T18:00:00Z)";

/** @param fallback default of --since */
export function addPeriodFlags(command: Command, subject: string, fallback?: string): Command {
  return addSinceFlag(command, subject, fallback).option(
    "--until <time>",
    `${subject} until (default: now)`,
    parseTime,
  );
}

export function addSinceFlag(command: Command, subject: string, fallback?: string): Command {
  const suffix = fallback === undefined ? "" : ` (default: ${fallback})`;
  return command.option("--since <time>", `${subject} since ${timeHelp}${suffix}`, parseTime);
}

/** @returns Unix seconds if positive, else seconds relative to now */
export function parseTime(text: string): number {
  const seconds = (parseTimeSpan(text) ?? NaN) / 1000;
  // The sum turns -0 into 0.
  if (Number.isSafeInteger(seconds)) return -seconds + 0;
  const milliseconds = parseTimestamp(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text);
  if (milliseconds === undefined) {
    throw new InvalidArgumentError(
      "Must be a duration before now, such as 14d, or a time with a zone, such as 2026-11-01T18:00:00Z. A date is midnight UTC.",
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

/** Does not compare a relative time with an absolute one. */
export function validateInterval({ since, until }: PeriodFlags): void {
  if (since === undefined || until === undefined) return;
  const isComparable = since > 0 === until > 0;
  if (!isComparable || until >= since) return;
  throw ProblemError.of("The period ends before it starts: --until is before --since.", {
    remedy: "Swap the values.",
  });
}
