import fc from "fast-check";
import { Decimal, parseExactNumber } from "../../../src/tfplugin/cty/decimal";
import { decodeJson, isSameJson, parseExactJson } from "../../../src/tfplugin/cty/json";
import {
  type AttributeType,
  CodecError,
  type CtyValue,
  isArray,
  isObject,
  mapMembers,
} from "../../../src/tfplugin/cty/value";
import { codecErrorOf } from "./codec-error-of";

function toPlainJson(exact: CtyValue): unknown {
  if (exact instanceof Decimal) return exact.toNumber();
  if (isArray(exact)) return exact.map(toPlainJson);
  return isObject(exact) ? mapMembers(exact, toPlainJson) : exact;
}

describe("JSON with exact numbers", () => {
  test("agrees with JSON.parse on every document", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(toPlainJson(parseExactJson(text))).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  test("agrees with JSON.parse on invalid documents", () => {
    const pieces = fc.constantFrom(
      '"',
      "\\",
      "1",
      "-",
      "01",
      "1e5",
      ".5",
      "[",
      "]",
      "{",
      "}",
      ":",
      ",",
      "n1",
      "s",
      " ",
      "\n",
      '"a"',
      "true",
      "\\u0041",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        let expected: unknown;
        try {
          expected = JSON.parse(text);
        } catch {
          expect(() => parseExactJson(text)).toThrow(CodecError);
          return;
        }
        expect(toPlainJson(parseExactJson(text))).toEqual(expected);
      }),
      { numRuns: 5000 },
    );
  });

  test("keeps all digits", () => {
    const third = `0.${"3".repeat(154)}5`;
    const list = parseExactJson(`[9007199254740993, ${third}, 1e21, -0.10, 0]`);
    expect(list).toEqual(
      ["9007199254740993", third, "1000000000000000000000", "-0.1", "0"].map((text) =>
        parseExactNumber(text),
      ),
    );
  });

  test("a string without an end is invalid, even with a number inside", () => {
    expect(() => parseExactJson('"s\\01')).toThrow(CodecError);
    expect(() => parseExactJson('["a", "1')).toThrow(CodecError);
  });

  test("does not quote invalid text", () => {
    expect(() => parseExactJson('{"token": hunter2}')).toThrow(/^The text is not valid JSON\.$/);
  });

  test("refuses deep nesting", () => {
    expect(() => parseExactJson("[".repeat(100_000) + "]".repeat(100_000))).toThrow(CodecError);
  });

  test("reads long strings with many escapes", () => {
    const text = '\\"'.repeat(300_000);
    expect(parseExactJson(JSON.stringify(text))).toBe(text);
  });
});

describe("a stored object", () => {
  const type: AttributeType = {
    kind: "object",
    fields: {
      name: { kind: "string" },
      lots: { kind: "set", element: { kind: "number", integer: false } },
      labels: { kind: "list", element: { kind: "string" } },
    },
  };

  test("drops attributes that the type does not have, and sets missing ones to null", () => {
    expect(decodeJson('{"name": "x", "gone": [1], "lots": [10, 9.0]}', type)).toEqual({
      name: "x",
      lots: [10, 9],
      labels: null,
    });
  });

  test("reports a value of another type with its path", () => {
    expect(codecErrorOf(() => decodeJson('{"labels": [true]}', type)).path).toEqual(["labels", 0]);
  });
});

describe("strings that contain JSON", () => {
  test("are the same in every format", () => {
    const reversed = (_: string, value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value;
    const documents = fc.jsonValue().filter((value) => typeof value === "object" && value !== null);
    fc.assert(
      fc.property(documents, (value) => {
        expect(isSameJson(JSON.stringify(value), ` ${JSON.stringify(value, reversed, 2)}\n`)).toBe(true);
      }),
    );
    expect(isSameJson('{"a":1.50,"b":"<"}', '{"b":"\\u003c","a":1.5}')).toBe(true);
  });

  test.each([
    ["different values", '{"a":1}', '{"a":"1"}'],
    ["different orders of a list", "[1,2]", "[2,1]"],
    ["large numbers that JavaScript cannot distinguish", "[12345678901234567890]", "[12345678901234567891]"],
    ["no objects and no lists", "1.0", "1"],
    ["no JSON", "{a}", "{ a }"],
    ["too deep nesting", `${"[".repeat(300)}${"]".repeat(300)}`, `${"[".repeat(300)} ${"]".repeat(300)}`],
  ])("are not the same with %s", (_, a, b) => {
    expect(isSameJson(a, b)).toBe(false);
  });
});
