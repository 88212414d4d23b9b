/**
 * Reading what the service answers. The specification leaves much open ("not shown"), so readers accept every
 * reasonable shape and keep what they do not know; what they cannot understand is an error that says where.
 */
import { z } from "zod";
import { formatField, type FieldStep } from "../diagnostics";

/** An answer of the service that does not have the shape of the specification. Says what and where. */
export class MalformedAnswer extends Error {
  override readonly name = "MalformedAnswer";
}

/** An id: a whole number from 0 to 2^53 - 1. */
export const id = z.int().nonnegative();

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

/** Parses one object of an answer. @throws MalformedAnswer naming the object and each field that is off. */
export function readWith<T extends z.ZodType>(schema: T, value: unknown, subject: string): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => {
    const path = issue.path.filter((step): step is FieldStep => typeof step !== "symbol");
    return path.length === 0 ? issue.message : `${formatField(path)}: ${issue.message}`;
  });
  throw new MalformedAnswer(`${subject}: ${faults.join("; ")}`);
}

/**
 * The elements of a list answer: `{"data": [...]}` as the specification says, or a bare array.
 * @throws MalformedAnswer for anything else: an answer that is no list is never taken for an empty one.
 */
export function readList<T>(
  value: unknown,
  noun: string,
  readElement: (element: unknown, subject: string) => T,
): T[] {
  const list = Array.isArray(value) ? value : dataOf(value);
  if (!Array.isArray(list)) {
    throw new MalformedAnswer(`the list of ${noun} is neither an array nor an object with a data array`);
  }
  return list.map((element: unknown, index) => readElement(element, `${noun}[${index}]`));
}

function dataOf(value: unknown): unknown {
  return typeof value === "object" && value !== null && "data" in value ? value.data : undefined;
}
