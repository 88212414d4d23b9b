/**
 * Reading what the service answers. The specification leaves much open ("not shown"), so readers accept every
 * reasonable shape and keep what they do not know; what they cannot understand is an error that says where.
 */
import * as z from "zod";
import { formatField, type FieldStep } from "../diagnostics";

/** An answer of the service that does not have the shape of the specification. Says what and where. */
export class MalformedResponseError extends Error {
  override readonly name = "MalformedResponseError";
}

/** An id: a whole number from 0 to 2^53 - 1. */
export const id = z.int().nonnegative();

/** As JSON writes a number: plain decimal notation, and nothing around it. */
const numberText = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Any other value stays as it is, for the schema behind it to refuse. */
function numberOfText(value: unknown): unknown {
  return typeof value === "string" && numberText.test(value) ? Number(value) : value;
}

/** A number of an answer: some services give numbers as text. Only for reading; what is sent is a number. */
export const lenientNumber = z.preprocess(numberOfText, z.number());

/** As {@link lenientNumber}, a whole number. */
export const lenientInt = z.preprocess(numberOfText, z.int());

/** As {@link lenientNumber}, an id. */
export const lenientId = z.preprocess(numberOfText, id);

const flags = new Map<unknown, boolean>([
  ...[0, "0", false, "false"].map((value) => [value, false] as const),
  ...[1, "1", true, "true"].map((value) => [value, true] as const),
]);

/** A flag of an answer: 0 or 1, or true or false, or one of them as text. */
export const lenientFlag = z.preprocess(
  (value) => flags.get(value) ?? value,
  z.boolean("Invalid input: expected 0, 1, true or false"),
);

/** A list that an answer may leave out or give as null when it is empty. */
export function optionalList<T extends z.ZodType>(element: T) {
  return z
    .array(element)
    .nullish()
    .transform((value) => value ?? []);
}

/** A text that an answer may leave out or give as null when it is empty. */
export const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

/** Parses one object of an answer. @throws MalformedResponseError naming the object and each field that is off. */
export function parseObject<T extends z.ZodType>(schema: T, value: unknown, subject: string): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => {
    const path = issue.path.filter((step): step is FieldStep => typeof step !== "symbol");
    return path.length === 0 ? issue.message : `${formatField(path)}: ${issue.message}`;
  });
  throw new MalformedResponseError(`${subject}: ${faults.join("; ")}`);
}

/**
 * The elements of a list answer: `{"data": [...]}` as the specification says, or a bare array.
 * @throws MalformedResponseError for anything else: an answer that is no list is never taken for an empty one.
 */
export function readList<T>(
  value: unknown,
  noun: string,
  readElement: (element: unknown, subject: string) => T,
): T[] {
  const list = Array.isArray(value) ? value : dataOf(value);
  if (!Array.isArray(list)) {
    throw new MalformedResponseError(
      `the list of ${noun} is neither an array nor an object with a data array`,
    );
  }
  return list.map((element: unknown, index) => readElement(element, `${noun}[${index}]`));
}

/**
 * The object that an answer is about: bare, in a member `data`, or as the only element of an array there.
 * @param fields an object that has one of them is that object, whatever it holds in `data`
 */
export function withoutWrapping(value: unknown, fields: readonly string[]): unknown {
  const inner = hasAny(value, fields) ? value : (dataOf(value) ?? value);
  return Array.isArray(inner) && inner.length === 1 ? inner[0] : inner;
}

/** Whether the value is an object with one of the fields; null is as if it were not there. */
export function hasAny(value: unknown, fields: readonly string[]): boolean {
  if (typeof value !== "object" || value === null) return false;
  const members = new Map<string, unknown>(Object.entries(value));
  return fields.some((field) => (members.get(field) ?? undefined) !== undefined);
}

function dataOf(value: unknown): unknown {
  return typeof value === "object" && value !== null && "data" in value ? value.data : undefined;
}
