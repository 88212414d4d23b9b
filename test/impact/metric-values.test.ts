/** Files of metric values: CSV and JSON lines. */
import { isMetricLineProblem, MetricFileParser } from "../../src/impact";

function parse(...lines: string[]) {
  const parser = new MetricFileParser();
  return lines.flatMap((line) => parser.add(line) ?? []);
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
  expect([value, problem].map((result) => result && isMetricLineProblem(result))).toEqual([false, true]);
  expect(value).toMatchObject({ at: 253_402_300_799_000 });
});

const header = "time,host,metric,value";

it.each([
  [["a,b"], { line: 1, reason: "it is neither the header time,host,metric,value nor a JSON object" }],
  [
    ["time,host,metric,valu"],
    { line: 1, reason: "it is neither the header time,host,metric,value nor a JSON object" },
  ],
  [
    ["time,host,metric,value,unit"],
    { line: 1, reason: "it is neither the header time,host,metric,value nor a JSON object" },
  ],
  [
    ['"time,host,metric,value'],
    { line: 1, reason: "it is neither the header time,host,metric,value nor a JSON object" },
  ],
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
  [[header, "1,,m,1"], { line: 2, reason: "the host is empty" }],
  [[header, "1,h,,1"], { line: 2, reason: "the metric is empty" }],
  [[header, "1,h,m,"], { line: 2, reason: "the value is not a number" }],
  [[header, "1,h,m,high"], { line: 2, reason: "the value is not a number" }],
  [["{}"], { line: 1, reason: "the key time is missing or has another type" }],
  [['{"time":1,"host":"h","metric":"m","value":1}', "{"], { line: 2, reason: "it is not JSON" }],
  [['{"time":1,"host":"h","metric":"m","value":1}', "[]"], { line: 2, reason: "it is not a JSON object" }],
])("reports the line and the reason of %j", (lines, problem) => {
  expect(parse(...lines).at(-1)).toEqual(problem);
});
