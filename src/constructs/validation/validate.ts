/**
 * Validates properties with schemas, mostly those of the service. Tokens are valid for every schema: Terraform validates them during the
 * plan. Values may be of any type, for users without a compiler.
 */
import { Token } from "cdktf";
import { type IConstruct } from "constructs";
import * as z from "zod";
import { didYouMean, hasLoneSurrogate, hintForName, nearNames, quote } from "../../diagnostics";
import { InvalidValue, propertiesOf } from "../resources/arguments";

export type Schemas = Readonly<Record<string, z.ZodType>>;

/** Remedies for missing and blank values, by property. */
type MissingRemedies = Readonly<Record<string, string>>;

/** Returns all problems of the values, each with its property. */
export function validate(schemas: Schemas, values: object, missing: MissingRemedies = {}): string[] {
  return Object.entries(schemas).flatMap(([property, schema]) => {
    const value: unknown = Reflect.get(values, property);
    const isMissing = value === undefined || (typeof value === "string" && value.trim() === "");
    const remedy = missing[property];
    if (isMissing && remedy !== undefined) return [`Missing ${property}. ${remedy}`];
    return problemsOf(schema, value).map((problem) => `${property}: ${problem}`);
  });
}

/** Returns the problems of properties that would have no effect, which only a compiler reports. */
export function validateKeys(props: object | undefined, known: readonly string[]): string[] {
  return Object.keys(propertiesOf(props))
    .filter((key) => !known.includes(key))
    .map((key) => `Unknown property ${quote(key)}. ${hintForName(key, known)}`);
}

/** Validates the values, which contain all properties of the construct, when cdktf validates the construct. */
export function validateAtSynthesis(
  { node }: IConstruct,
  schemas: Schemas,
  values: object,
  missing?: MissingRemedies,
): void {
  node.addValidation({
    validate: () => [...validateKeys(values, Object.keys(schemas)), ...validate(schemas, values, missing)],
  });
}

/**
 * @param subject what the value is, for the message: `The ID of a host`
 * @throws Error if the value violates the schema
 */
export function requireValid<T>(subject: string, schema: z.ZodType, value: T): T {
  const [problem] = problemsOf(schema, value);
  if (problem === undefined) return value;
  throw new Error(`${subject} ${problem.charAt(0).toLowerCase()}${problem.slice(1)}`);
}

/** Creates the error of a schema: a sentence about valid values, and the received value. */
export function rule(sentence: string): { error: (issue: { readonly input?: unknown }) => string } {
  return { error: ({ input }) => describeReceived(sentence, input) };
}

const parsing = { reportInput: true, error: describeIssue };

function problemsOf(schema: z.ZodType, value: unknown): string[] {
  if (Token.isUnresolved(value)) return [];
  const { error } = schema.safeParse(value, parsing);
  const issues = (error?.issues ?? []).filter(({ input }) => !Token.isUnresolved(input));
  const problems = [value].flat().flatMap(describeItem);
  return [...new Set([...problems, ...issues.map(({ message }) => message)])];
}

/** Problems that no schema of the service detects. */
function describeItem(item: unknown): string[] {
  if (Token.isUnresolved(item)) return [];
  if (isCalculated(item)) return [calculatedFromToken];
  if (typeof item !== "string" || !hasLoneSurrogate(item)) return [];
  return [
    `Must not contain a lone surrogate, which is half of a character. Received: ${format(item)}. Remove it.`,
  ];
}

const idRule = "Must be an integer from 0 to 2^53 − 1.";

/** Undefined for the rules of constructs, which have their own error. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  const { input, inst } = issue;
  const describe = (sentence: string) => describeReceived(sentence, input);
  if (issue.code === "invalid_value") {
    const choices = issue.values.map(String);
    const similar = typeof input === "string" ? nearNames(input, choices) : [];
    const problem = describe(`Must be one of ${choices.map(quote).join(", ")}.`);
    return similar.length === 0 ? problem : `${problem} ${didYouMean(similar)}`;
  }
  if (issue.code === "too_small" && issue.origin === "string")
    return issue.path === undefined ? "Must not be empty." : "Must not contain an empty string. Remove it.";
  if (issue.code === "too_small" || issue.code === "too_big") return describe(idRule);
  if (issue.code !== "invalid_type") return undefined;
  if (issue.expected === "string") return describe("Must be a string.");
  if (issue.expected === "boolean") return describe("Must be true or false.");
  if (inst instanceof z.ZodArray) return describe("Must be an array.");
  const isId = inst instanceof z.ZodNumber && inst.format === "safeint";
  return describe(isId ? idRule : "Must be a finite number.");
}

function describeReceived(sentence: string, input: unknown): string {
  return isCalculated(input) ? calculatedFromToken : `${sentence} Received: ${format(input)}.`;
}

/** A value as written in code, or its type. */
export function format(value: unknown): string {
  if (value instanceof InvalidValue) return format(value.value);
  if (typeof value === "string") return quote(value);
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  return Array.isArray(value) ? "an array" : "an object";
}

const calculatedFromToken =
  "Must not be calculated from a token, whose value is unknown at synthesis. " +
  "Let Terraform calculate it: Token.asNumber(Op.div(token, 2)).";

/**
 * Whether a number is probably the result of arithmetic on a number token. cdktf encodes such a token as a number near -8.4e298. Unlike
 * a number that a person writes, the result has many digits.
 */
function isCalculated(value: unknown): boolean {
  if (typeof value !== "number") return false;
  const magnitude = Math.abs(value);
  return magnitude > 1e285 && magnitude < 1e307 && /\.\d{11,}e/.test(String(value));
}
