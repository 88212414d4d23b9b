/** Describes an invalid value of a definition: converts an issue of the schema into a message and a remedy. */
import type * as z from "zod";
import { didYouMean, type FieldStep, formatField, hintForName, quote, truncate } from "../diagnostics";
import { alertDescriptions, checkAlert, fieldsOfKind, namesOrIds, timestampRemedy } from "../service";

export interface FieldProblem {
  readonly what: string;
  readonly remedy: string;
}

const descriptions: Readonly<Record<string, string>> = alertDescriptions;

const requiredKeys = new Set<unknown>(["name", "policy", "until", ...Object.values(fieldsOfKind).flat()]);

const listCommands: Readonly<Record<string, string>> = {
  policy: "dbmon list policies",
  duration: "dbmon list durations",
};

/**
 * @param issue any issue except unknown keys
 * @param field path of the value
 * @param value undefined if the key is missing
 * @param written how the file writes a number or a boolean, or the comment that follows a null value
 */
export function describeFieldProblem(
  issue: z.core.$ZodIssue,
  field: readonly FieldStep[],
  value: unknown,
  written?: string,
): FieldProblem {
  const name = formatField(field);
  const key = String(field.at(-1));
  const listCommand = Object.hasOwn(listCommands, key) ? listCommands[key] : undefined;
  const option = key === "duration" ? "a name, a time or an ID" : "a name or an ID";
  const expected = listCommand === undefined ? expectedValue(issue) : option;
  if (value === undefined) {
    // The keys of an alert are in no list.
    const isInList = field.some((step) => typeof step === "number");
    const description = isInList ? "" : namesOrIds(descriptions[key]);
    return {
      what: `Missing required key ${name}.`,
      remedy: `Set it to ${expected}. ${description}`.trimEnd(),
    };
  }
  const orRemove = requiredKeys.has(field.at(-1)) ? "" : ", or remove it";
  if (value === null && written !== undefined && acceptsText(issue)) {
    const text = quote(truncate(written, 60));
    return {
      what: `${name} is null, because # begins a comment.`,
      remedy: isSequence(issue) ? `Write a sequence: [${text}].` : `Put the value in quotes: ${text}.`,
    };
  }
  if (value === null) return { what: `${name} is null.`, remedy: `Set it to ${expected}${orRemove}.` };
  if (value === "")
    return { what: `${name} is an empty string.`, remedy: `Set it to a non-empty string${orRemove}.` };
  if (issue.code === "too_small" && issue.origin === "array") {
    const [{ what, remedy } = { what: `${name} is empty`, remedy: "" }] = checkAlert({ categories: [] });
    return { what: `${what}.`, remedy };
  }
  if (issue.code === "too_big" && typeof value !== "number") {
    const unit = issue.origin === "array" ? "items" : "characters";
    return {
      what: `${name} has more than ${issue.maximum.toLocaleString("en")} ${unit}.`,
      remedy: "Shorten it.",
    };
  }
  if (typeof value === "number" && !Number.isFinite(value) && !acceptsText(issue))
    return { what: `${name} must be a finite number.`, remedy: "Set it to a finite number." };
  const shown = describeValue(value, written);
  const what = `${name} must be ${expected}, not ${shown}.`;
  if (field.at(-1) === "until" && isScalar(value)) return { what, remedy: timestampRemedy(shown) };
  return { what, remedy: remedyFor(value, shown, expected, issue, listCommand) };
}

const typeNames: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "a boolean",
  array: "a sequence",
  object: "a mapping",
  record: "a mapping",
};

function expectedValue(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return typeNames[issue.expected] ?? "of another type";
  if (issue.code === "invalid_value") return `one of ${issue.values.map(String).join(", ")}`;
  if (issue.code === "invalid_union") return "a name or an ID";
  if (issue.code === "too_big") return "an integer up to 2^53 − 1";
  return "a non-negative integer";
}

/** For example `the string "x"`, `5`, `null` or `a mapping`. @param written how the file writes a number or a boolean */
export function describeValue(value: unknown, written = String(value)): string {
  if (typeof value === "string") return `the string ${quote(truncate(value, 60))}`;
  if (Array.isArray(value)) return "a sequence";
  return value === null || isScalar(value) ? truncate(written, 60) : "a mapping";
}

function remedyFor(
  value: unknown,
  shown: string,
  expected: string,
  issue: z.core.$ZodIssue,
  listCommand: string | undefined,
): string {
  const text = typeof value === "string" ? value : undefined;
  if (issue.code === "invalid_value") return hintForChoice(text ?? "", issue.values.map(String));
  if (text !== undefined && /^-?\d+(\.\d+)?$/.test(text)) return `Remove the quotes: ${text}.`;
  if (listCommand !== undefined) return `Run \`${listCommand}\` to list the names and IDs.`;
  if (issue.code === "invalid_union") return "Write a name as a string, or an ID as an integer.";
  if (issue.code === "invalid_type") {
    if (issue.expected === "boolean") return "Write true or false, without quotes.";
    if (issue.expected === "string" && isScalar(value)) return `Put the value in quotes: ${quote(shown)}.`;
    if (issue.expected === "array" && isScalar(value))
      return `Write a sequence: [${flowItem(value, shown)}].`;
    if (issue.expected === "object") return "Write its keys and values below it, indented, one per line.";
  }
  if (text !== undefined) return "Write the number without a unit. The metric defines the unit.";
  return `Write ${expected}.`;
}

/** A plain string could be read as a comment, a mapping or another type. */
function flowItem(value: string | number | boolean, shown: string): string {
  if (typeof value !== "string") return shown;
  const isPlain = /^[a-z_][\w-]*$/i.test(value) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(value);
  return isPlain ? value : quote(truncate(value, 60));
}

function acceptsText(issue: z.core.$ZodIssue): boolean {
  const isText = issue.code === "invalid_type" && issue.expected === "string";
  return isText || isSequence(issue) || issue.code === "invalid_union";
}

function isSequence(issue: z.core.$ZodIssue): boolean {
  return issue.code === "invalid_type" && issue.expected === "array";
}

function isScalar(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** Also accepts an existing choice as the prefix: `critical` is too many edits away from `crit`. */
function hintForChoice(text: string, choices: readonly string[]): string {
  const prefix = choices.find((choice) => text.toLowerCase().startsWith(choice));
  return prefix === undefined ? hintForName(text, choices) : didYouMean([prefix]);
}
