/** Query IDs in hexadecimal, in base 10 and in metric names. */
import fc from "fast-check";
import {
  isDecimalQueryId,
  isQueryId,
  metricOfQuery,
  queryIdToDecimal,
  queryIdToHex,
} from "../../src/service";

const greatest = 2n ** 64n - 1n;
const ids = fc.bigInt({ min: 0n, max: greatest });

it("[SAMPLE-1] converts all 64-bit IDs from base 10 to hexadecimal and back without loss", () => {
  fc.assert(
    fc.property(ids, (id) => {
      const hex = queryIdToHex(id.toString());
      expect(hex).toMatch(/^[0-9a-f]{16}$/);
      expect(queryIdToDecimal(hex)).toBe(id.toString());
      expect(queryIdToDecimal(hex.toUpperCase())).toBe(id.toString());
    }),
    { examples: [[0n], [greatest], [2n ** 53n + 1n], [2n ** 63n]] },
  );
});

it("a number over 64 bits is not an ID", () => {
  fc.assert(
    fc.property(fc.oneof(fc.bigInt({ min: greatest + 1n }), fc.bigInt({ max: -1n })), (number) => {
      expect(isDecimalQueryId(number.toString())).toBe(false);
      expect(() => queryIdToHex(number.toString())).toThrow(RangeError);
    }),
  );
});

it.each(["", "ff", "00c0ffee00c0ffeg", "00c0ffee00c0ffee0", " 0c0ffee00c0ffee", "00c0ffee00c0ffee\n"])(
  "%j is not an ID of 16 hexadecimal digits",
  (text) => {
    expect(isQueryId(text)).toBe(false);
    expect(() => metricOfQuery(text, "tput")).toThrow(RangeError);
  },
);

it.each(["", "1.5", "1e3", "-0", "+1", " 1", "1\n", "0x1"])("%j is not an ID in base 10", (text) => {
  expect(isDecimalQueryId(text)).toBe(false);
});

it("[QUERY-2] a metric name consists of the ID in lower case and the path", () => {
  expect(metricOfQuery("00C0FFEE00c0ffee", "errors.tput")).toBe(
    "host.queries.q.00c0ffee00c0ffee.errors.tput",
  );
});

it.each(["", ".", "a.", ".a", "a..b", "a b", "a\n", "a/b", "${x}"])("%j is not a metric path", (path) => {
  expect(() => metricOfQuery("00c0ffee00c0ffee", path)).toThrow(RangeError);
});
