/** Problems of other files by their schema, such as test files and the configuration. */
import * as z from "zod";
import { parseMapping, problemsOfIssue } from "../../src/definitions";
import { type Problem } from "../../src/diagnostics";
import { formatProblem } from "./definitions-folder";

const item = z.strictObject({ count: z.int() });
const schema = z.strictObject({
  list: z.array(item).default([]),
  table: z.record(z.string(), item).optional(),
  text: z.string().optional(),
  either: z.union([z.string(), item]).optional(),
});

function problemsOf(text: string, describe?: Parameters<typeof problemsOfIssue>[2]): string[] {
  const problems: Problem[] = [];
  const { value, places } = parseMapping(text, "a.yaml", problems, "Write a mapping.") ?? {};
  expect(problems).toEqual([]);
  const issues = schema.safeParse(value).error?.issues ?? [];
  if (places === undefined) return [];
  return issues
    .flatMap((issue) => problemsOfIssue(issue, { schema, value, places }, describe))
    .map((problem) => formatProblem(problem).replace("a.yaml:", ""));
}

it.each([
  ["lists: []\n", '1:1: field lists: Unknown key lists. Did you mean "list"?'],
  [
    "list: [{ count: 1, cuont: 1 }]\n",
    '1:20: field list[0].cuont: Unknown key list[0].cuont. Did you mean "count"?',
  ],
  [
    "table:\n  x: { count: 1, color: 1 }\n",
    '2:18: field table.x.color: Unknown key table.x.color. Available: "count".',
  ],
  ["list: [{}]\n", "1:8: field list[0].count: Missing required key list[0].count. Set it to a number."],
  [
    "list: [{ count: }]\n",
    "1:17: field list[0].count: list[0].count is null. Set it to a number, or remove it.",
  ],
  ["text: 5\n", '1:7: field text: text must be a string, not 5. Put the value in quotes: "5".'],
])("reports %j", (text, problem) => {
  expect(problemsOf(text)).toEqual([problem]);
});

it("passes an invalid value to the description of the caller", () => {
  const described = problemsOf("either: 5\n", (issue, field, value) => ({
    what: `${issue.code} ${field.join(".")}`,
    remedy: String(value),
  }));
  expect(described).toEqual(["1:9: field either: invalid_union either 5"]);
});

it("reports at most 20 unknown keys of a mapping", () => {
  const keys = Array.from({ length: 21 }, (_, index) => `k${index}: 1\n`).join("");
  expect(problemsOf(keys)).toHaveLength(20);
});
