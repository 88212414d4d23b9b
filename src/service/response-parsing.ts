/**
 * Parses responses leniently. The specification leaves much open, so parsers accept all reasonable formats and keep unknown fields. An
 * error names the object and the field.
 */
import * as z from "zod";
import { formatField, type FieldStep } from "../diagnostics";

/** A response that does not match the specification. The message names the object and the field. */
export class MalformedResponseError extends Error {
  override readonly name = "MalformedResponseError";
}

/** An integer from 0 to 2^53 - 1. */
export const id = z.int().nonnegative();

/** The number format of JSON. */
const numberText = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Returns other values unchanged, so that the schema refuses them. */
function parseNumericText(value: unknown): unknown {
  return typeof value === "string" && numberText.test(value) ? Number(value) : value;
}

/** A number in a response. Some services return numbers as strings. */
export const lenientNumber = z.preprocess(parseNumericText, z.number());

export const lenientInt = z.preprocess(parseNumericText, z.int());

export const lenientId = z.preprocess(parseNumericText, id);

const flags = new Map<unknown, boolean>([
  ...[0, "0", false, "false"].map((value) => [value, false] as const),
  ...[1, "1", true, "true"].map((value) => [value, true] as const),
]);

/** A flag in a response: 0, 1, true or false, possibly as a string. */
export const lenientFlag = z.preprocess(
  (value) => flags.get(value) ?? value,
  z.boolean("Invalid input: expected 0, 1, true or false"),
);

/** A list that a response may omit or set to null if it is empty. */
export function optionalList<T extends z.ZodType>(element: T) {
  return z
    .array(element)
    .nullish()
    .transform((value) => value ?? []);
}

/** A text that a response may omit or set to null if it is empty. */
export const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

/** @throws MalformedResponseError with the object and all invalid fields */
export function parseObject<T extends z.ZodType>(schema: T, value: unknown, subject: string): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const messages = result.error.issues.map((issue) => {
    const path = issue.path.filter((step): step is FieldStep => typeof step !== "symbol");
    return path.length === 0 ? issue.message : `${formatField(path)}: ${issue.message}`;
  });
  throw new MalformedResponseError(`${subject}: ${messages.join(", ")}`);
}

/**
 * Reads a list: `{"data": [...]}` by the specification, or an array.
 * @throws MalformedResponseError for anything else, because it must not count as an empty list
 */
export function readList<T>(
  value: unknown,
  elements: string,
  readElement: (element: unknown, subject: string) => T,
): T[] {
  const list = Array.isArray(value) ? value : dataOf(value);
  if (!Array.isArray(list)) {
    throw new MalformedResponseError(
      `the list of ${elements} is neither an array nor an object with a data array`,
    );
  }
  return list.map((element: unknown, index) => readElement(element, `${elements}[${index}]`));
}

/**
 * Unwraps an object from the member `data`, from an array with one element, or from both.
 * @param fields a value with one of these fields is not wrapped, even if it has a member `data`
 */
export function unwrap(value: unknown, fields: readonly string[]): unknown {
  const inner = hasAny(value, fields) ? value : (dataOf(value) ?? value);
  return Array.isArray(inner) && inner.length === 1 ? inner[0] : inner;
}

/** Whether the value is an object with one of the fields. Null fields do not count. */
export function hasAny(value: unknown, fields: readonly string[]): boolean {
  if (typeof value !== "object" || value === null) return false;
  return fields.some(
    (field) => Object.hasOwn(value, field) && (Reflect.get(value, field) ?? undefined) !== undefined,
  );
}

function dataOf(value: unknown): unknown {
  return typeof value === "object" && value !== null && "data" in value ? value.data : undefined;
}
