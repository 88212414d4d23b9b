/** Parses a test file, and reports every invalid value at its place. */
import type * as z from "zod";
import {
  type DefinitionScope,
  describeFieldProblem,
  describeValue,
  expandDocument,
  includesEnvironment,
  type ParsedMapping,
  type ParsedYaml,
  type Places,
  problemsOfIssue,
  unknownKeyRemedy,
} from "../definitions";
import { errorOf, type FieldStep, formatField, isMapping, type Place, type Problem } from "../diagnostics";
import { formatTimeSpan, parseTimeSpan, parseTimestamp } from "../service";
import { type TestFileContent, testFileSchema } from "./schema";

export interface ParsedTestFile {
  readonly content: TestFileContent;
  readonly value: unknown;
  readonly places: Places;
}

/** Per file. */
const maxProblems = 100;

export const layout = "A test file is a mapping with the key tests, whose value is a sequence of tests.";

/** Validates the tests of a file for an environment. */
export function parseTestFile(
  read: ParsedMapping,
  scope: DefinitionScope,
  problems: Problem[],
): ParsedTestFile | undefined {
  if (Object.hasOwn(read.value, "alerts") && !Object.hasOwn(read.value, "tests")) {
    const what = "The file contains definitions, not tests.";
    const remedy = "Run dbmon check to validate them, and name a test file.";
    problems.push(errorOf("definition-invalid", what, { where: read.places.ofValue([]), remedy }));
    return undefined;
  }
  if (!Object.hasOwn(read.value, "rules") && !Object.hasOwn(read.value, "tests")) {
    const where = { ...read.places.ofValue([]), field: ["tests"] };
    problems.push(errorOf("definition-invalid", "Missing required key tests.", { where, remedy: layout }));
  }
  const tests = testsInEnvironment(read, scope, problems);
  if (tests === undefined) return undefined;
  const content = checkContent(testFileSchema, tests.value, tests.places, problems);
  return content && { content, ...tests };
}

/** @param schema of a test file or of a catalog @returns undefined after adding problems */
export function checkContent<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  places: Places,
  problems: Problem[],
): z.output<Schema> | undefined {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const checked = { schema, value, places };
  for (const issue of result.error.issues.slice(0, maxProblems))
    problems.push(...problemsOfIssue(issue, checked, describeIssue));
  return undefined;
}

// Times are counted from the start of a test: `90s`, `5m`, `1h30m`, or whole seconds.

/** The longest time in a test file, in seconds: one year. */
export const maxTimeSeconds = 366 * 24 * 3600;

/** Returns milliseconds. Undefined if the value is not a time, or not a whole number of seconds. */
export function parseTestTime(value: string | number): number | undefined {
  const milliseconds = typeof value === "number" ? value * 1000 : parseTimeSpan(value);
  if (milliseconds === undefined || milliseconds % 1000 !== 0) return undefined;
  return milliseconds >= 0 && milliseconds <= maxTimeSeconds * 1000 ? milliseconds : undefined;
}

/** Returns Unix milliseconds of a date with a zone, whose seconds are optional. Undefined for other values. */
export function parseDate(value: string | number): number | undefined {
  const text = String(value).replace(/^(\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2})(?!:)/, "$1:00");
  const time = parseTimestamp(text);
  return time === undefined || time % 1000 !== 0 ? undefined : time;
}

/** Returns milliseconds since the start. @param start date that dates are counted from. Without it, a date is no time */
export function parseTimeInTest(value: string | number, start: number | undefined): number | undefined {
  const date = start === undefined ? undefined : parseDate(value);
  return parseTestTime(date === undefined || start === undefined ? value : (date - start) / 1000);
}

/** Writes a time in the form of results, so that `90s` and `1m30s` are equal. Returns any other value unchanged. */
export function normalizeTime(value: string | number): string | number {
  const time = parseTestTime(value);
  return time === undefined ? value : formatTimeSpan(time);
}

/** What a value must be instead, for the fields whose schema is a union. */
export const timeHint = "Write a time such as 90s, 5m or 1h30m, or whole seconds.";

const describeIssue: typeof describeFieldProblem = (issue, field, value, written) => {
  const name = formatField(field);
  if (issue.code !== "invalid_union") return describeFieldProblem(issue, field, value, written);
  const what =
    value === undefined
      ? `Missing required key ${name}.`
      : `${name} must not be ${describeValue(value, written)}.`;
  if (field.includes("notifies"))
    return { what, remedy: "Write the name of a destination, or an ID as an integer." };
  if (field.at(-1) === "values")
    return { what, remedy: 'Write samples as a string, for example "0x6 40x40 10".' };
  return { what, remedy: timeHint };
};

/** Replaces a test that an environment does not have, so that the other tests keep their index. */
const excludedTest = { name: "excluded", environments: [] };

export function isExcluded({
  environments,
}: {
  readonly environments?: readonly string[] | undefined;
}): boolean {
  return environments?.length === 0;
}

/** Excludes tests whose key `environments` does not include the environment, and replaces values. */
function testsInEnvironment(
  { value: content, places }: ParsedMapping,
  scope: DefinitionScope,
  problems: Problem[],
): ParsedYaml | undefined {
  if (!Array.isArray(content["tests"])) return expandDocument({ value: content, places }, scope, problems);
  const found: Problem[] = [];
  const tests = content["tests"].map((test: unknown, index) => {
    if (!isMapping(test) || !Object.hasOwn(test, "environments")) return test;
    const field = ["tests", index, "environments"];
    const report = (what: string, remedy: string, place: Place, path: readonly FieldStep[]) => {
      found.push(errorOf("definition-invalid", what, { where: { ...place, field: path }, remedy }));
    };
    if (scope.environmentNames.length === 0) {
      const remedy = unknownKeyRemedy("environments", []);
      report(`Unknown key ${formatField(field)}.`, remedy, places.ofKey(field), field);
      return test;
    }
    const isIncluded = includesEnvironment(test.environments, scope, "test", (step, { what, remedy }) => {
      const path = [...field, ...step];
      report(what, remedy, places.ofValue(path), path);
    });
    return isIncluded ? test : excludedTest;
  });
  problems.push(...found);
  return found.length > 0
    ? undefined
    : expandDocument({ value: { ...content, tests }, places }, scope, problems);
}
