/** Syntax problems of YAML and JSON: the message and the remedy, and the strings that have it, each with its place. */
import { parseYaml } from "../../../src/definitions";
import { type Problem } from "../../../src/diagnostics";
import { readCases } from "../definitions-folder";

type Row = readonly [
  what: string,
  remedy: string,
  strings: readonly (readonly [text: string, place: string])[],
];

function problemsOf(text: string, file = "a.yaml"): readonly [text: string, place: string][] {
  const problems: Problem[] = [];
  parseYaml(text, file, problems);
  return problems.map(({ severity, what, where, remedy = "" }) => {
    expect([severity, where?.file]).toEqual(["error", file]);
    return [`${what} ${remedy}`, `${where?.line ?? 0}:${where?.column ?? 0}`];
  });
}

it.each(readCases<Row>("syntax"))(
  "each string of row %# of syntax.json has its problem: %s",
  (what, remedy, strings) => {
    const file = what.includes("JSON") ? "a.JSON" : "a.yaml";
    for (const [text, place] of strings) {
      const problem = [`${what} ${remedy}`, place];
      expect([text, ...problemsOf(text, file)]).toEqual([text, problem]);
    }
  },
);

it.each([
  "a: |\n  [x\n",
  "a: {b c: d}\n",
  "%YAML 1.2 # c\n---\nalerts: []\n",
  "%TAG ! x\n---\nalerts: []\n",
  "alerts: []\n---\n",
  "---\n---\nalerts: []\n",
  '{"a": 1,}',
  "a: b\n  - c\n",
  `a: ${"[".repeat(99)}${"]".repeat(99)}\n`,
  `a: ${"x".repeat(2_000_100)}\n`,
])("text %# has no problem", (text) => {
  expect(problemsOf(text)).toEqual([]);
});

it.each([
  [`alerts: ${"[".repeat(100_000)}`, "1:108"],
  ["- ".repeat(100_000), "1:201"],
  ["{a: ".repeat(100_000), "1:394"],
  ["? ".repeat(100_000), "1:200"],
  [`a: ${"[".repeat(100)}${"]".repeat(100)}\n`, "1:103"],
])("the depth of text %# is limited", (text, place) => {
  const what = "Mappings and sequences are nested more than 100 levels deep.";
  expect(problemsOf(text)).toEqual([
    [`${what} A definition needs 6 levels. Check for unclosed brackets.`, place],
  ]);
});

it("the keys, values and lines of a file are limited", () => {
  expect(problemsOf(`a: [${"1,".repeat(2_000_001)}]\n`)).toEqual([
    ["The file has more than 2,000,000 keys, values and lines. Split it into several files.", "1:1"],
  ]);
});

it("the problems with tags, and with keys and aliases, are limited", () => {
  const places = (count: number, column = 1) =>
    Array.from({ length: count }, (_, index) => `${index + 1}:${column}`);
  expect(problemsOf("a: !t v\n".repeat(25)).map(([, place]) => place)).toEqual(places(20, 4));
  const duplicates = problemsOf("a: x\n".repeat(102));
  expect(duplicates.map(([, place]) => place)).toEqual(places(102).slice(1));
  expect(duplicates.at(-1)?.[0]).toMatch(/^The file has more problems with keys and aliases\. Fix these/);
  expect(problemsOf("a: x\n".repeat(104))).toEqual(duplicates);
  const aliases = problemsOf("- *x\n".repeat(104));
  expect(aliases.map(([, place]) => place)).toEqual(places(101, 3));
  expect(problemsOf(": x\n".repeat(104)).at(-1)).toEqual([duplicates.at(-1)?.[0], "101:1"]);
});
