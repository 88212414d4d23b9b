/** Types, and values of a given type, for property tests. */
import fc, { type Arbitrary } from "fast-check";
import { type Decimal, parseExactNumber } from "../../../src/tfplugin/cty/decimal";
import { type AttributeType, type CtyValue, sortSetElements, UNKNOWN } from "../../../src/tfplugin/cty/value";

const name = fc.oneof(fc.constantFrom("a", "b", "__proto__", "constructor", ""), fc.string({ maxLength: 5 }));

export const anyType: Arbitrary<AttributeType> = fc.letrec<{ type: AttributeType }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<AttributeType>(
      { kind: "string" },
      { kind: "number", integer: false },
      { kind: "boolean" },
    ),
    fc.record({ kind: fc.constantFrom("list", "set", "map"), element: tie("type") }),
    fc
      .uniqueArray(fc.tuple(name, tie("type")), { selector: ([key]) => key, maxLength: 4 })
      .map((entries): AttributeType => ({ kind: "object", fields: Object.fromEntries(entries) })),
  ),
})).type;

export const exactNumber: Arbitrary<number | Decimal> = fc
  .oneof(
    fc.bigInt().map(String),
    fc
      .tuple(fc.bigInt(), fc.integer({ min: -400, max: 400 }))
      .map(([digits, e]) => `${digits.toString()}e${e}`),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  )
  .map((text) => {
    const parsed = parseExactNumber(text);
    if (parsed === undefined) throw new Error(text);
    return parsed;
  });

/** Text that UTF-8 can represent. */
const text = fc.string({ unit: "grapheme", maxLength: 40 });

function valueOf(type: AttributeType, unknowns = true): Arbitrary<CtyValue> {
  const known = knownValueOf(type, unknowns);
  const odd: Arbitrary<CtyValue> = unknowns ? fc.constantFrom<CtyValue>(null, UNKNOWN) : fc.constant(null);
  return fc.oneof({ weight: 6, arbitrary: known }, { weight: 1, arbitrary: odd });
}

function knownValueOf(type: AttributeType, unknowns: boolean): Arbitrary<CtyValue> {
  switch (type.kind) {
    case "string":
      return text;
    case "number":
      return exactNumber;
    case "boolean":
      return fc.boolean();
    case "list":
      return fc.array(valueOf(type.element, unknowns), { maxLength: 5 });
    case "set":
      return fc
        .array(valueOf(type.element, unknowns), { maxLength: 5 })
        .map((elements) => sortSetElements(elements));
    case "map":
      return fc
        .uniqueArray(fc.tuple(name, valueOf(type.element, unknowns)), {
          selector: ([key]) => key,
          maxLength: 4,
        })
        .map((entries) => Object.fromEntries(entries));
    case "object":
      return fc
        .tuple(...Object.values(type.fields).map((one) => valueOf(one, unknowns)))
        .map((values) =>
          Object.fromEntries(Object.keys(type.fields).map((key, index) => [key, values[index] ?? null])),
        );
  }
}

export const typeAndValue: Arbitrary<readonly [AttributeType, CtyValue]> = anyType.chain((type) =>
  valueOf(type).map((value) => [type, value] as const),
);
