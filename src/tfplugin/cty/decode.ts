/** Decodes values by type: MessagePack, and the JSON of stored states and of the alternative encoding in the protocol. */
import { Decimal } from "./decimal";
import { readMsgpack } from "./msgpack";
import {
  type AttributeType,
  CodecError,
  type CtyValue,
  fieldOf,
  isArray,
  isObject,
  maxDepth,
  objectOf,
  partOf,
  sortSetElements,
  UNKNOWN,
  valuesEqual,
  within,
} from "./value";

/** Sets missing attributes to null. @throws CodecError for bytes that are not a value of the type */
export function decodeMsgpack(bytes: Uint8Array, type: AttributeType): CtyValue {
  return conform(readMsgpack(bytes), type, false);
}

/** Drops attributes that the type does not have, and sets missing ones to null. Reads a number as a string. @throws CodecError */
export function decodeJson(text: string, type: AttributeType): CtyValue {
  return conform(parseExactJson(text), type, true);
}

function conform(value: CtyValue, type: AttributeType, isStored: boolean): CtyValue {
  if (value === null || value === UNKNOWN) return value;
  switch (type.kind) {
    case "string":
      // An earlier version of the provider may have stored a number.
      if (isStored && value instanceof Decimal) return value.text;
      return typeof value === "string" ? value : typeMismatch(type, value);
    case "boolean":
      return typeof value === "boolean" ? value : typeMismatch(type, value);
    case "number":
      return numberFrom(value) ?? typeMismatch(type, value);
    case "list":
    case "set": {
      if (!isArray(value)) return typeMismatch(type, value);
      const elements = value.map((element, index) =>
        within(index, () => conform(element, type.element, isStored)),
      );
      return type.kind === "set" ? sortSetElements(elements, type.element) : elements;
    }
    case "map": {
      if (!isObject(value)) return typeMismatch(type, value);
      const entries = [...value].map(([key, part]): [string, CtyValue] => [
        key,
        within(key, () => conform(part, type.element, isStored)),
      ]);
      return new Map(entries);
    }
    case "object": {
      if (!isObject(value)) return typeMismatch(type, value);
      if (!isStored && [...value.keys()].some((name) => fieldOf(type, name) === undefined))
        throw new CodecError("The object has an attribute that is not in its type.");
      return objectOf(type.fields, (field, name) => conform(partOf(value, name), field, isStored));
    }
  }
}

/** Terraform writes long numbers as strings. */
function numberFrom(value: CtyValue): Decimal | undefined {
  if (value instanceof Decimal) return value;
  return typeof value === "string" ? Decimal.parse(value) : undefined;
}

function typeMismatch(type: AttributeType, value: CtyValue): never {
  const found = value instanceof Decimal ? "number" : isArray(value) ? "array" : typeof value;
  throw new CodecError(`Expected a value of type ${type.kind}, found ${found}.`);
}

/** Plain JSON, for private state. */
export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/**
 * Parses JSON without rounding numbers. JSON.parse rounds them, and Node 20 gives no access to their text. So every number is first
 * rewritten to a string with the prefix "n", every string gets the prefix "s", and JSON.parse validates and reads the result.
 */
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
 * Whether both strings are JSON objects or arrays with equal values. Terraform's `jsonencode` writes such a string in another format: without
 * white space, with sorted keys and with shorter numbers.
 */
export function isSameJson(a: string, b: string): boolean {
  if (![a, b].every((text) => /^\s*[[{]/.test(text))) return false;
  try {
    return valuesEqual(parseExactJson(a), parseExactJson(b), anyType);
  } catch (error) {
    if (error instanceof CodecError) return false;
    throw error;
  }
}

/** Without sets, no value depends on its type. */
const anyType = { kind: "string" } as const;
