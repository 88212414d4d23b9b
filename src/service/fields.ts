/** The fields of an object in the API, each described once. Schemas, types and the lenient parsing of responses derive from them. */
import * as z from "zod";
import { id, lenientId, lenientInt, parseObject } from "./response-parsing";

/**
 * What a value is, for comparisons and for lists of objects. Texts are compared in NFC, and `ids` and `texts` as sets. `name`: a text that
 * is empty if the object has none. `json`: a value that the specification does not define.
 */
export type DataType =
  "text" | "name" | "integer" | "number" | "boolean" | "ids" | "texts" | "textList" | "json";

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

/** @param note follows the description in the schema of the specification */
export function field<Type extends FieldType>(
  type: Type,
  description: string,
  note?: string,
): Type & { readonly description: string } {
  const text = note === undefined ? description : `${description} ${note}`;
  return { ...type, specified: type.specified.describe(text), description };
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
