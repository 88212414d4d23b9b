/** Terraform's types and values (cty). Values are those of handlers, but for numbers that handlers cannot receive exactly. */
import { setKey } from "../../diagnostics";
import { type ValueLocation } from "../diagnostics";
import { Decimal, textOfNumber } from "./decimal";

/** A value that is known only after apply, at any depth of a configuration or a plan. */
export const UNKNOWN: unique symbol = Symbol("(known after apply)");

export type Unknown = typeof UNKNOWN;

/**
 * Whether the value itself is unknown. For collections and objects, see `isWhollyKnown`.
 * @example if (isUnknown(config.size)) return undefined;
 */
export function isUnknown(value: unknown): value is Unknown {
  return value === UNKNOWN;
}

export function ifKnown<T>(value: T | Unknown): T | undefined {
  return isUnknown(value) ? undefined : value;
}

/** Whether no part of the value of a handler, at any depth, is unknown. */
export function isWhollyKnown(value: unknown): boolean {
  if (value === UNKNOWN) return false;
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every(isWhollyKnown);
}

export type AttributeType = (
  | { readonly kind: "string" }
  | { readonly kind: "boolean" }
  | { readonly kind: "number"; readonly integer: boolean }
  | { readonly kind: "list" | "set" | "map"; readonly element: AttributeType }
  | { readonly kind: "object"; readonly fields: Readonly<Record<string, AttributeType>> }
) & {
  /** Permits null as an element of a collection. */
  readonly nullable?: true;
};

export type ObjectType = Extract<AttributeType, { readonly kind: "object" }>;

type TypeNotation = string | readonly [string, TypeNotation | Readonly<Record<string, TypeNotation>>];

/** The type in Terraform's notation: "string", ["list", T], ["object", {name: T}] and so on. */
export function typeToJson(type: AttributeType): string {
  return JSON.stringify(notationOf(type));
}

function notationOf(type: AttributeType): TypeNotation {
  switch (type.kind) {
    case "boolean":
      return "bool";
    case "string":
    case "number":
      return type.kind;
    case "list":
    case "set":
    case "map":
      return [type.kind, notationOf(type.element)];
    case "object":
      return [
        "object",
        Object.fromEntries(Object.entries(type.fields).map(([name, field]) => [name, notationOf(field)])),
      ];
  }
}

/** Inherited properties, for example `constructor`, are not fields. */
export function fieldOf({ fields }: ObjectType, name: string): AttributeType | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Lists and sets are arrays, and maps are objects. Sets are sorted. A number is a Decimal only if handlers cannot receive it exactly. */
export type CtyValue = null | Unknown | boolean | string | number | Decimal | readonly CtyValue[] | CtyObject;

export interface CtyObject {
  readonly [name: string]: CtyValue;
}

export function isArray(value: CtyValue): value is readonly CtyValue[] {
  return Array.isArray(value);
}

export function isObject(value: CtyValue): value is CtyObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Decimal);
}

/** The element with the index, or the member with the name. Null if the value has none. */
export function partOf(value: CtyValue, step: string | number): CtyValue {
  if (isArray(value)) return value[Number(step)] ?? null;
  return isObject(value) && Object.hasOwn(value, step) ? (value[step] ?? null) : null;
}

/** The object with the result of `valueOf` for each member. */
export function mapMembers<Member, Result>(
  members: Readonly<Record<string, Member>>,
  valueOf: (member: Member, name: string) => Result,
): Readonly<Record<string, Result>> {
  const result: Record<string, Result> = {};
  let name = "";
  try {
    for (name of Object.keys(members)) {
      // Object.keys returns only own names.
      setKey(result, name, valueOf(members[name] as Member, name));
    }
    return result;
  } catch (error) {
    throw inPart(name, error);
  }
}

/** The results of `valueOf` for all elements. */
export function mapElements<Element, Result>(
  elements: readonly Element[],
  valueOf: (element: Element, index: number) => Result,
): readonly Result[] {
  let index = 0;
  try {
    const results: Result[] = [];
    for (const element of elements) {
      results.push(valueOf(element, index));
      index += 1;
    }
    return results;
  } catch (error) {
    throw inPart(index, error);
  }
}

/**
 * A number as a value of the type. A handler with integers cannot receive other numbers.
 * @param found the kind of the sent value @throws CodecError if there is no number, or the type has none
 */
export function numberOfType(
  number: number | Decimal | undefined,
  type: AttributeType,
  found: string,
): number | Decimal {
  if (type.kind !== "number" || number === undefined) return typeMismatch(type, found);
  const isExact = !type.integer || number instanceof Decimal || Number.isSafeInteger(number);
  if (!isExact) return new Decimal(textOfNumber(number));
  // JSON has a negative zero.
  return number === 0 ? 0 : number;
}

/** @param found the kind of the sent value, which may be a secret */
export function typeMismatch(type: AttributeType, found: string): never {
  throw new CodecError(`Expected a value of type ${type.kind}, found ${found}.`);
}

/** Whether handlers need another value. */
export function containsDecimal(value: CtyValue): boolean {
  if (typeof value !== "object" || value === null) return false;
  return value instanceof Decimal || Object.values(value).some(containsDecimal);
}

/** Whether a plan treats the values as equal. Two unknown values are equal. */
export function valuesEqual(a: CtyValue, b: CtyValue): boolean {
  if (a === b) return true;
  if (isArray(a))
    return (
      isArray(b) && a.length === b.length && a.every((part, index) => valuesEqual(part, partOf(b, index)))
    );
  if (a instanceof Decimal) return b instanceof Decimal && a.text === b.text;
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && valuesEqual(partOf(a, name), partOf(b, name)))
  );
}

/** Removes duplicates, and gives equal sets the same order. */
export function sortSetElements(elements: readonly CtyValue[]): readonly CtyValue[] {
  if (elements.length < 2) return elements;
  const byKey = new Map<string, CtyValue>(elements.map((value) => [sortKey(value), value]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

/** A text that is equal for equal values of one type. */
function sortKey(value: CtyValue): string {
  if (value instanceof Decimal) return value.text;
  if (value === UNKNOWN) return "unknown";
  if (isArray(value)) return `[${value.map(sortKey).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}:${sortKey(part)}`);
  return `{${entries.sort().join()}}`;
}

/** Bytes or a value that do not match their type. The framework reports it as a diagnostic. */
export class CodecError extends Error {
  override readonly name = "CodecError";

  /** @param path outermost step first. Set elements have an index here, although they have no address. */
  constructor(
    message: string,
    readonly path: ValueLocation = [],
  ) {
    super(message);
  }
}

/** The error of a part of a value as one of the value. Other errors stay. */
export function inPart(step: string | number, error: unknown): unknown {
  return error instanceof CodecError ? new CodecError(error.message, [step, ...error.path]) : error;
}
