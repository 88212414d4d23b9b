/**
 * Converts between Terraform's values and the plain JavaScript values of handlers. Unknown values are UNKNOWN.
 * A number that a handler returns unchanged must keep all its digits (1/3 has 150), or Terraform reports an inconsistent result. So each
 * part that equals a reference value at the same path, as rounded for handlers, becomes that reference value.
 */
import { Decimal } from "../cty/decimal";
import {
  type AttributeType,
  CodecError,
  type CtyObject,
  type CtyValue,
  isArray,
  isObject,
  objectOf,
  partOf,
  sortKey,
  sortSetElements,
  typeOfPart,
  UNKNOWN,
  within,
} from "../cty/value";
import { type Schema } from "./schema";

/** @throws CodecError for a number that handlers must not receive, such as a fraction for an integer attribute */
export function toHandlerValue(value: CtyValue, attributeType: AttributeType): unknown {
  if (value instanceof Decimal)
    return toNumber(value, attributeType.kind === "number" && attributeType.integer);
  const convert = (step: string | number, part: CtyValue) =>
    within(step, () => toHandlerValue(part, typeOfPart(attributeType, String(step))));
  if (isArray(value)) return value.map((element, index) => convert(index, element));
  if (!isObject(value)) return value;
  const names = attributeType.kind === "object" ? Object.keys(attributeType.fields) : [...value.keys()];
  // Object.fromEntries defines properties instead of assigning them, so the key "__proto__" is safe.
  return Object.fromEntries(names.map((name) => [name, convert(name, value.get(name) ?? null)]));
}

/** The values of an object for a handler. The schema of the handler, whose type the server does not know, determines their types. */
export function toValues(object: CtyObject, { attributeType }: Schema): Readonly<Record<string, unknown>> {
  return toHandlerValue(object, attributeType) as Readonly<Record<string, unknown>>;
}

function toNumber(value: Decimal, integer: boolean): number {
  const number = value.toNumber();
  if (!integer) {
    if (Number.isFinite(number)) return number;
    throw new CodecError(`${value.text} is out of range (max ±1.8e308).`);
  }
  const isExact = Number.isSafeInteger(number) && Decimal.parse(String(number))?.text === value.text;
  if (isExact) return number;
  throw new CodecError(`Expected an integer between -(2^53 - 1) and 2^53 - 1, found ${value.text}.`);
}

/** Earlier references take precedence. @throws CodecError for a value of another type, which is a bug in the provider */
export function fromHandlerValue(
  value: unknown,
  attributeType: AttributeType,
  references: readonly CtyValue[] = [],
): CtyValue {
  if (value === null) return null;
  if (value === UNKNOWN) return UNKNOWN;
  switch (attributeType.kind) {
    case "string":
      return typeof value === "string" ? value : typeMismatch(attributeType, value);
    case "boolean":
      return typeof value === "boolean" ? value : typeMismatch(attributeType, value);
    case "number":
      return typeof value === "number"
        ? fromNumber(value, attributeType.integer, references)
        : typeMismatch(attributeType, value);
    case "list":
    case "set":
      if (!Array.isArray(value)) return typeMismatch(attributeType, value);
      if (attributeType.kind === "set") return fromSet(value, attributeType.element, references);
      return value.map((element: unknown, index) =>
        within(index, () => fromHandlerValue(element, attributeType.element, partsAt(references, index))),
      );
    case "map": {
      const entries = entriesOf(value, attributeType).map(([key, part]): [string, CtyValue] => [
        key,
        within(key, () => fromHandlerValue(part, attributeType.element, partsAt(references, key))),
      ]);
      return new Map(entries);
    }
    case "object": {
      const present = new Map(entriesOf(value, attributeType));
      return objectOf(attributeType.fields, (field, name) =>
        fromHandlerValue(present.get(name), field, partsAt(references, name)),
      );
    }
  }
}

function fromNumber(value: number, integer: boolean, references: readonly CtyValue[]): CtyValue {
  const same = references.find((reference) => reference instanceof Decimal && reference.toNumber() === value);
  if (same !== undefined) return same;
  if (integer && !Number.isSafeInteger(value)) throw new CodecError(`Expected an integer, found ${value}.`);
  const decimal = Decimal.parse(String(value));
  if (decimal === undefined) throw new CodecError(`${value} is not a number that Terraform can store.`);
  return decimal;
}

/** Set elements have no index, so references are found by their values as rounded for handlers. */
function fromSet(
  value: readonly unknown[],
  element: AttributeType,
  references: readonly CtyValue[],
): CtyValue {
  const referencesByKey = new Map<string, CtyValue>();
  for (const reference of [...references].reverse().filter(isArray).flat()) {
    referencesByKey.set(
      sortKey(fromHandlerValue(toHandlerValue(reference, element), element), element),
      reference,
    );
  }
  const elements = value.map((part, index): CtyValue => {
    const converted = within(index, () => fromHandlerValue(part, element));
    return referencesByKey.get(sortKey(converted, element)) ?? converted;
  });
  return sortSetElements(elements, element);
}

function partsAt(references: readonly CtyValue[], step: string | number): readonly CtyValue[] {
  return references.map((reference) => partOf(reference, step));
}

function entriesOf(value: unknown, attributeType: AttributeType): [string, unknown][] {
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  return isRecord ? Object.entries(value) : typeMismatch(attributeType, value);
}

/** The message names only the kind of the value, which may be a secret. */
function typeMismatch(attributeType: AttributeType, found: unknown): never {
  const kind = Array.isArray(found) ? "array" : typeof found;
  throw new CodecError(`Expected a ${attributeType.kind}, found ${kind === "undefined" ? "nothing" : kind}.`);
}
