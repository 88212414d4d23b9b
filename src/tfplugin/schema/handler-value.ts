/**
 * Converts between Terraform's values and those of handlers, which differ only in numbers that handlers cannot receive exactly.
 * A number that a handler returns unchanged must keep all its digits (1/3 has 150), or Terraform reports an inconsistent result. So each
 * part that equals a reference value at the same path, as rounded for handlers, becomes that reference value.
 */
import { isMapping } from "../../diagnostics";
import { Decimal } from "../cty/decimal";
import {
  type AttributeType,
  CodecError,
  containsDecimal,
  type CtyObject,
  type CtyValue,
  fieldOf,
  isArray,
  isObject,
  mapElements,
  mapMembers,
  numberOfType,
  partOf,
  sortSetElements,
  UNKNOWN,
  valuesEqual,
} from "../cty/value";
import { type Schema } from "./schema";

/** @throws CodecError for a number that handlers must not receive, such as a fraction for an integer attribute */
export function toHandlerValue(value: CtyValue, type: AttributeType): unknown {
  return containsDecimal(value) ? round(value, type) : value;
}

/** The values of an object for a handler. The schema of the handler, whose type the server does not know, determines their types. */
export function toValues(object: CtyObject, { attributeType }: Schema): Readonly<Record<string, unknown>> {
  return toHandlerValue(object, attributeType) as Readonly<Record<string, unknown>>;
}

function round(value: CtyValue, type: AttributeType): CtyValue {
  if (value instanceof Decimal) return roundNumber(value, type);
  if (isArray(value) && "element" in type)
    return mapElements(value, (element) => round(element, type.element));
  if (!isObject(value)) return value;
  return mapMembers(value, (member, name) => {
    const memberType =
      type.kind === "object" ? fieldOf(type, name) : "element" in type ? type.element : undefined;
    return memberType === undefined ? member : round(member, memberType);
  });
}

function roundNumber(value: Decimal, type: AttributeType): number {
  if (type.kind === "number" && type.integer)
    throw new CodecError(`Expected an integer between -(2^53 - 1) and 2^53 - 1, found ${value.text}.`);
  const number = value.toNumber();
  if (Number.isFinite(number)) return number;
  throw new CodecError(`${value.text} is out of range (max ±1.8e308).`);
}

/** Earlier references take precedence. @throws CodecError for a value of another type, which is a bug in the provider */
export function fromHandlerValue(
  value: unknown,
  type: AttributeType,
  references: readonly CtyValue[] = [],
): CtyValue {
  return convert(value, type, references.filter(containsDecimal));
}

function convert(value: unknown, type: AttributeType, references: readonly CtyValue[]): CtyValue {
  if (value === null || value === UNKNOWN) return value;
  switch (type.kind) {
    case "string":
      return typeof value === "string" ? value : mismatch(type, value);
    case "boolean":
      return typeof value === "boolean" ? value : mismatch(type, value);
    case "number":
      return typeof value === "number" ? fromNumber(value, type, references) : mismatch(type, value);
    case "list":
      if (!isList(value)) return mismatch(type, value);
      return mapElements(value, (element, index) =>
        convert(element, type.element, partsAt(references, index)),
      );
    case "set":
      return isList(value) ? fromSet(value, type.element, references) : mismatch(type, value);
    case "map":
      if (!isMapping(value)) return mismatch(type, value);
      return mapMembers(value, (member, name) => convert(member, type.element, partsAt(references, name)));
    case "object":
      if (!isMapping(value)) return mismatch(type, value);
      return mapMembers(type.fields, (field, name) =>
        convert(Object.hasOwn(value, name) ? value[name] : undefined, field, partsAt(references, name)),
      );
  }
}

function fromNumber(value: number, type: AttributeType, references: readonly CtyValue[]): CtyValue {
  const same = references.find((reference) => reference instanceof Decimal && reference.toNumber() === value);
  if (same !== undefined) return same;
  const number = numberOfType(value, type, "number");
  if (number instanceof Decimal) throw new CodecError(`Expected an integer, found ${value}.`);
  if (Number.isFinite(number)) return number;
  throw new CodecError(`${value} is not a number that Terraform can store.`);
}

/** Set elements have no index, so references are found by their values as rounded for handlers. */
function fromSet(
  value: readonly unknown[],
  element: AttributeType,
  references: readonly CtyValue[],
): CtyValue {
  const exact = references.filter(isArray).flat();
  const elements = mapElements(value, (part) => {
    const converted = convert(part, element, []);
    return exact.find((reference) => valuesEqual(round(reference, element), converted)) ?? converted;
  });
  return sortSetElements(elements);
}

function partsAt(references: readonly CtyValue[], step: string | number): readonly CtyValue[] {
  return references.map((reference) => partOf(reference, step));
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** The message names only the kind of the value, which may be a secret. */
function mismatch(type: AttributeType, found: unknown): never {
  const kind = Array.isArray(found) ? "array" : typeof found;
  throw new CodecError(`Expected a ${type.kind}, found ${kind === "undefined" ? "nothing" : kind}.`);
}
