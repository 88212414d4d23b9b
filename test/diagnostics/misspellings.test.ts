/** Names that are probably misspelled, and names that resemble others on purpose. */
import { findMisspelled, findRareNames } from "../../src/diagnostics";

const types = ["os", "mysql", "pgsql", "redis", "mongo"];
const categories = ["Database Server Restart", "Disk Device Full", "Approaching Max MySQL Connections"];
const metrics = ["os.cpu.user_us", "os.cpu.sys_us", "os.cpu.idle_us"];

it.each([
  ["mysq", types, "mysql"],
  ["msyql", types, "mysql"],
  ["MySQL", types, "mysql"],
  ["OS", types, "os"],
  ["Databse Server Restart", categories, "Database Server Restart"],
  ["database server restart", categories, "Database Server Restart"],
  ["Database Server Restrat", categories, "Database Server Restart"],
  ["Aproaching Max MySQL Conections", categories, "Approaching Max MySQL Connections"],
  ["os.cpu.usr_us", metrics, "os.cpu.user_us"],
  ["os.cpu.user-us", metrics, "os.cpu.user_us"],
])("%p misspells one of %p", (name, known, expected) => {
  expect(findMisspelled(name, known)).toBe(expected);
});

it.each([
  ["mysql", types],
  ["os", types],
  ["es", types],
  ["mysql8", types],
  ["cassandra", types],
  ["schema migration", categories],
  ["Database Server Restart", categories],
  ["os.cpu.iowait_us", metrics],
  ["os.mem.used_bytes", metrics],
  ["", types],
  ["x".repeat(100_000), types],
])("%p is not a misspelling of one of %p", (name, known) => {
  expect(findMisspelled(name, known)).toBeUndefined();
});

const rare = (...lists: readonly string[][]) =>
  findRareNames(lists).map(({ list, similar }) => [list, similar]);

it("a name of one list that is one slip away from a name of others is rare", () => {
  expect(rare(["deploy"], ["deploy"], ["depoly"])).toEqual([[2, "deploy"]]);
  expect(rare(["deploys"], ["deploy"], ["deploy"])).toEqual([[0, "deploy"]]);
  expect(rare(["Code deployment"], ["code deployment"], ["code deployment"])).toEqual([
    [0, "code deployment"],
  ]);
  expect(rare(["loadtest"], ["load test"], ["load test"])).toEqual([[0, "load test"]]);
});

it("of two similar names in one list each, the later one is rare", () => {
  expect(findRareNames([["schema migration"], ["backup", "schema migratoin"]])).toEqual([
    { list: 1, index: 1, name: "schema migratoin", similar: "schema migration", others: [0] },
  ]);
});

it.each<[string, string[][]]>([
  ["used by several lists", [["deploy"], ["deploy"], ["deploys"], ["deploys"]]],
  ["used together", [["deploy", "deploys"], ["deploy"]]],
  ["different in a number", [["db1"], ["db1"], ["db2"]]],
  ["different in an ID", [["q.00c0ffee00c0ffea.tput"], ["q.00c0ffee00c0ffeb.tput"]]],
  ["different in a short word", [["latency_us"], ["latency_us"], ["latency_ms"]]],
  ["different in the first letter of a word", [["net.received"], ["net.received"], ["net.deceived"]]],
  ["not similar", [["backup started"], ["backup started"], ["backup stopped"]]],
  ["the same in another normalization form", [["caf\u00e9s"], ["cafe\u0301s"]]],
])("names are not rare if they are %s", (_, lists) => {
  expect(rare(...lists)).toEqual([]);
});
