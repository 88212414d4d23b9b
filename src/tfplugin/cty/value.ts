/**
 * Values as Terraform means them, between the wire and the handlers: numbers exact, unknowns marked, names in maps
 * (a user may well call a key "__proto__").
 */
import { Decimal } from "./decimal";
import { typeToJson, type CtyType } from "./type";
import { UNKNOWN, type Unknown } from "./unknown";

/** A value together with its type, where the schema leaves the type open ("dynamic"). */
export class DynamicallyTyped {
  readonly type: CtyType;
  readonly value: CtyValue;

  constructor(type: CtyType, value: CtyValue) {
    this.type = type;
    this.value = value;
  }
}

/** Lists, sets and tuples are arrays, maps and objects are Maps: the type says which. */
export type CtyValue =
  null | Unknown | boolean | string | Decimal | DynamicallyTyped | readonly CtyValue[] | CtyObject;

export type CtyObject = ReadonlyMap<string, CtyValue>;

export function isArray(value: CtyValue): value is readonly CtyValue[] {
  return Array.isArray(value);
}

export function isObject(value: CtyValue): value is CtyObject {
  return value instanceof Map;
}

/**
 * A text that is equal for equal values of one type and sorts alike in every run. It gives sets their order and
 * comparisons their meaning: sets are compared after sorting, everything else in place.
 */
export function sortKey(value: CtyValue, type: CtyType): string {
  if (value === null) return "null";
  if (value === UNKNOWN) return "unknown";
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "boolean") return String(value);
  if (value instanceof Decimal) return value.text;
  if (value instanceof DynamicallyTyped)
    return `${typeToJson(value.type)}=${sortKey(value.value, value.type)}`;
  if (isArray(value)) {
    const keys = value.map((element, index) => sortKey(element, elementType(type, index)));
    return `[${(type.kind === "set" ? keys.sort() : keys).join()}]`;
  }
  const entries = [...value].map(
    ([name, part]) => `${JSON.stringify(name)}:${sortKey(part, attributeType(type, name))}`,
  );
  return `{${entries.sort().join()}}`;
}

/** Equality as a plan means it; two unknown values count as equal. */
export function sameValue(a: CtyValue, b: CtyValue, type: CtyType): boolean {
  return a === b || sortKey(a, type) === sortKey(b, type);
}

const open: CtyType = { kind: "dynamic" };

/** The type of a part of a list, set, map or tuple. */
function elementType(type: CtyType, index: number): CtyType {
  if (type.kind === "list" || type.kind === "set" || type.kind === "map") return type.element;
  return type.kind === "tuple" ? (type.elements[index] ?? open) : open;
}

/** The type of a part of an object or map. */
function attributeType(type: CtyType, name: string): CtyType {
  if (type.kind === "map") return type.element;
  return type.kind === "object" ? (type.attributes.get(name) ?? open) : open;
}

/** A set's elements in a stable order (numbers by size), each once. */
export function inSetOrder(elements: readonly CtyValue[], element: CtyType): readonly CtyValue[] {
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

/** Whether anything in the value, at any depth, is unknown. */
export function holdsUnknown(value: CtyValue): boolean {
  if (value === UNKNOWN) return true;
  if (value instanceof DynamicallyTyped) return holdsUnknown(value.value);
  if (isArray(value)) return value.some(holdsUnknown);
  return isObject(value) && [...value.values()].some(holdsUnknown);
}
