import { allHosts, includesAllHosts, isInScope } from "../../src/service";

const mysql = { id: 1, type: "mysql" };

test.each([
  ["all hosts without filters", allHosts, mysql, true],
  ["a listed host", { hosts: [1], host_types: [] }, mysql, true],
  ["a host of a type", { hosts: [], host_types: ["mysql"] }, mysql, true],
  ["a host of a type, beside a listed host", { hosts: [2], host_types: ["mysql"] }, mysql, true],
  ["a listed host, beside a type", { hosts: [1], host_types: ["redis"] }, mysql, true],
  ["no other host", { hosts: [2], host_types: ["redis"] }, mysql, false],
  ["a global event without filters", allHosts, undefined, true],
  ["no global event with a filter", { hosts: [1], host_types: ["mysql"] }, undefined, false],
])("a scope applies to %s", (_, scope, host, expected) => {
  expect(isInScope(scope, host)).toBe(expected);
});

test("types are compared in NFC", () => {
  expect(isInScope({ hosts: [], host_types: ["cafe\u0301"] }, { id: 1, type: "caf\u00e9" })).toBe(true);
});

test("only a scope without hosts and types includes all hosts", () => {
  expect(includesAllHosts(allHosts)).toBe(true);
  expect(includesAllHosts({ hosts: [1], host_types: [] })).toBe(false);
  expect(includesAllHosts({ hosts: [], host_types: ["mysql"] })).toBe(false);
});
