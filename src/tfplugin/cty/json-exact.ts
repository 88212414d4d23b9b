/**
 * JSON with exact numbers. JSON.parse would round them, and gives no access to their text on Node 20. So the tokens
 * are marked first: every number becomes a string beginning with "n", every string gets an "s" in front, and
 * JSON.parse, which stays the judge of what is valid JSON, reads the result.
 */
import { type JsonValue } from "../json";
import { CodecError } from "./codec-error";
import { Decimal } from "./decimal";

export type ExactJson =
  null | boolean | string | Decimal | readonly ExactJson[] | ReadonlyMap<string, ExactJson>;

/** What is marked: a number, or the beginning of a string. */
const token = /"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Far beyond any schema; a hostile document must not exhaust the stack. */
const maximumDepth = 200;

/** Throws CodecError for anything that is not JSON. */
export function parseExactJson(text: string): ExactJson {
  try {
    return unmark(JSON.parse(mark(text)), 0);
  } catch (error) {
    if (error instanceof CodecError) throw error;
    // The parser's own message quotes the text, which may hold secrets.
    throw new CodecError("The text is not valid JSON.");
  }
}

function mark(text: string): string {
  const parts: string[] = [];
  let done = 0;
  const tokens = new RegExp(token);
  for (let found = tokens.exec(text); found !== null; found = tokens.exec(text)) {
    const [start] = found;
    const end = start === '"' ? endOfString(text, found.index + 1) : tokens.lastIndex;
    parts.push(text.slice(done, found.index));
    parts.push(start === '"' ? `"s${text.slice(found.index + 1, end)}` : `"n${start}"`);
    done = tokens.lastIndex = end;
  }
  return parts.join("") + text.slice(done);
}

/** By hand: a regular expression for a string of millions of escapes exhausts its stack. */
function endOfString(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') return at + 1;
    if (character === "\\") at += 1;
  }
  throw new CodecError("The text is not valid JSON.");
}

function unmark(value: unknown, depth: number): ExactJson {
  if (depth > maximumDepth) throw new CodecError("The JSON is nested too deeply.");
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "string") return value.startsWith("s") ? value.slice(1) : number(value.slice(1));
  if (Array.isArray(value)) return value.map((element) => unmark(element, depth + 1));
  return new Map(
    Object.entries(value as object).map(([key, part]) => [key.slice(1), unmark(part, depth + 1)]),
  );
}

function number(text: string): Decimal {
  const decimal = /^-?0\d/.test(text) ? undefined : Decimal.parse(text);
  if (decimal === undefined) throw new CodecError("The JSON holds a malformed number.");
  return decimal;
}

/** Plain JSON, for upgrade functions: numbers become the nearest JavaScript numbers. */
export function toPlainJson(exact: ExactJson): JsonValue {
  if (exact instanceof Decimal) return exact.toNumber();
  if (exact instanceof Map) {
    const entries: [string, ExactJson][] = [...(exact as ReadonlyMap<string, ExactJson>)];
    return Object.fromEntries(entries.map(([key, part]) => [key, toPlainJson(part)]));
  }
  if (Array.isArray(exact)) return exact.map((part: ExactJson) => toPlainJson(part));
  return exact as null | boolean | string;
}
