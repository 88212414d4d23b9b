/** Terraform's types and values (cty), with exact numbers. Objects are JavaScript Maps, because an untrusted key may be "__proto__". */
import { type ValueLocation } from "../diagnostics";
import { Decimal } from "./decimal";

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

export type ObjectType = Extract<AttributeType, { kind: "object" }>;

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

/** The type of an element of a collection, or of a member of an object. For a value of another type, it is a text. */
export function typeOfPart(type: AttributeType, name = ""): AttributeType {
  if ("element" in type) return type.element;
  return (type.kind === "object" ? fieldOf(type, name) : undefined) ?? { kind: "string" };
}

/** Lists and sets are arrays, and maps are objects. */
export type CtyValue = null | Unknown | boolean | string | Decimal | readonly CtyValue[] | CtyObject;

export type CtyObject = ReadonlyMap<string, CtyValue>;

export function isArray(value: CtyValue): value is readonly CtyValue[] {
  return Array.isArray(value);
}

export function isObject(value: CtyValue): value is CtyObject {
  return value instanceof Map;
}

/** The element with the index, or the member with the name. Null if the value has none. */
export function partOf(value: CtyValue, step: string | number): CtyValue {
  const part = isArray(value) ? value[Number(step)] : isObject(value) ? value.get(String(step)) : undefined;
  return part ?? null;
}

/** The object with a value for each field. */
export function objectOf<Field>(
  fields: Readonly<Record<string, Field>>,
  valueOf: (field: Field, name: string) => CtyValue,
): CtyObject {
  const values = Object.entries(fields).map(([name, field]): [string, CtyValue] => [
    name,
    within(name, () => valueOf(field, name)),
  ]);
  return new Map(values);
}

export function containsUnknown(value: CtyValue): boolean {
  if (value === UNKNOWN) return true;
  if (isArray(value)) return value.some(containsUnknown);
  return isObject(value) && [...value.values()].some(containsUnknown);
}

/** A text that is equal for equal values of one type. It defines the order of set elements and the equality of values. */
export function sortKey(value: CtyValue, type: AttributeType): string {
  if (value === null) return "null";
  if (value === UNKNOWN) return "unknown";
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "boolean") return String(value);
  if (value instanceof Decimal) return value.text;
  if (isArray(value)) {
    const keys = value.map((element) => sortKey(element, typeOfPart(type)));
    return `[${(type.kind === "set" ? keys.sort() : keys).join()}]`;
  }
  const entries = [...value].map(
    ([name, part]) => `${JSON.stringify(name)}:${sortKey(part, typeOfPart(type, name))}`,
  );
  return `{${entries.sort().join()}}`;
}

/** Whether a plan treats the values as equal. Two unknown values are equal. */
export function valuesEqual(a: CtyValue, b: CtyValue, type: AttributeType): boolean {
  return a === b || sortKey(a, type) === sortKey(b, type);
}

/** Removes duplicates and sorts the elements; numbers by value. */
export function sortSetElements(elements: readonly CtyValue[], element: AttributeType): readonly CtyValue[] {
  const byKey = new Map<string, CtyValue>(elements.map((value) => [sortKey(value, element), value]));
  return [...byKey].sort(compareEntries).map(([, value]) => value);
}

function compareEntries([keyA, a]: [string, CtyValue], [keyB, b]: [string, CtyValue]): number {
  if (a instanceof Decimal && b instanceof Decimal) {
    const difference = a.toNumber() - b.toNumber();
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
  }
  return keyA < keyB ? -1 : keyA > keyB ? 1 : 0;
}

/** Limits the stack that untrusted bytes can use. */
export const maxDepth = 200;

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

/** Runs `work` for one part of a value, and prepends its step to the path of a CodecError. */
export function within<T>(step: string | number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof CodecError ? new CodecError(error.message, [step, ...error.path]) : error;
  }
}
