/**
 * Validates single values, also for users without a compiler. Each function returns all problems of a value. Tokens are skipped:
 * Terraform validates them during the plan.
 */
import { Token } from "cdktf";
import { hasLoneSurrogate, quote } from "../diagnostics";
import { alertLevels } from "../service";
import { describeObject, InvalidValue } from "./invalid-value";

/** A value as its author wrote it, or the class of an object. */
export function format(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (value instanceof InvalidValue) return value.description;
  if (typeof value === "object" || typeof value === "function") return describeObject(value);
  return typeof value === "symbol" ? value.toString() : `${value as number | bigint | boolean | undefined}`;
}

/** Writes the lookup of an object by its name, for a remedy. */
export type LookupByName = (name: string) => string;

/** Whether a value can be an ID of the service: an integer from 0 to 2^53 − 1, or a token. */
export function isId(id: unknown): boolean {
  return Token.isUnresolved(id) || (Number.isSafeInteger(id) && Number(id) >= 0);
}

/**
 * @param kind the kind of object, with its article: "an alert policy"
 * @throws Error if the ID is invalid
 */
export function requireId(kind: string, id: number, lookup?: LookupByName): number {
  if (isId(id)) return id;
  throw new Error(`The ID of ${kind} ${describeInvalidId(id, lookup)}`);
}

export function validateId(field: string, id: unknown, lookup?: LookupByName): string[] {
  return isId(id) ? [] : [`${field}: ${capitalize(describeInvalidId(id, lookup))}`];
}

function describeInvalidId(id: unknown, lookup: LookupByName | undefined): string {
  if (isCalculated(id)) return calculatedFromToken;
  const problem = `must be an integer from 0 to 2^53 − 1. Received: ${format(id)}.`;
  const corrected = correctId(id, lookup);
  if (corrected === undefined) return problem;
  return `${problem} Write ${corrected}${corrected === id ? " without quotes" : ""}.`;
}

/** What the author of a string probably meant: an ID without quotes, or the lookup of a name. */
function correctId(id: unknown, lookup: LookupByName | undefined): string | undefined {
  if (typeof id !== "string" || id.trim() === "") return undefined;
  return /^\d+$/.test(id) ? id : lookup?.(id);
}

export function validateIds(field: string, ids: unknown, lookup?: LookupByName): string[] {
  return validateList(field, ids, {
    validateItem: (id) => validateId(field, id, lookup),
    correctItem: (id) => (isId(id) ? format(id) : correctId(id, lookup)),
  });
}

export function validateText(field: string, text: unknown): string[] {
  if (typeof text !== "string")
    return Token.isUnresolved(text) ? [] : [`${field}: Must be a string. Received: ${format(text)}.`];
  if (!hasLoneSurrogate(text)) return [];
  return [
    `${field}: Must not contain a lone surrogate, which is half of a character. Received: ${format(text)}. Remove it.`,
  ];
}

/** @param content what the text contains, for example "the category of the event" */
export function validateRequiredText(field: string, text: unknown, content: string): string[] {
  return text === "" ? [`${field}: Must not be empty. Set it to ${content}.`] : validateText(field, text);
}

export function validateTexts(field: string, texts: unknown): string[] {
  const problems = validateList(field, texts, {
    validateItem: (text) => validateText(field, text),
    correctItem: (text) => (typeof text === "string" ? quote(text) : undefined),
  });
  const hasEmpty = Array.isArray(texts) && texts.includes("");
  return hasEmpty ? [...problems, `${field}: Must not contain an empty string. Remove it.`] : problems;
}

interface ListItems {
  readonly validateItem: (item: unknown) => string[];
  /** The item that the author of a value without brackets probably meant. */
  readonly correctItem: (item: unknown) => string | undefined;
}

export function validateList(
  field: string,
  list: unknown,
  { validateItem, correctItem }: ListItems,
): string[] {
  if (list === undefined || Token.isUnresolved(list)) return [];
  if (Array.isArray(list)) return Array.from<unknown>(list).flatMap(validateItem);
  const item = correctItem(list);
  const remedy = item === undefined ? "" : ` Write [${item}].`;
  return [`${field}: Must be an array. Received: ${format(list)}.${remedy}`];
}

export function validateBoolean(field: string, value: unknown): string[] {
  if (value === undefined || typeof value === "boolean" || Token.isUnresolved(value)) return [];
  return [`${field}: Must be true or false. Received: ${format(value)}.`];
}

export function validateChoice(field: string, value: unknown, choices: readonly string[]): string[] {
  return Token.isUnresolved(value) || choices.some((choice) => choice === value)
    ? []
    : [`${field}: ${describeInvalidChoice(value, choices)}`];
}

export function describeInvalidChoice(value: unknown, choices: readonly string[]): string {
  return `Must be one of ${choices.map(quote).join(", ")}. Received: ${format(value)}.`;
}

export function validateLevel(field: string, level: unknown): string[] {
  return validateChoice(field, level, alertLevels);
}

export function validateNumber(field: string, value: unknown): string[] {
  if (Token.isUnresolved(value)) return [];
  if (isCalculated(value)) return [`${field}: ${capitalize(calculatedFromToken)}`];
  if (Number.isFinite(value)) return [];
  const isQuoted = typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value);
  const remedy = isQuoted ? ` Write ${value} without quotes.` : "";
  return [`${field}: Must be a finite number. Received: ${format(value)}.${remedy}`];
}

const calculatedFromToken =
  "must not be calculated from a token, whose value is unknown at synthesis. " +
  "Let Terraform calculate it: Token.asNumber(Op.div(token, 2)).";

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Whether a number is probably the result of arithmetic on a number token. cdktf encodes such a token as a number near -8.4e298. Unlike
 * a number that a person writes, the result has many digits.
 */
function isCalculated(value: unknown): boolean {
  if (typeof value !== "number") return false;
  const magnitude = Math.abs(value);
  return magnitude > 1e285 && magnitude < 1e307 && /\.\d{11,}e/.test(String(value));
}
