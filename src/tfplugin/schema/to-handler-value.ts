/** Converts Terraform's values to plain JavaScript values for handlers. Unknown values become UNKNOWN. */
import { CodecError, within } from "../cty/codec-error";
import { Decimal } from "../cty/decimal";
import { UNKNOWN } from "../cty/unknown";
import { isArray, isObject, type CtyValue } from "../cty/value";
import { type AttributeType } from "./value-type";

/** @throws CodecError for a value that handlers must not receive, such as a fraction for an integer attribute */
export function toHandlerValue(value: CtyValue, attributeType: AttributeType): unknown {
  if (value === null || value === UNKNOWN) return value;
  switch (attributeType.kind) {
    case "string":
      return typeof value === "string" ? value : typeMismatch(attributeType);
    case "boolean":
      return typeof value === "boolean" ? value : typeMismatch(attributeType);
    case "number":
      return value instanceof Decimal ? toNumber(value, attributeType.integer) : typeMismatch(attributeType);
    case "list":
    case "set":
      if (!isArray(value)) return typeMismatch(attributeType);
      return value.map((element, index) =>
        within(index, () => toHandlerValue(element, attributeType.element)),
      );
    case "map":
      if (!isObject(value)) return typeMismatch(attributeType);
      return fromEntries(
        [...value].map(([key, part]) => [
          key,
          within(key, () => toHandlerValue(part, attributeType.element)),
        ]),
      );
    case "object":
      if (!isObject(value)) return typeMismatch(attributeType);
      return fromEntries(
        Object.entries(attributeType.fields).map(([name, field]) => [
          name,
          within(name, () => toHandlerValue(value.get(name) ?? null, field)),
        ]),
      );
  }
}

/** Object.fromEntries defines properties instead of assigning them, so the key "__proto__" is safe. */
function fromEntries(entries: [string, unknown][]): Record<string, unknown> {
  return Object.fromEntries(entries);
}

function toNumber(value: Decimal, integer: boolean): number {
  const number = value.toNumber();
  if (!integer) {
    if (Number.isFinite(number)) return number;
    throw new CodecError(`${value.text} is out of range (max ±1.8e308).`);
  }
  const isExact = Number.isSafeInteger(number) && Decimal.ofNumber(number)?.equals(value) === true;
  if (isExact) return number;
  throw new CodecError(`Expected an integer between -(2^53 - 1) and 2^53 - 1, found ${value.text}.`);
}

function typeMismatch(attributeType: AttributeType): never {
  throw new CodecError(`Expected a ${attributeType.kind}.`);
}
