/** Parsers for arguments and options, and glob patterns. Commander prefixes their errors with the name of the option. */
import { InvalidArgumentError } from "commander";
import { toNfc } from "../diagnostics";
import { type ExistingAlerts } from "../reconcile";
import { type AlertLevel, alertLevels, isQueryId } from "../service/vocabulary";

export function parseNonNegativeInteger(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Must be an integer of at least 0.");
}

export function parsePositiveInteger(text: string): number {
  if (/^\d{1,15}$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError("Must be an integer of at least 1.");
}

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

/** Parses a polling interval in seconds. */
export function parseInterval(text: string): number {
  return parseSecondsFrom(0.1, text);
}

function parseSecondsFrom(min: number, text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= min && value <= maxSeconds) return value;
  throw new InvalidArgumentError(`Must be a number of seconds from ${min} to ${maxSeconds}.`);
}

export function parseText(text: string): string {
  if (text.trim() !== "") return text;
  throw new InvalidArgumentError("Must not be empty.");
}

/** Parses a repeatable option. */
export function collectTexts(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, parseText(text)];
}

/** Parses a repeatable option. The service takes tags as one text separated by spaces. */
export function collectTags(text: string, previous: readonly string[] = []): readonly string[] {
  if (/^\S+$/.test(text)) return [...previous, text];
  throw new InvalidArgumentError(
    "Must be one key, value or key=value without spaces. Repeat --tag for more tags.",
  );
}

export function parseExistingAlerts(text: string): ExistingAlerts {
  if (text === "adopt" || text === "adopt_identical" || text === "error") return text;
  throw new InvalidArgumentError("Must be adopt, adopt_identical or error.");
}

export function parseQueryId(text: string): string {
  if (isQueryId(text)) return text.toLowerCase();
  throw new InvalidArgumentError("Must be 16 hexadecimal digits, as listed by dbmon queries.");
}

export function parseAlertLevel(text: string): AlertLevel {
  const level = alertLevels.find((candidate) => candidate === text);
  if (level !== undefined) return level;
  throw new InvalidArgumentError("Must be info, warn or crit.");
}

/** Parses a repeatable option. */
export function collectLevels(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, parseAlertLevel(text)];
}

/**
 * Returns a function that reports whether a whole name matches one of the globs: `*` matches any text, `?` matches one character.
 * Matching is case-sensitive, and compares in NFC.
 */
export function nameMatcher(globs: readonly string[]): (name: string) => boolean {
  const patterns = globs.map((glob) => Array.from(toNfc(glob)));
  return (name) => {
    const characters = Array.from(toNfc(name));
    return patterns.some((pattern) => matchesGlob(pattern, characters));
  };
}

/** Only the last `*` is extended when a later character differs, so the time is at most the product of the two lengths. */
function matchesGlob(pattern: readonly string[], name: readonly string[]): boolean {
  let position = 0;
  let star = -1;
  let starEnd = 0;
  for (let index = 0; index < name.length;) {
    const expected = pattern[position];
    if (expected === "*") {
      star = position++;
      starEnd = index;
    } else if (expected === "?" || (expected !== undefined && expected === name[index])) {
      position++;
      index++;
    } else if (star === -1) return false;
    else {
      position = star + 1;
      index = ++starEnd;
    }
  }
  return pattern.slice(position).every((character) => character === "*");
}
