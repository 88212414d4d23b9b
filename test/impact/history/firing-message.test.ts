/** What the messages of recorded firings name. */
import { FiringMessageReader } from "../../../src/impact/history/firing-message";

const metrics = [
  "mysql.repl",
  "mysql.repl.lag",
  "os.cpu.user_us",
  "host.queries.q.0a.t_us",
  "free space %",
  "größe",
];
const reader = new FiringMessageReader(metrics, (condition) => condition);

const limits = "greater than trigger threshold of 0.9 for 60 seconds";

it.each([
  ["the public wording", `Metric os.cpu.user_us at 0.95, ${limits}`, ["os.cpu.user_us"], "0.9", "60"],
  ["its final period", `Metric os.cpu.user_us at 0.95, ${limits}.`, ["os.cpu.user_us"], "0.9", "60"],
  ["quotes", `Metric "mysql.repl" at 9, ${limits}`, ["mysql.repl"], "0.9", "60"],
  ["a metric with spaces", `Metric free space % at 3, ${limits}`, ["free space %"], "0.9", "60"],
  [
    "an exponent",
    "Metric mysql.repl at 2e21, greater than trigger threshold of 1e+21 for 1 second",
    ["mysql.repl"],
    "1e+21",
    "1",
  ],
  ["a metric that no alert has", `Metric os.load at 9, ${limits}`, [], "0.9", "60"],
  ["a longer metric that no alert has", `Metric mysql.repl.lag.max at 9, ${limits}`, [], "0.9", "60"],
  [
    "another wording",
    "mysql.repl.lag is above its threshold of 30 for 300 seconds on db-1",
    ["mysql.repl.lag"],
    "30",
    "300",
  ],
  ["no numbers", "db-1: mysql.repl, for too long.", ["mysql.repl"], undefined, undefined],
  ["a number that is none", "mysql.repl: threshold of many for some seconds", ["mysql.repl"], "many", "some"],
  ["two metrics", "mysql.repl (see mysql.repl.lag)", ["mysql.repl", "mysql.repl.lag"], undefined, undefined],
  [
    "the end of a sentence",
    "Check host.queries.q.0a.t_us.",
    ["host.queries.q.0a.t_us"],
    undefined,
    undefined,
  ],
  ["another normalization form", "gro\u0308\u00dfe is high", ["größe"], undefined, undefined],
  [
    "part of a word",
    "mysql.replication os.cpu.user_us-2 x/mysql.repl mysql.repl:lag amysql.repl",
    undefined,
    undefined,
    undefined,
  ],
  ["part of a word around spaces", "xfree space %, free space %2", undefined, undefined, undefined],
  ["no metric", "CPU is high", undefined, undefined, undefined],
  ["nothing", "", undefined, undefined, undefined],
])("reads %s", (_, message, expected, trigger, seconds) => {
  expect(reader.read(message)).toEqual({ metrics: expected, trigger, seconds });
});

it("reads long messages in linear time", () => {
  const hostile = ["Metric ", " at 1", "a.", "threshold of ", "for 1 ", "free space "].map((text) =>
    text.repeat(20_000),
  );
  for (const message of hostile) expect(reader.read(`Metric ${message}`).metrics).not.toEqual([]);
});
