/** Checks that every fact has a test, and that every test of this folder names its facts. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { facts } from "./facts";
import { testsIn } from "./test-names";

const files = readdirSync(__dirname, { recursive: true, encoding: "utf8" }).filter(
  (name) => name.endsWith(".test.ts") && name !== "every-fact.test.ts",
);
const tests = files.flatMap((file) =>
  testsIn(readFileSync(join(__dirname, file), "utf8")).map((test) => ({ file, ...test })),
);
const testedFacts = new Set(tests.flatMap((test) => test.facts));
const factNumbers = Object.keys(facts);

it("every fact has a test", () => {
  expect(factNumbers.filter((fact) => !testedFacts.has(fact))).toEqual([]);
});

it("every number in a test name is a fact", () => {
  const unknown = tests.filter((test) => test.facts.some((fact) => !factNumbers.includes(fact)));
  expect(unknown).toEqual([]);
});

it("every test names a fact", () => {
  expect(tests.filter((test) => test.facts.length === 0)).toEqual([]);
});

it("there are 59 facts, numbered without gaps in each chapter", () => {
  expect(factNumbers).toHaveLength(59);
  for (const chapter of new Set(factNumbers.map((fact) => fact.replace(/-\d+$/, "")))) {
    const numbers = factNumbers.filter((fact) => fact.startsWith(`${chapter}-`));
    expect(numbers).toEqual(numbers.map((_, index) => `${chapter}-${index + 1}`));
  }
});

it("only tests that run count, with their complete names", () => {
  const text = `
    // it("[GEN-1] in a comment", () => {});
    it("[GEN-2] plain [GEN-3]", () => {});
    it.skip("[GEN-4] skipped", () => {});
    it.todo("[GEN-5] to do");
    describe("[GEN-6] a group", () => {
      it.each([1, 2])("[AUTH-1] row %i", () => {});
      it.each([["[AUTH-2]", 1], ["[NONE-1]", 2]])("%s from the row", () => {});
      it("nothing", () => { const text = '[QUERY-1]'; });
    });`;
  expect(testsIn(text).map((test) => test.facts)).toEqual([
    ["GEN-2", "GEN-3"],
    ["AUTH-1"],
    ["AUTH-2", "NONE-1"],
    [],
  ]);
});
