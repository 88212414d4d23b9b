/** What is wrong with one value of a definition, in our own words, made from what the schema says of it. */
import type * as z from "zod";
import { type FieldStep, formatField, nearNames, quote } from "../diagnostics";
import { alertConfigDescriptions, alertDescriptions, checkAlert } from "../service";

export interface Complaint {
  readonly what: string;
  readonly remedy: string;
}

const meanings: Readonly<Record<string, string>> = { ...alertDescriptions, ...alertConfigDescriptions };

const expectations: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a map",
};

/**
 * @param issue what the schema says, but for unknown keys
 * @param field the path of the value
 * @param value what stands there; undefined where nothing does
 */
export function complaintAbout(
  issue: z.core.$ZodIssue,
  field: readonly FieldStep[],
  value: unknown,
): Complaint {
  const named = nameOf(field);
  const expected =
    isOfId(field) && issue.code === "invalid_type" ? "an id, a whole number" : expectationOf(issue);
  if (value === undefined) {
    return { what: `${named} is missing.`, remedy: `Add it: ${expected}. ${meanings[named] ?? ""}`.trim() };
  }
  if (value === null) {
    return { what: `${named} has no value.`, remedy: `Give it ${expected}, or remove it.` };
  }
  if (issue.code === "too_small" && issue.origin === "array") {
    const [{ what, remedy } = { what: `${named} is empty`, remedy: "" }] = checkAlert({ categories: [] });
    return { what: `${what}.`, remedy };
  }
  if (value === "") return { what: `${named} is empty.`, remedy: "Give it a text, or remove it." };
  if (typeof value === "number" && !Number.isFinite(value))
    return { what: `${named} is not a finite number.`, remedy: "Write a number." };
  return {
    what: `${named} is ${shown(value)}, and has to be ${expected}.`,
    remedy: remedyFor(value, expected, issue, field),
  };
}

/** `policy`, `destinations[1]`: the path from the last name on. */
function nameOf(field: readonly FieldStep[]): string {
  const last = field.findLastIndex((step) => typeof step === "string");
  return last === -1 ? "It" : formatField(field.slice(last));
}

function expectationOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return expectations[issue.expected] ?? "of another type";
  if (issue.code === "invalid_value") return oneOf(issue.values.map(String));
  if (issue.code === "invalid_union") return "a name or an id";
  if (issue.code === "too_big") return "a whole number that a computer counts exactly";
  return "a whole number that is not negative";
}

function oneOf(values: readonly string[]): string {
  if (values.length < 2) return values.join();
  return `${values.slice(0, -1).join(", ")} or ${values.at(-1) ?? ""}`;
}

function shown(value: unknown): string {
  if (typeof value === "string")
    return `the text ${quote(value.length > 60 ? `${value.slice(0, 60)}…` : value)}`;
  if (Array.isArray(value)) return "a list";
  return isScalar(value) ? String(value) : "a map";
}

const lists: Readonly<Record<string, string>> = { policy: "policies", duration: "durations" };

function isOfId(field: readonly FieldStep[]): boolean {
  return Object.hasOwn(lists, String(field.at(-1)));
}

function remedyFor(
  value: unknown,
  expected: string,
  issue: z.core.$ZodIssue,
  field: readonly FieldStep[],
): string {
  const text = typeof value === "string" ? value : undefined;
  if (issue.code === "invalid_value") return remedyForChoice(text ?? "", issue.values.map(String));
  if (expected === "true or false") return "Write true or false, without quotes.";
  if (expected === "a text")
    return isScalar(value) ? `Put it in quotes: ${quote(String(value))}.` : "Write a text.";
  if (expected === "a list")
    return isScalar(value) ? `Write a list: [${text ?? String(value)}].` : "Write a list.";
  if (expected === "a map") return "Write keys with their values, each in a line of its own, indented.";
  if (text !== undefined && /^-?\d+(\.\d+)?$/.test(text)) return `Remove the quotes: ${text}.`;
  const list = lists[String(field.at(-1))];
  if (list !== undefined) return `Give an id: \`dbmon ${list}\` lists them.`;
  if (text !== undefined) return "Write the number alone, in the metric's own unit.";
  return issue.code === "invalid_union" ? "Write a name, or an id as a whole number." : `Write ${expected}.`;
}

function isScalar(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** `critical` is no edit away from `crit`, but begins like it. */
function remedyForChoice(text: string, choices: readonly string[]): string {
  const begins = choices.filter((choice) => text.toLowerCase().startsWith(choice));
  const [near] = [...begins, ...nearNames(text, choices)];
  return near === undefined ? `There are: ${choices.join(", ")}.` : `Did you mean ${quote(near)}?`;
}
