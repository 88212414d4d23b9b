/** Readers of arguments that several commands take. What they throw, Commander tells with the option's name. */
import { InvalidArgumentError } from "commander";
import { type AlertLevel, alertLevels, isQueryId } from "../service/vocabulary";

/** @throws InvalidArgumentError */
export function parseNonNegativeInteger(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It has to be a whole number, 0 or more.");
}

/** @throws InvalidArgumentError */
export function parsePositiveInteger(text: string): number {
  const number = parseNonNegativeInteger(text);
  if (number > 0) return number;
  throw new InvalidArgumentError("It has to be a whole number, 1 or more.");
}

/** Timers count in whole milliseconds, and no further than 24 days. */
const longestTime = 2_000_000;

/** A time in seconds. @throws InvalidArgumentError */
export function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= 0 && value <= longestTime) return value;
  throw new InvalidArgumentError(`It has to be a number of seconds, from 0 to ${longestTime}.`);
}

/** From one look to the next, in seconds. @throws InvalidArgumentError */
export function interval(text: string): number {
  const value = seconds(text);
  if (value >= 0.1) return value;
  throw new InvalidArgumentError(`It has to be a number of seconds, from 0.1 to ${longestTime}.`);
}

/** @throws InvalidArgumentError */
export function parseText(text: string): string {
  if (text.trim() !== "") return text;
  throw new InvalidArgumentError("It must not be empty.");
}

/** For an option that may be given several times. @throws InvalidArgumentError */
export function collectTexts(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, parseText(text)];
}

/** Tags travel as one text, with spaces between them. @throws InvalidArgumentError */
export function collectTags(text: string, before: readonly string[] = []): readonly string[] {
  if (/^\S+$/.test(text)) return [...before, text];
  throw new InvalidArgumentError(
    "It has to be one key, value or key=value without a space. Give --tag again.",
  );
}

/** @throws InvalidArgumentError */
export function queryId(text: string): string {
  if (isQueryId(text)) return text.toLowerCase();
  throw new InvalidArgumentError("It has to be 16 hexadecimal digits, as dbmon queries shows them.");
}

/** @throws InvalidArgumentError */
export function alertLevel(text: string): AlertLevel {
  const level = alertLevels.find((one) => one === text);
  if (level !== undefined) return level;
  throw new InvalidArgumentError("It has to be info, warn or crit.");
}

/** For an option that may be given several times. @throws InvalidArgumentError */
export function collectLevels(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, alertLevel(text)];
}
