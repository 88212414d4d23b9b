/** Files of metric values: CSV, JSON lines, and JSON of Prometheus. */
import { isMetricFileProblem, type MetricFileOptions, MetricFileParser } from "../../src/impact";

const one = new Set(["os.cpu.user_us"]);

function parseWith(options: MetricFileOptions, ...lines: string[]) {
  const parser = new MetricFileParser(options);
  return [...lines.flatMap((line) => parser.add(line)), ...parser.end()];
}

function parse(...lines: string[]) {
  return parseWith({ metrics: one }, ...lines);
}

type Pair = readonly unknown[];

function matrix(metric: object, values: readonly Pair[], resultType = "matrix") {
  return { status: "success", data: { resultType, result: [{ metric, values }] } };
}

const sample = { at: Date.UTC(2026, 10, 18, 14), host: "db-1", metric: "os.cpu.user_us", value: 940_000 };

it.each([
  ["CSV", ["time,host,metric,value", "2026-11-18T14:00:00Z,db-1,os.cpu.user_us,940000"]],
  ["CSV with Unix seconds", ["time,host,metric,value", "1795010400,db-1,os.cpu.user_us,9.4e5"]],
  [
    "CSV with a byte order mark, quotes and empty lines",
    ["\ufefftime,host,metric,value", "", '"2026-11-18 14:00:00+00:00","db-1",os.cpu.user_us,"940000"\r', ""],
  ],
  [
    "CSV with spaces and a header in capitals",
    ["  Time, HOST ,metric,value", " 2026-11-18t14:00:00.000z , db-1 , os.cpu.user_us , 940000 "],
  ],
  [
    "CSV with a fraction of Unix seconds",
    ["time,host,metric,value", "1795010400.000,db-1,os.cpu.user_us,940000"],
  ],
  [
    "CSV with other columns first",
    ["value,metric,host,time", "940000,os.cpu.user_us,db-1,2026-11-18T14:00:00Z"],
  ],
  ["CSV with one column for each host", ["Time,db-1,DB-2", "2026-11-18T14:00:00Z,940000,"]],
  [
    "CSV with one column for each host and one for the metric",
    ['"db-1",metric,time', "940000,os.cpu.user_us,1795010400"],
  ],
  ["JSON of Prometheus", [JSON.stringify(matrix({ host: "db-1" }, [[1795010400, "940000"]]))]],
  [
    "formatted JSON of Prometheus with a metric",
    JSON.stringify(
      matrix({ host: "db-1", __name__: "os.cpu.user_us" }, [[1795010400, "9.4e5"]]),
      null,
      2,
    ).split("\n"),
  ],
  [
    "JSON lines",
    [
      '{"time":"2026-11-18T15:00:00+01:00","host":"db-1","metric":"os.cpu.user_us","value":940000,"unit":"us"}',
    ],
  ],
])("reads %s", (_, lines) => {
  expect(parse(...lines)).toEqual([sample]);
});

it("reads a host with a comma, and a host that is an id", () => {
  expect(parse("time,host,metric,value", '1,"a ""b"", c",m,1')).toMatchObject([{ host: 'a "b", c' }]);
  expect(parse('{"time":1,"host":7,"metric":"m","value":1}')).toMatchObject([{ host: "7", at: 1000 }]);
});

it("tells values from problems, and reads the last second of the year 9999", () => {
  const [value, problem] = parse(header, "253402300799,h,m,1", "x");
  expect([value, problem].map((result) => result && isMetricFileProblem(result))).toEqual([false, true]);
  expect(value).toMatchObject({ at: 253_402_300_799_000 });
});

const header = "time,host,metric,value";
const notHeader = "it is neither the header time,host,metric,value, nor one with time and hosts, nor JSON";

it.each([
  [["a,b"], { line: 1, reason: notHeader }],
  [["time,host,metric,valu"], { line: 1, reason: notHeader }],
  [["time,host,metric,value,unit"], { line: 1, reason: notHeader }],
  [['"time,host,metric,value'], { line: 1, reason: notHeader }],
  [[header, "November 18, 2026"], { line: 2, reason: "it has 2 values instead of 4" }],
  [
    [header, "2026-11-18,h,m,1"],
    { line: 2, reason: "the time is neither RFC 3339, such as 2026-11-18T14:00:00Z, nor Unix seconds" },
  ],
  [
    [header, "253402300800,h,m,1"],
    { line: 2, reason: "the time is neither RFC 3339, such as 2026-11-18T14:00:00Z, nor Unix seconds" },
  ],
  [[header, "1,h,m"], { line: 2, reason: "it has 3 values instead of 4" }],
  [[header, "", '1,"h,m,1'], { line: 3, reason: "a quote is not closed" }],
  [
    [header, "yesterday,h,m,1"],
    { line: 2, reason: "the time is neither RFC 3339, such as 2026-11-18T14:00:00Z, nor Unix seconds" },
  ],
  [
    [header, "1795010400000,h,m,1"],
    { line: 2, reason: "the time is neither RFC 3339, such as 2026-11-18T14:00:00Z, nor Unix seconds" },
  ],
  [[header, "1,,m,1"], { line: 2, reason: "the host is missing" }],
  [[header, "1,h,,1"], { line: 2, reason: "the metric is missing" }],
  [[header, "1,h,m,"], { line: 2, reason: "the value is not a number" }],
  [[header, "1,h,m,high"], { line: 2, reason: "the value is not a number" }],
  [['{"time":1}'], { line: 1, reason: "the host is missing" }],
  [['{"time":1,"host":"h","metric":"m","value":1}', "{"], { line: 2, reason: "it is not a JSON object" }],
  [['{"time":1,"host":"h","metric":"m","value":1}', "[]"], { line: 2, reason: "it is not a JSON object" }],
])("reports the line and the reason of %j", (lines, problem) => {
  expect(parse(...lines).at(-1)).toEqual(problem);
});

