/**
 * Parses JSON without rounding numbers. JSON.parse rounds them, and Node 20 gives no access to their text. So every number is first
 * rewritten to a string with the prefix "n", every string gets the prefix "s", and JSON.parse validates and reads the result.
 */
import { CodecError, maxDepth } from "./codec-error";
import { Decimal } from "./decimal";
import { type CtyValue, valuesEqual } from "./value";

/** Plain JSON, for private state. */
export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** Matches a number or the start of a string. */
const token = /"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** @throws CodecError for invalid JSON */
export function parseExactJson(text: string): CtyValue {
  try {
    return removePrefixes(JSON.parse(addPrefixes(text)), 0);
  } catch (error) {
    if (error instanceof CodecError) throw error;
    // The parser's message quotes the text, which may contain secrets.
    throw new CodecError("The text is not valid JSON.");
  }
}

function addPrefixes(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  const tokens = new RegExp(token);
  for (let found = tokens.exec(text); found !== null; found = tokens.exec(text)) {
    const [start] = found;
    const end = start === '"' ? endOfString(text, found.index + 1) : tokens.lastIndex;
    parts.push(text.slice(copied, found.index));
    parts.push(start === '"' ? `"s${text.slice(found.index + 1, end)}` : `"n${start}"`);
    copied = tokens.lastIndex = end;
  }
  return parts.join("") + text.slice(copied);
}

/** A regular expression would exhaust its stack on a string with millions of escapes. */
function endOfString(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') return at + 1;
    if (character === "\\") at += 1;
  }
  throw new CodecError("The text is not valid JSON.");
}

function removePrefixes(value: unknown, depth: number): CtyValue {
  if (depth > maxDepth) throw new CodecError("The JSON is nested too deeply.");
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "string") return value.startsWith("s") ? value.slice(1) : parseNumber(value.slice(1));
  if (Array.isArray(value)) return value.map((element) => removePrefixes(element, depth + 1));
  return new Map(
    Object.entries(value as object).map(([key, part]) => [key.slice(1), removePrefixes(part, depth + 1)]),
  );
}

function parseNumber(text: string): Decimal {
  const decimal = /^-?0\d/.test(text) ? undefined : Decimal.parse(text);
  if (decimal === undefined) throw new CodecError("The JSON contains an invalid number.");
  return decimal;
}

/**
 * Whether both texts are JSON objects or arrays with equal values. Terraform's `jsonencode` writes such a text in another format: without
 * white space, with sorted keys and with shorter numbers.
 */
export function isSameJson(a: string, b: string): boolean {
  if (!mayBeJson(a) || !mayBeJson(b)) return false;
  try {
    return valuesEqual(parseExactJson(a), parseExactJson(b), anyType);
  } catch (error) {
    if (error instanceof CodecError) return false;
    throw error;
  }
}

/** Without sets, no value depends on its type. */
const anyType = { kind: "string" } as const;

function mayBeJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}
