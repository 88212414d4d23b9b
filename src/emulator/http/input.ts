/** Validates bodies and query parameters against schemas. Errors name the first invalid field. */
import * as z from "zod";
import { type FieldStep, formatField, valueAt } from "../../diagnostics";
import { type EmulatorClock, unixSeconds } from "../clock";

export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415;

export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly status: ErrorStatus,
    /** A sentence that names the invalid field, if there is one. */
    message: string,
    readonly field?: string,
  ) {
    super(message);
  }
}

/** Creates an error for one field. @param problem the rest of a sentence that starts with `The field "..."` */
export function badField(path: readonly FieldStep[], problem: string, status: 400 | 409 = 400): ApiError {
  const field = formatField(path);
  return new ApiError(status, `The field ${JSON.stringify(field)} ${problem}.`, field);
}

/** @throws ApiError 400 */
export function checkBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = (issue?.path ?? []).filter((step): step is FieldStep => typeof step !== "symbol");
  if (issue === undefined || path.length === 0) throw new ApiError(400, "The body must be a JSON object.");
  throw badField(path, valueAt(body, path) === undefined ? "is missing" : `is not valid: ${reasonOf(issue)}`);
}

/** Parses query parameters. Unknown parameters are ignored, and empty ones count as omitted. @throws ApiError 400 */
export function readQuery<T extends z.ZodObject>(schema: T, parameters: URLSearchParams): z.output<T> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries<z.core.$ZodType>(schema.shape)) {
    const text = parameters.get(name) ?? "";
    if (text !== "") values[name] = parseValue(field, text);
  }
  return checkBody(schema, values);
}

/** The message of a failed union says nothing, so the messages of its alternatives are used. */
function reasonOf(issue: z.core.$ZodIssue): string {
  const messages =
    issue.code === "invalid_union" ? issue.errors.flat().map((inner) => inner.message) : [issue.message];
  return [...new Set(messages)].map((message) => message.replace(/^Invalid input: /, "")).join(" or ");
}

/** Only the schema decides whether `1` is a number, a boolean or a string. */
function parseValue(field: z.core.$ZodType, text: string): string | number | boolean {
  const number = /^[+-]?\d+$/.test(text) ? Number(text) : undefined;
  const boolean = new Map([
    ["true", true],
    ["1", true],
    ["false", false],
    ["0", false],
  ]).get(text.toLowerCase());
  const valid = [text, number, boolean].find(
    (value) => value !== undefined && z.safeParse(field, value).success,
  );
  return valid ?? number ?? text;
}

/** Parses a validated comma-separated list of host IDs. */
export function readHostIds(text: string | undefined): number[] | undefined {
  return text?.split(",").map(Number);
}

/** GEN-4: a time is absolute, or, if 0 or negative, relative to now. In seconds. */
export function absoluteTime(value: number | undefined, clock: EmulatorClock): number | undefined {
  if (value === undefined || value > 0) return value;
  return unixSeconds(clock) + value;
}
