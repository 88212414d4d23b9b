/**
 * Parsers for arguments and options. Commander prefixes their errors with the name of the option. Functions named `collect...` parse
 * repeatable options.
 */
import { existsSync } from "node:fs";
import { InvalidArgumentError } from "commander";
import { type ExistingAlerts } from "../../reconcile";
import { parseTimestamp } from "../../service/timestamp";
import { type AlertLevel, alertLevels, isQueryId, parseTimeSpan } from "../../service/vocabulary";

const parseIntegerFrom = (min: number) => (text: string) => {
  if (/^\d{1,15}$/.test(text) && Number(text) >= min) return Number(text);
  throw new InvalidArgumentError(`Must be an integer of at least ${min}.`);
};
export const parseNonNegativeInteger = parseIntegerFrom(0);
export const parsePositiveInteger = parseIntegerFrom(1);

export function parsePercentage(text: string): number {
  const value = Number(text.replace(/%$/, ""));
  if (/^\d{1,3}%?$/.test(text) && value <= 100) return value;
  throw new InvalidArgumentError("Must be an integer from 0 to 100.");
}

/** A Node timer holds up to 2^31 - 1 milliseconds, about 24 days. */
const maxSeconds = 2_000_000;

export function parseSeconds(text: string): number {
  return parseSecondsFrom(0, text);
}

export function parseInterval(text: string): number {
  return parseSecondsFrom(0.1, text);
}

function parseSecondsFrom(min: number, text: string): number {
  const span = parseTimeSpan(text);
  const value = span === undefined ? Number(text) : span / 1000;
  if (text.trim() !== "" && value >= min && value <= maxSeconds) return value;
  throw new InvalidArgumentError(
    `Must be a number of seconds from ${min} to ${maxSeconds}. Or write a duration, such as 60s.`,
  );
}

/** Parses a duration before now or a time. @returns Unix seconds if positive, else seconds relative to now (GEN-4) */
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

export function parseText(text: string): string {
  if (text.trim() !== "") return text;
  throw new InvalidArgumentError("Must not be empty.");
}

export function collectStrings(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, parseText(text)];
}

/** The items of `--environment staging,production`, none of which has a comma. */
export function collectList(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, ...text.split(",").map((name) => parseText(name.trim()))];
}

/** Parses a pattern of names. In `--prune alerts`, a folder with this name is probably meant as a source. */
export function parsePattern(text: string): string {
  if (!existsSync(text)) return parseText(text);
  throw new InvalidArgumentError(
    "Must be a pattern such as 'team/*', not a file or a folder. Name the sources before the option.",
  );
}

/** The service takes tags as one text separated by spaces. */
export function collectTags(text: string, previous: readonly string[] = []): readonly string[] {
  if (/^\S+$/.test(text)) return [...previous, text];
  throw new InvalidArgumentError(
    "Must be one key, value or key=value without spaces. Repeat --tag for more tags.",
  );
}

export function parseExistingAlerts(text: string): ExistingAlerts {
  if (text === "adopt" || text === "error") return text;
  throw new InvalidArgumentError("Must be adopt or error.");
}

export function parseQueryId(text: string): string {
  if (isQueryId(text)) return text.toLowerCase();
  throw new InvalidArgumentError("Must be 16 hexadecimal digits, as listed by dbmon list queries.");
}

export function parseAlertLevel(text: string): AlertLevel {
  const level = alertLevels.find((candidate) => candidate === text);
  if (level !== undefined) return level;
  throw new InvalidArgumentError("Must be info, warn or crit.");
}

export function collectLevels(text: string, previous: readonly AlertLevel[] = []): readonly AlertLevel[] {
  return [...previous, parseAlertLevel(text)];
}
