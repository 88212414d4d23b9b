import { normalizeTime, parseTestTime } from "../../src/alert-tests/parse-test-file";
import { parseSeries, samplesOf } from "../../src/alert-tests/series";

describe("series of samples", () => {
  it.each([
    ["5", [5]],
    ["-2+4x3", [-2, 2, 6, 10]],
    ["1-2x4", [1, -1, -3, -5, -7]],
    ["1x4", [1, 1, 1, 1, 1]],
    ["4 _ 2", [4, undefined, 2]],
    ["1 _x3 0", [1, undefined, undefined, undefined, 0]],
    ["0.5x1 1e3 2.5E-1", [0.5, 0.5, 1000, 0.25]],
    ["1e+2+1e1x1", [100, 110]],
    ["7x0", [7]],
    ["+5 .5 5.", [5, 0.5, 5]],
  ])("%s", (text, samples) => {
    const series = parseSeries(text);
    const present = samples.flatMap((sample, n) => (sample === undefined ? [] : [[n, sample]]));
    expect(series.ok && [...samplesOf(series.parts)]).toEqual(present);
  });

  it.each(["x3", "1x", "1x-2", "1+2", "a", "1,2", "1..2", "_3", "1x3x4", "1e999", "1+1e308x9", "NaN", "٣"])(
    "%s is refused",
    (text) => {
      expect(parseSeries(`0 ${text} 1`)).toEqual({ ok: false, invalid: text });
    },
  );
});

describe("times", () => {
  it.each([
    ["90s", 90],
    ["5m", 300],
    ["1h30m", 5400],
    ["1d", 86_400],
    ["0s", 0],
    ["1.1h", 3960],
    ["2.2d", 190_080],
    ["0.7d", 60_480],
    ["4.35h0.1m", 15_666],
    ["2.300000000000000000000m", 138],
    [42, 42],
  ])("%s", (value, seconds) => {
    expect(parseTestTime(value)).toBe(seconds * 1000);
  });

  it.each(["", "5", "m", "5m5", "1.5s", "500ms", "-5m", "5 m", "367d", "9999999999s", 1.5, -1, 1e12])(
    "%s is refused",
    (value) => {
      expect(parseTestTime(value)).toBeUndefined();
    },
  );

  it("are equal in all their forms", () => {
    expect(["90s", 90, "1m30s", "1.5m"].map(normalizeTime)).toEqual(["1m30s", "1m30s", "1m30s", "1m30s"]);
    expect(normalizeTime("soon")).toBe("soon");
  });
});
