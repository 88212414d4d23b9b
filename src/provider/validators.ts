/** What is wrong with a known value of an argument, in a sentence; undefined when all is well. */
import { hintForName, quote } from "../diagnostics";
import { type AlertLevel, alertLevels, isQueryId } from "../service";

export const isNamed = (text: string) => (text === "" ? "It must not be empty." : undefined);

export const areNamed = (texts: readonly string[]) =>
  texts.includes("") ? "An element is empty." : undefined;

export const isId = (id: number) => (id < 0 ? `An id is not negative; ${id} was given.` : undefined);

export const areIds = (ids: readonly number[]) => ids.map(isId).find((fault) => fault !== undefined);

export const atLeast = (least: number) => (value: number) =>
  value < least ? `It must be at least ${least}; ${value} was given.` : undefined;

export function isAlertLevel(text: string): text is AlertLevel {
  return alertLevels.some((level) => level === text);
}

export const isLevel = (text: string) =>
  isAlertLevel(text) ? undefined : `${quote(text)} is not a level. ${hintForName(text, alertLevels)}`;

export const isHexadecimalQueryId = (text: string) =>
  isQueryId(text)
    ? undefined
    : `${quote(text)} is not the id of a query: that is 16 hexadecimal digits, for example "00c0ffee00c0ffee".`;
