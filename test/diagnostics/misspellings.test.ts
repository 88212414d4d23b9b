/** Names that are probably misspelled, and names that resemble others on purpose. */
import { findMisspelled } from "../../src/diagnostics";

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
  ["ms", types],
  ["ios", types],
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
