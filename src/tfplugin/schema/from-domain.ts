/**
 * What handlers return, as Terraform's values. A number that a handler passes on unchanged must keep all the digits
 * that its user's configuration computed (1/3 has 150 of them), or Terraform reports an inconsistent result. So each
 * part is compared with reference values at the same place, and where it equals one, that one is taken.
 */
import { CodecError, within } from "../cty/codec-error";
import { Decimal } from "../cty/decimal";
import { UNKNOWN } from "../cty/unknown";
import { inSetOrder, isArray, isObject, sortKey, type CtyValue } from "../cty/value";
import { ctyTypeOf } from "./shape";
import { toDomain } from "./to-domain";
import { type TypeShape } from "./value-type";

/** Throws CodecError for a value that is not of the shape: a bug in the provider. Earlier references win. */
export function fromDomain(
  domain: unknown,
  shape: TypeShape,
  references: readonly CtyValue[] = [],
): CtyValue {
  if (domain === null) return null;
  if (domain === UNKNOWN) return UNKNOWN;
  switch (shape.kind) {
    case "string":
      return typeof domain === "string" ? domain : misfit(shape, domain);
    case "boolean":
      return typeof domain === "boolean" ? domain : misfit(shape, domain);
    case "number":
      return typeof domain === "number"
        ? fromNumber(domain, shape.integer, references)
        : misfit(shape, domain);
    case "list":
      if (!Array.isArray(domain)) return misfit(shape, domain);
      return domain.map((element: unknown, index) =>
        within(index, () => fromDomain(element, shape.element, elementsAt(references, index))),
      );
    case "set":
      return Array.isArray(domain) ? fromSet(domain, shape.element, references) : misfit(shape, domain);
    case "map":
      return new Map(
        entriesOf(domain, shape).map(([key, part]) => [
          key,
          within(key, () => fromDomain(part, shape.element, membersAt(references, key))),
        ]),
      );
    case "object": {
      const present = new Map(entriesOf(domain, shape));
      return new Map(
        Object.entries(shape.fields).map(([name, field]) => [
          name,
          within(name, () => fromDomain(present.get(name), field, membersAt(references, name))),
        ]),
      );
    }
  }
}

function fromNumber(domain: number, integer: boolean, references: readonly CtyValue[]): CtyValue {
  const same = references.find((value) => value instanceof Decimal && value.toNumber() === domain);
  if (same !== undefined) return same;
  if (integer && !Number.isSafeInteger(domain))
    throw new CodecError(`Expected a whole number, found ${domain}.`);
  const decimal = Decimal.ofNumber(domain);
  if (decimal === undefined) throw new CodecError(`${domain} is no number that Terraform can store.`);
  return decimal;
}

/** Elements of a set have no place of their own: they are recognized by what handlers see of them. */
function fromSet(domain: readonly unknown[], element: TypeShape, references: readonly CtyValue[]): CtyValue {
  const type = ctyTypeOf(element);
  const known = new Map<string, CtyValue>();
  for (const reference of [...references].reverse().filter(isArray).flat()) {
    known.set(sortKey(fromDomain(toDomain(reference, element), element), type), reference);
  }
  const values = domain.map((part, index): CtyValue => {
    const value = within(index, () => fromDomain(part, element));
    return known.get(sortKey(value, type)) ?? value;
  });
  return inSetOrder(values, type);
}

function elementsAt(references: readonly CtyValue[], index: number): readonly CtyValue[] {
  return references.map((value) => (isArray(value) ? (value[index] ?? null) : null));
}

function membersAt(references: readonly CtyValue[], name: string): readonly CtyValue[] {
  return references.map((value) => (isObject(value) ? (value.get(name) ?? null) : null));
}

function entriesOf(domain: unknown, shape: TypeShape): [string, unknown][] {
  const isRecord = typeof domain === "object" && domain !== null && !Array.isArray(domain);
  return isRecord ? Object.entries(domain) : misfit(shape, domain);
}

/** Names what was found by its kind only: the value may be a secret. */
function misfit(shape: TypeShape, found: unknown): never {
  const kind = Array.isArray(found) ? "array" : typeof found;
  throw new CodecError(`Expected a ${shape.kind}, found ${kind === "undefined" ? "nothing" : kind}.`);
}
