/** Terraform's values (cty), with exact numbers. Maps and objects are JavaScript Maps, because a key may be "__proto__". */
import { Decimal } from "./decimal";
import { typeToJson, type CtyType } from "./type";
import { UNKNOWN, type Unknown } from "./unknown";

/** A value with its type, for an attribute of type "dynamic". */
export class DynamicallyTyped {
  readonly type: CtyType;
  readonly value: CtyValue;

  constructor(type: CtyType, value: CtyValue) {
    this.type = type;
    this.value = value;
  }
}

/** Lists, sets and tuples are arrays. Maps and objects are Maps. */
export type CtyValue =
  null | Unknown | boolean | string | Decimal | DynamicallyTyped | readonly CtyValue[] | CtyObject;

export type CtyObject = ReadonlyMap<string, CtyValue>;

export function isArray(value: CtyValue): value is readonly CtyValue[] {
  return Array.isArray(value);
}

export function isObject(value: CtyValue): value is CtyObject {
  return value instanceof Map;
}

/** A text that is equal for equal values of one type. It defines the order of set elements and the equality of values. */
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

/** Whether a plan treats the values as equal. Two unknown values are equal. */
export function valuesEqual(a: CtyValue, b: CtyValue, type: CtyType): boolean {
  return a === b || sortKey(a, type) === sortKey(b, type);
}

const dynamic: CtyType = { kind: "dynamic" };

/** The type of a part of a list, set, map or tuple. */
function elementType(type: CtyType, index: number): CtyType {
  if (type.kind === "list" || type.kind === "set" || type.kind === "map") return type.element;
  return type.kind === "tuple" ? (type.elements[index] ?? dynamic) : dynamic;
}

/** The type of a part of an object or map. */
function attributeType(type: CtyType, name: string): CtyType {
  if (type.kind === "map") return type.element;
  return type.kind === "object" ? (type.attributes.get(name) ?? dynamic) : dynamic;
}

/** Removes duplicates and sorts the elements; numbers by value. */
export function sortSetElements(elements: readonly CtyValue[], element: CtyType): readonly CtyValue[] {
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

/** Whether any part of the value, at any depth, is unknown. */
export function containsUnknown(value: CtyValue): boolean {
  if (value === UNKNOWN) return true;
  if (value instanceof DynamicallyTyped) return containsUnknown(value.value);
  if (isArray(value)) return value.some(containsUnknown);
  return isObject(value) && [...value.values()].some(containsUnknown);
}
