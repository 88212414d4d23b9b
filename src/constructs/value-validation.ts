/**
 * Validates single values, also for users without a compiler. Each function returns all problems of a value. Tokens are skipped:
 * Terraform validates them during the plan.
 */
import { Token } from "cdktf";
import { quote } from "../diagnostics";
import { alertLevels } from "../service";

/** The value as its author wrote it. */
export function format(value: unknown): string {
  return typeof value === "string" ? quote(value) : String(value);
}

/** Whether a value can be an ID of the service: an integer from 0 to 2^53 − 1, or a token. */
export function isId(id: number): boolean {
  return Token.isUnresolved(id) || (Number.isSafeInteger(id) && id >= 0);
}

/**
 * @param kind the kind of object, with its article: "an alert policy"
 * @throws Error if the ID is invalid
 */
export function requireId(kind: string, id: number): number {
  if (isId(id)) return id;
  throw new Error(`The ID of ${kind} must be an integer from 0 to 2^53 − 1. Received: ${format(id)}.`);
}

export function validateId(field: string, id: number): string[] {
  return isId(id) ? [] : [`${field}: Must be an integer from 0 to 2^53 − 1. Received: ${format(id)}.`];
}

export function validateIds(field: string, ids: readonly number[] | undefined): string[] {
  if (ids === undefined || Token.isUnresolved(ids)) return [];
  return ids.flatMap((id) => validateId(field, id));
}

export function validateText(field: string, text: unknown): string[] {
  if (typeof text === "string" || Token.isUnresolved(text)) return [];
  return [`${field}: Must be a string. Received: ${format(text)}.`];
}

export function validateTexts(field: string, texts: readonly string[] | undefined): string[] {
  if (texts === undefined || Token.isUnresolved(texts)) return [];
  return [
    ...texts.flatMap((text) => validateText(field, text)),
    ...(texts.includes("") ? [`${field}: Must not contain an empty string. Remove it.`] : []),
  ];
}

export function validateBoolean(field: string, value: unknown): string[] {
  if (value === undefined || typeof value === "boolean" || Token.isUnresolved(value)) return [];
  return [`${field}: Must be true or false. Received: ${format(value)}.`];
}

export function validateLevel(field: string, level: unknown): string[] {
  if (Token.isUnresolved(level) || alertLevels.some((valid) => valid === level)) return [];
  return [`${field}: Must be one of ${alertLevels.map(quote).join(", ")}. Received: ${format(level)}.`];
}

export function validateNumber(field: string, value: number): string[] {
  if (Token.isUnresolved(value)) return [];
  if (!Number.isFinite(value)) return [`${field}: Must be a finite number. Received: ${format(value)}.`];
  // cdktf encodes a number token as a number of this magnitude, and arithmetic on it yields another one.
  if (Math.abs(value) < 1e250) return [];
  return [
    `${field}: Must not be calculated from a token, whose value is unknown at synthesis. ` +
      "Let Terraform calculate it: Token.asNumber(Op.div(token, 2)).",
  ];
}
