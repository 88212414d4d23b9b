/** Terraform's values as handlers see them: plain JavaScript, null for null, UNKNOWN for unknown. */
import { CodecError, within } from "../cty/codec-error";
import { Decimal } from "../cty/decimal";
import { UNKNOWN } from "../cty/unknown";
import { isArray, isObject, type CtyValue } from "../cty/value";
import { type TypeShape } from "./value-type";

/** Throws CodecError for what handlers must never see, such as a fraction in an integer attribute. */
export function toDomain(value: CtyValue, shape: TypeShape): unknown {
  if (value === null || value === UNKNOWN) return value;
  switch (shape.kind) {
    case "string":
      return typeof value === "string" ? value : misfit(shape);
    case "boolean":
      return typeof value === "boolean" ? value : misfit(shape);
    case "number":
      return value instanceof Decimal ? toNumber(value, shape.integer) : misfit(shape);
    case "list":
    case "set":
      if (!isArray(value)) return misfit(shape);
      return value.map((element, index) => within(index, () => toDomain(element, shape.element)));
    case "map":
      if (!isObject(value)) return misfit(shape);
      return fromEntries(
        [...value].map(([key, part]) => [key, within(key, () => toDomain(part, shape.element))]),
      );
    case "object":
      if (!isObject(value)) return misfit(shape);
      return fromEntries(
        Object.entries(shape.fields).map(([name, field]) => [
          name,
          within(name, () => toDomain(value.get(name) ?? null, field)),
        ]),
      );
  }
}

/** Object.fromEntries defines properties instead of assigning them, so that even a key "__proto__" is just a key. */
function fromEntries(entries: [string, unknown][]): Record<string, unknown> {
  return Object.fromEntries(entries);
}

function toNumber(value: Decimal, integer: boolean): number {
  const number = value.toNumber();
  if (!integer) {
    if (Number.isFinite(number)) return number;
    throw new CodecError(`${value.text} is beyond the range of numbers that this provider can handle.`);
  }
  const isExact = Number.isSafeInteger(number) && Decimal.ofNumber(number)?.equals(value) === true;
  if (isExact) return number;
  throw new CodecError(`A whole number between -(2^53 - 1) and 2^53 - 1 is required, not ${value.text}.`);
}

function misfit(shape: TypeShape): never {
  throw new CodecError(`Expected a ${shape.kind}.`);
}
