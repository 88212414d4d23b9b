/** Decodes JSON: stored states, and the alternative encoding of the protocol. */
import { setKey } from "../../diagnostics";
import { Decimal, parseExactNumber, textOfNumber } from "./decimal";
import {
  type AttributeType,
  CodecError,
  type CtyValue,
  isArray,
  isObject,
  mapElements,
  mapMembers,
  numberOfType,
  partOf,
  sortSetElements,
  typeMismatch,
  valuesEqual,
} from "./value";

/** Drops attributes that the type does not have, and sets missing ones to null. Reads a number as a string. @throws CodecError */
export function decodeJson(text: string, type: AttributeType): CtyValue {
  return conform(hasExactNumbers(text) ? parseJson(text) : parseExactJson(text), type);
}

/** Whether JSON.parse does not round any number of the text: each has at most 15 digits, and none has an exponent. */
function hasExactNumbers(text: string): boolean {
  return !/[\d.]{16}|\d[eE]/.test(text);
}

function conform(value: CtyValue, type: AttributeType): CtyValue {
  if (value === null) return value;
  switch (type.kind) {
    case "string":
      // An earlier version of the provider may have stored a number.
      if (typeof value === "number" || value instanceof Decimal) return textOfNumber(value);
      return typeof value === "string" ? value : typeMismatch(type, kindOf(value));
    case "boolean":
      return typeof value === "boolean" ? value : typeMismatch(type, kindOf(value));
    case "number": {
      // Terraform writes long numbers as strings.
      const number = typeof value === "string" ? parseExactNumber(value) : value;
      const isNumber = typeof number === "number" || number instanceof Decimal;
      return numberOfType(isNumber ? number : undefined, type, kindOf(value));
    }
    case "list":
    case "set": {
      if (!isArray(value)) return typeMismatch(type, kindOf(value));
      const elements = mapElements(value, (element) => conform(element, type.element));
      return type.kind === "set" ? sortSetElements(elements) : elements;
    }
    case "map":
      if (!isObject(value)) return typeMismatch(type, kindOf(value));
      return mapMembers(value, (member) => conform(member, type.element));
    case "object":
      if (!isObject(value)) return typeMismatch(type, kindOf(value));
      return mapMembers(type.fields, (field, name) => conform(partOf(value, name), field));
  }
}

function kindOf(value: CtyValue): string {
  return value instanceof Decimal ? "number" : isArray(value) ? "array" : typeof value;
}

/** Plain JSON, for private state. */
export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/**
 * Parses JSON without rounding numbers. JSON.parse rounds them, and Node 20 gives no access to their text. So every number is first
 * rewritten to a string with the prefix "n", every string gets the prefix "s", and JSON.parse validates and reads the result.
 */
export function parseExactJson(text: string): CtyValue {
  return removePrefixes(parseJson(addPrefixes(text)), 0);
}

function parseJson(text: string): CtyValue {
  try {
    // Its values are those of JSON.
    return JSON.parse(text) as CtyValue;
  } catch {
    // The parser's message quotes the text, which may contain secrets.
    throw invalidJson();
  }
}

const invalidJson = () => new CodecError("The text is not valid JSON.");

function addPrefixes(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  // A number, or the start of a string.
  const tokens = /"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
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
  throw invalidJson();
}

/** Limits the stack that an untrusted text can use. */
const maxDepth = 200;

function removePrefixes(value: CtyValue, depth: number): CtyValue {
  if (depth > maxDepth) throw new CodecError("The JSON is nested too deeply.");
  if (typeof value === "string") return value.startsWith("s") ? value.slice(1) : parseNumber(value.slice(1));
  if (isArray(value)) return value.map((element) => removePrefixes(element, depth + 1));
  if (!isObject(value)) return value;
  const members: Record<string, CtyValue> = {};
  for (const [key, part] of Object.entries(value))
    setKey(members, key.slice(1), removePrefixes(part, depth + 1));
  return members;
}

function parseNumber(text: string): number | Decimal {
  const number = /^-?0\d/.test(text) ? undefined : parseExactNumber(text);
  if (number === undefined) throw invalidJson();
  return number;
}

/**
 * Whether both strings are JSON objects or arrays with equal values. Terraform's `jsonencode` writes such a string in another format: without
 * white space, with sorted keys and with shorter numbers.
 */
export function isSameJson(a: string, b: string): boolean {
  if (![a, b].every((text) => /^\s*[[{]/.test(text))) return false;
  try {
    return valuesEqual(parseExactJson(a), parseExactJson(b));
  } catch (error) {
    if (error instanceof CodecError) return false;
    throw error;
  }
}
