/** Validators of arguments, which return an error message, or undefined for a valid value, and options of common arguments. */
import { hintForName, quote } from "../diagnostics";
import { type AlertLevel, alertLevels, isQueryId, parseTimeSpan } from "../service";

export const checkNotEmpty = (text: string) => (text === "" ? "Must not be empty." : undefined);

export const checkNoneEmpty = (strings: readonly string[]) =>
  strings.includes("") ? "Elements must not be empty." : undefined;

export const checkMin = (min: number) => (value: number) =>
  value < min ? `Must be at least ${min} (got ${value}).` : undefined;

export const requiredText = (description: string) =>
  ({ required: true, validate: [checkNotEmpty], description }) as const;

export const stringsOrNone = (description: string) =>
  ({ optional: true, default: [], validate: [checkNoneEmpty], description }) as const;

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

export function checkDuration(text: string): string | undefined {
  if (parseTimeSpan(text) !== undefined) return undefined;
  return `${quote(text)} is not a duration. Use a number with a unit, for example "60s", "2m" or "500ms".`;
}
