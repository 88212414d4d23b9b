import fc from "fast-check";
import { Decimal, exactDouble, parseExactNumber, textOfNumber } from "../../../src/tfplugin/cty/decimal";
import { exactNumber } from "./arbitrary";

function canonical(text: string): string | undefined {
  const number = parseExactNumber(text);
  return number === undefined ? undefined : textOfNumber(number);
}

describe("an exact number", () => {
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
  ])("%s is %s", (text, expected) => {
    expect(canonical(text)).toBe(expected);
  });

  test.each(["", ".", "e5", "1e", "1 ", "0x1", "NaN", "Infinity", "1e9999999999", "١"])(
    "%p is not a number",
    (text) => {
      expect(parseExactNumber(text)).toBeUndefined();
    },
  );

  test("has the same text for equal numbers", () => {
    fc.assert(
      fc.property(exactNumber, fc.integer({ min: 0, max: 5 }), (one, zeros) => {
        const text = textOfNumber(one);
        fc.pre(!text.includes("e"));
        const padded = (text.includes(".") ? text : `${text}.`) + "0".repeat(zeros);
        expect(parseExactNumber(padded)).toEqual(one);
      }),
    );
  });

  test("of a double has exactly its digits", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const exact = exactDouble(value);
        expect(exact instanceof Decimal ? exact.toNumber() : exact).toBe(value === 0 ? 0 : value);
        expect(parseExactNumber(String(value))).toBe(value === 0 ? 0 : value);
      }),
    );
    expect(exactDouble(5e-324)).toMatchObject({ text: expect.stringMatching(/^0\.0+49.*25$/) as string });
    expect(textOfNumber(exactDouble(0.1) ?? 0)).toHaveLength(57);
  });
});
