/** Validators of arguments. They return an error message, or undefined for a valid value. */
import { hintForName, quote } from "../diagnostics";
import { type AlertLevel, alertLevels, isQueryId } from "../service";

export const checkNotEmpty = (text: string) => (text === "" ? "Must not be empty." : undefined);

export const checkNoneEmpty = (texts: readonly string[]) =>
  texts.includes("") ? "Elements must not be empty." : undefined;

export const checkId = (id: number) => (id < 0 ? `Must not be negative (got ${id}).` : undefined);

export const checkIds = (ids: readonly number[]) => ids.map(checkId).find((message) => message !== undefined);

export const checkMin = (min: number) => (value: number) =>
  value < min ? `Must be at least ${min} (got ${value}).` : undefined;

/** Whether the text is the id of an alert as the provider writes it: an integer up to 2^53 - 1. */
export function isAlertId(text: string): boolean {
  return /^(0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(Number(text));
}

export function isAlertLevel(text: string): text is AlertLevel {
  return alertLevels.some((level) => level === text);
}

export const checkLevel = (text: string) =>
  isAlertLevel(text) ? undefined : `${quote(text)} is not a level. ${hintForName(text, alertLevels)}`;

export const checkQueryId = (text: string) =>
  isQueryId(text)
    ? undefined
    : `${quote(text)} is not a query ID. Use 16 hexadecimal digits, for example "00c0ffee00c0ffee".`;

/** Units of durations in the format of Terraform and Go: "60s", "2m", "500ms", "1m30s". */
const durationUnits: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** @returns milliseconds, or undefined if the text is not a duration */
export function parseDuration(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  return parts.reduce(
    (total, [, amount, unit]) => total + Number(amount) * (durationUnits[unit ?? ""] ?? 0),
    0,
  );
}

export function checkDuration(text: string): string | undefined {
  if (parseDuration(text) !== undefined) return undefined;
  return `${quote(text)} is not a duration. Use a number with a unit, for example "60s", "2m" or "500ms".`;
}
