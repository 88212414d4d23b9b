import { Decoder, Encoder, ExtData } from "@msgpack/msgpack";
import fc from "fast-check";
import { type Decimal, parseExactNumber } from "../../../src/tfplugin/cty/decimal";
import { decodeMsgpack, encodeMsgpack } from "../../../src/tfplugin/cty/msgpack";
import { type AttributeType, CodecError, UNKNOWN } from "../../../src/tfplugin/cty/value";
import { anyType, typeAndValue } from "./arbitrary";
import { codecErrorOf } from "./codec-error-of";

/** Another implementation, to check against. */
const library = {
  encode: (value: unknown) => new Encoder({ useBigInt64: true }).encode(value),
  decoder: new Decoder(),
};

const string: AttributeType = { kind: "string" };
const number: AttributeType = { kind: "number", integer: false };
const numbers: AttributeType = { kind: "set", element: number };
function exactNumber(text: string): number | Decimal {
  const parsed = parseExactNumber(text);
  if (parsed === undefined) throw new Error(text);
  return parsed;
}

describe("MessagePack", () => {
  test("decoding an encoded value returns the same value", () => {
    fc.assert(
      fc.property(typeAndValue, ([type, value]) => {
        expect(decodeMsgpack(encodeMsgpack(value), type)).toEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  test("another implementation decodes the same value", () => {
    const long = "é".repeat(40_000);
    const many = Array.from({ length: 70_000 }, (_, index) => String(index));
    const value = { text: long, count: exactNumber(String(2n ** 70n)), ready: true, tags: many };
    expect(library.decoder.decode(encodeMsgpack(value))).toEqual({
      text: long,
      count: (2n ** 70n).toString(),
      ready: true,
      tags: many,
    });
  });

  test.each([
    ["a small integer", 7, "7"],
    ["a negative integer", -33, "-33"],
    ["an integer of 16 bits", -30_000, "-30000"],
    ["an integer of 32 bits", 4_000_000_000, "4000000000"],
    ["an integer of 64 bits", 2n ** 63n + 1n, "9223372036854775809"],
    ["a negative integer of 64 bits", -(2n ** 63n), "-9223372036854775808"],
    ["a double", 0.5, "0.5"],
    ["a double that is not 0.1", 0.1, "0.1000000000000000055511151231257827021181583404541015625"],
    ["a text", "0.1", "0.1"],
    ["a text with an exponent", "1e+21", "1000000000000000000000"],
  ])("%s is read exactly", (_, sent, text) => {
    expect(decodeMsgpack(library.encode(sent), number)).toEqual(exactNumber(text));
  });

  test.each([NaN, Infinity, "", "x", "0x10", "1e", "--1", true, null].slice(0, 8))(
    "%p is not a number",
    (sent) => {
      expect(() => decodeMsgpack(library.encode(sent), number)).toThrow(CodecError);
    },
  );

  test("numbers are encoded as text, and sets in a stable order", () => {
    const encode = (strings: string[]) => encodeMsgpack(decodeMsgpack(library.encode(strings), numbers));
    const one = encode(["10", "9", "-1.5"]);
    const other = encode(["-1.50", "9", "1e1", "9.0"]);
    expect(library.decoder.decode(one)).toEqual(["-1.5", "10", "9"]);
    expect(other).toEqual(one);
  });

  test.each([0, 12, 5, -1, 127])("extension %d is an unknown value regardless of its content", (code) => {
    const bytes = library.encode({ a: new ExtData(code, Uint8Array.of(1, 0xc3, 0xff, 0, 0xc1)), b: "x" });
    const type: AttributeType = {
      kind: "object",
      fields: { a: string, b: string },
    };
    expect(decodeMsgpack(bytes, type)).toEqual({ a: UNKNOWN, b: "x" });
  });

  test("an error has the path of the value", () => {
    const type: AttributeType = {
      kind: "object",
      fields: { tags: { kind: "list", element: string } },
    };
    expect(codecErrorOf(() => decodeMsgpack(library.encode({ tags: ["a", 1] }), type))).toMatchObject({
      path: ["tags", 1],
      message: "Expected a value of type string, found number.",
    });
  });
});

describe("hostile MessagePack", () => {
  const survives = (bytes: Uint8Array, type: AttributeType) => {
    try {
      decodeMsgpack(bytes, type);
    } catch (error) {
      expect(error).toBeInstanceOf(CodecError);
    }
  };

  test("random bytes are a value or a CodecError", () => {
    fc.assert(
      fc.property(anyType, fc.uint8Array({ maxLength: 60 }), (type, bytes) => {
        survives(bytes, type);
      }),
      { numRuns: 2000 },
    );
  });

  test("a damaged value is a value or a CodecError", () => {
    fc.assert(
      fc.property(typeAndValue, fc.nat(), fc.nat(255), ([type, value], where, byte) => {
        const bytes = encodeMsgpack(value);
        bytes.writeUInt8(byte, where % bytes.length);
        survives(bytes, type);
        survives(bytes.subarray(0, where % bytes.length), type);
      }),
      { numRuns: 1000 },
    );
  });

  test("an announced length allocates nothing", () => {
    const list: AttributeType = { kind: "list", element: string };
    expect(() => decodeMsgpack(Buffer.of(0xdd, 0xff, 0xff, 0xff, 0xff), list)).toThrow(CodecError);
    expect(() => decodeMsgpack(Buffer.of(0xdb, 0xff, 0xff, 0xff, 0xff), string)).toThrow(CodecError);
  });

  test.each(["__proto__", "constructor", "other"])("the attribute %s that no type has is refused", (name) => {
    const bytes = Buffer.concat([Buffer.of(0x81), Buffer.from(library.encode(name)), Buffer.of(0xc0)]);
    expect(() => decodeMsgpack(bytes, { kind: "object", fields: { a: string } })).toThrow("not in its type");
  });

  test("deep nesting is refused", () => {
    const nested = Buffer.alloc(100_000, 0x91);
    expect(() => decodeMsgpack(nested, string)).toThrow("Expected a value of type string, found array.");
  });

  test("text that is not UTF-8 is refused", () => {
    expect(() => decodeMsgpack(Buffer.of(0xa2, 0xff, 0xfe), string)).toThrow("not UTF-8");
  });
});
