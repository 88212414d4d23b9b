import fc from "fast-check";
import { Decimal } from "../../../src/tfplugin/cty/decimal";
import { decimal } from "./arbitrary";

describe("a decimal", () => {
  test.each([
    ["007.500", "7.5"],
    ["-0", "0"],
    ["+1", "1"],
    [".5", "0.5"],
    ["5.", "5"],
    ["1e3", "1000"],
    ["12.5e-3", "0.0125"],
    ["1e-2000", "1e-2000"],
    ["120e5000", "12e5001"],
  ])("%s is %s", (text, canonical) => {
    expect(Decimal.parse(text)?.text).toBe(canonical);
  });

  test.each(["", ".", "e5", "1e", "1 ", "0x1", "NaN", "Infinity", "1e9999999999", "١"])(
    "%p is not a decimal",
    (text) => {
      expect(Decimal.parse(text)).toBeUndefined();
    },
  );

  test("has the same text for equal numbers", () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 5 }), (one, zeros) => {
        fc.pre(!one.text.includes("e"));
        const padded = (one.text.includes(".") ? one.text : `${one.text}.`) + "0".repeat(zeros);
        expect(Decimal.parse(padded)?.text).toBe(one.text);
      }),
    );
  });

  test("of a double has exactly its digits", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Decimal.ofExactDouble(value)?.toNumber()).toBe(value === 0 ? 0 : value);
        expect(Decimal.parse(String(value))?.toNumber()).toBe(value === 0 ? 0 : value);
      }),
    );
    expect(Decimal.ofExactDouble(5e-324)?.toNumber()).toBe(5e-324);
    expect(Decimal.ofExactDouble(0.1)?.text).toHaveLength(57);
  });
});
