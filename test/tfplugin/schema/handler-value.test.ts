import fc from "fast-check";
import { attribute as a, schema, t, type ValueType } from "../../../src/tfplugin";
import { Decimal, parseExactNumber } from "../../../src/tfplugin/cty/decimal";
import { type CtyValue } from "../../../src/tfplugin/cty/value";
import { fromHandlerValue, toHandlerValue } from "../../../src/tfplugin/schema/handler-value";
import { exactNumber } from "../cty/arbitrary";
import { codecErrorOf } from "../cty/codec-error-of";

const third = parseExactNumber(`0.${"3".repeat(154)}`) ?? null;

function passOn(value: CtyValue, { attributeType }: ValueType<unknown>): CtyValue {
  return fromHandlerValue(toHandlerValue(value, attributeType), attributeType, [value]);
}

describe("a number that a handler returns unchanged", () => {
  test("keeps all digits at all depths", () => {
    const isInRange = (one: number | Decimal) => !(one instanceof Decimal) || Number.isFinite(one.toNumber());
    const numbers = fc.array(exactNumber.filter(isInRange));
    fc.assert(
      fc.property(numbers, (list) => {
        expect(passOn(list, t.list(t.number))).toEqual(list);
        expect(passOn([list], t.list(t.list(t.number)))).toEqual([list]);
      }),
    );
    expect(passOn([[third]], t.set(t.list(t.number)))).toEqual([[third]]);
  });
});

describe("a value that a handler returns", () => {
  test("is converted as is if it is new", () => {
    expect(fromHandlerValue(0.1, t.number.attributeType, [third])).toBe(0.1);
    expect(fromHandlerValue(1e21, t.number.attributeType)).toBe(1e21);
  });

  test("is found in a set by value", () => {
    expect(fromHandlerValue([5, 1 / 3], t.set(t.number).attributeType, [[third]])).toEqual([third, 5]);
  });

  test.each([
    ["a fraction in place of a whole number", { n: 1.5 }, ["n"]],
    ["NaN", { n: NaN }, ["n"]],
    ["a text in place of a number", { n: "1" }, ["n"]],
    ["nothing at all", {}, ["n"]],
  ])("is refused if it has %s", (_, value, path) => {
    const attributes = { n: a.integer({ required: true, description: "" }) };
    const { attributeType } = schema({ description: "", attributes });
    expect(codecErrorOf(() => fromHandlerValue(value, attributeType)).path).toEqual(path);
  });
});