it("[FIRE-1] reads the infinite values of Prometheus as numbers, and NaN as no number", () => {
  const values = ["NaN", "+Inf", "-Inf", "Inf", "1"].map((value, index) => [index, value] as const);
  const read = [NaN, Infinity, -Infinity, Infinity, 1];
  expect(parse(JSON.stringify(matrix({ host: "h" }, values)))).toMatchObject(
    read.map((value) => ({ value })),
  );
  expect(parse("time,h", ...values.map((row) => row.join(",")))).toMatchObject(
    read.map((value) => ({ value })),
  );
});

it("reads hosts of another label, and prefers the label metric to the name of the series", () => {
  const labels = { host: "x", instance: "db-1", metric: "a", __name__: "b" };
  const text = JSON.stringify(matrix(labels, [[1.5, "2"]]));
  expect(parseWith({ metrics: new Set(["a", "b"]), hostLabel: "instance" }, text)).toEqual([
    { at: 1500, host: "db-1", metric: "a", value: 2 },
  ]);
});

it("reads labels and hosts with the names of keys of JavaScript", () => {
  const text = `{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__proto__":"db-1"},"values":[[1,"2"]]}]}}`;
  expect(parseWith({ metrics: one, hostLabel: "__proto__" }, text)).toMatchObject([{ host: "db-1" }]);
  expect(parseWith({ metrics: one, hostLabel: "constructor" }, text)).toMatchObject([
    { reason: 'data.result[0] has no label "constructor"', remedy: 'Set --metrics-host to "__proto__".' },
  ]);
  expect(parse("time,__proto__,constructor", "1,2,3")).toMatchObject([
    { host: "__proto__" },
    { host: "constructor" },
  ]);
});

const two = new Set(["a", "b"]);

it.each([
  ["another type of result", matrix({ host: "h" }, [], "vector"), "data.resultType is not matrix"],
  ["no result", { status: "success" }, "data.resultType is not matrix"],
  [
    "an error of Prometheus",
    { status: "error", errorType: "bad_data", error: "parse error" },
    'Prometheus reports the error "parse error"',
  ],
  ["a series without labels", matrix([], [[1, "2"]]), "data.result[0] has no metric or no values"],
  ["a series without a host", matrix({}, [[1, "2"]]), 'data.result[0] has no label "host"'],
  [
    "a value that is text",
    matrix({ host: "h" }, [[1, "high"]]),
    "a value of data.result[0]: the value is not a number",
  ],
  [
    "a value without a time",
    matrix({ host: "h" }, [["now", "2"]]),
    "a value of data.result[0]: the time is neither RFC 3339, such as 2026-11-18T14:00:00Z, nor Unix seconds",
  ],
])("refuses JSON of Prometheus with %s", (_, json, reason) => {
  const [problem] = parse(JSON.stringify(json));
  expect(problem).toMatchObject({ reason });
});

it("refuses JSON that is cut, or nested too deeply", () => {
  expect(parse('{"status":"success",')).toMatchObject([{ reason: "it is neither JSON, nor JSON lines" }]);
  expect(parse(`{"status":${"[".repeat(300)}`)).toMatchObject([
    { reason: "the JSON is nested deeper than 200 levels" },
  ]);
});

it("needs the metric if several are tested", () => {
  const reason = 'no column has the metric, and several metrics are tested: "a", "b"';
  expect(parseWith({ metrics: two }, "time,h", "1,2")).toEqual([
    { line: 1, reason, remedy: "Add a column metric." },
  ]);
  const text = JSON.stringify(matrix({ host: "h" }, [[1, "2"]]));
  expect(parseWith({ metrics: two }, text)).toMatchObject([
    { reason: 'data.result[0]: no label has the metric, and several metrics are tested: "a", "b"' },
  ]);
});

it.each([
  [["time,h,h"], 'two columns have the name "h"'],
  [["time,h,"], "a column has no name"],
  [["time,metric"], notHeader],
  [["h1,h2"], notHeader],
  [["time,h", "1,high"], "the value is not a number"],
  [["time,h", "1,2,3"], "it has 3 values instead of 2"],
  [["time,h,i", "now,2,3"], "the time is neither RFC 3339, such as 2026-11-18T14:00:00Z, nor Unix seconds"],
])("refuses CSV with one column for each host: %j", (lines, reason) => {
  expect(parse(...lines)).toMatchObject([{ reason }]);
});
