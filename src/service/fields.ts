/**
 * The fields of an object in the API, each described once. Schemas, types and the parsing of responses derive from them. The specification
 * leaves much open, so parsers accept all reasonable formats and keep unknown fields.
 */
import * as z from "zod";
import { type FieldStep, formatField } from "../diagnostics";

/** A response that does not match the specification. The message names the object and the field. */
export class MalformedResponseError extends Error {
  override readonly name = "MalformedResponseError";

  /** @param remedy if another request helps */
  constructor(
    message: string,
    readonly remedy?: string,
  ) {
    super(message);
  }
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

const lenientInt = z.preprocess(parseNumericText, z.int());

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

/**
 * What a value is, for comparisons and for lists of objects. Strings are compared in NFC, and `ids` and `strings` as sets. `name`: a text that
 * is empty if the object has none. `json`: a value that the specification does not define.
 */
export type DataType =
  "text" | "name" | "integer" | "number" | "boolean" | "ids" | "strings" | "textList" | "json";

export interface FieldType {
  /** As the specification defines it. */
  readonly specified: z.ZodType;
  /** As responses may contain it. */
  readonly lenient: z.ZodType;
  readonly dataType: DataType;
}

export interface Field extends FieldType {
  readonly description: string;
}

export type Fields = Readonly<Record<string, Field>>;

export const idType = { specified: id, lenient: lenientId, dataType: "integer" } as const;

const infoInt = lenientInt.optional().catch(undefined);

/** Fields for information: an unexpected type must not prevent references to the object, so the value is dropped. */
export const informational = {
  int: { specified: z.int(), lenient: infoInt, dataType: "integer" },
  timestamp: { specified: z.int().nonnegative(), lenient: infoInt, dataType: "integer" },
  text: { specified: z.string(), lenient: z.string().optional().catch(undefined), dataType: "text" },
} as const;

/** The name of an object that can be referred to by ID too, so it may be absent. */
export const nameType = { specified: z.string(), lenient: nullable(z.string()), dataType: "name" } as const;

/** A value that a response may omit or set to null. */
export function nullable<T extends z.ZodType>(type: T) {
  return type.nullish().transform((value) => value ?? undefined);
}

export function field<Type extends FieldType>(
  type: Type,
  description: string,
): Type & { readonly description: string } {
  return { ...type, specified: type.specified.describe(description), description };
}

/** The schema of the object as the specification defines it. Other fields are allowed. */
export function specifiedObject<F extends Fields>(fields: F) {
  return z.looseObject(specified(fields));
}

/** The schema of the object as responses may contain it. Parsing drops other fields. */
export function lenientObject<F extends Fields>(fields: F) {
  return z.object(valuesOf(fields, "lenient"));
}

type ReadonlyValue<T> = T extends readonly (infer Element)[] ? readonly Element[] : T;

export type Parsed<F extends Fields> = {
  readonly [Name in keyof F]: ReadonlyValue<z.output<F[Name]["lenient"]>>;
};

/** Creates a parser of objects in responses, which throws MalformedResponseError. @param name of the object in its messages */
export function objectParser<F extends Fields>(
  fields: F,
  name: string,
): (value: unknown, subject?: string) => Parsed<F> {
  const schema = lenientObject(fields);
  return (value, subject = name) => parseObject(schema, value, subject) as Parsed<F>;
}

/** The schemas of the fields, as the specification defines them. */
export function specified<F extends Fields>(fields: F) {
  return valuesOf(fields, "specified");
}

export function describe<F extends Fields>(fields: F) {
  return valuesOf(fields, "description");
}

function valuesOf<F extends Fields, Key extends keyof Field>(fields: F, key: Key) {
  const values = Object.entries(fields).map(([name, field]) => [name, field[key]]);
  return Object.fromEntries(values) as { readonly [Name in keyof F]: F[Name][Key] };
}

/** The keys of an object whose type lists all of them. */
export function keysOf<Key extends string>(object: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(object) as Key[];
}
