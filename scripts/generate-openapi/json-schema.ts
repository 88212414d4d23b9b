/**
 * From the zod schemas of src/service to the JSON Schema of an OpenAPI document: what has an id there is a component here,
 * and everything else stands where it is used.
 */
import * as z from "zod";

export type Json = Readonly<Record<string, unknown>>;

/** The components that have been asked for so far, by name. */
export type Components = Map<string, Json>;

/** What an answer holds: every field that the emulator always gives is required. */
export function answerSchema(schema: z.ZodType, components: Components): Json {
  return convert(schema, "output", (id) => id, components);
}

/**
 * What may be sent: a field with a default may be left out. So an object that is both sent and answered has two forms, of
 * which this one gets a name of its own.
 */
export function bodySchema(schema: z.ZodType, answered: ReadonlySet<string>, components: Components): Json {
  return convert(schema, "input", (id) => (answered.has(id) ? `${id}Input` : id), components);
}

/** A schema that stands by itself: of a parameter, or of a header. */
export function plainSchema(schema: z.core.$ZodType): Json {
  return convert(schema, "input", (id) => id, new Map());
}

function convert(
  schema: z.core.$ZodType,
  io: "input" | "output",
  nameOf: (id: string) => string,
  components: Components,
): Json {
  const { $schema: _dialect, $defs = {}, ...own } = z.toJSONSchema(schema, { io });
  for (const [id, definition] of Object.entries($defs)) {
    const { id: _id, ...component } = tidyObject(Object.entries(definition), nameOf);
    components.set(nameOf(id), component);
  }
  return tidyObject(Object.entries(own), nameOf);
}

function tidyObject(entries: readonly [string, unknown][], nameOf: (id: string) => string): Json {
  const tidied = entries.map(([key, value]): [string, unknown] =>
    key === "$ref" && typeof value === "string"
      ? [key, value.replace(/^#\/\$defs\/(.*)$/, (_, id: string) => `#/components/schemas/${nameOf(id)}`)]
      : [key, tidy(value, nameOf)],
  );
  return withWholeNumbers(Object.fromEntries(tidied));
}

function tidy(value: unknown, nameOf: (id: string) => string): unknown {
  if (Array.isArray(value)) return value.map((element: unknown) => tidy(element, nameOf));
  return typeof value === "object" && value !== null ? tidyObject(Object.entries(value), nameOf) : value;
}

/** zod gives a choice between numbers as a choice between constants of the type number; here they are whole. */
function withWholeNumbers(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  const choices = Array.isArray(anyOf) ? anyOf.map(constantOf) : undefined;
  if (choices?.every((choice) => choice !== undefined) === true) {
    return { ...rest, type: "integer", enum: choices };
  }
  const isWhole =
    schema.type === "number" && Array.isArray(schema.enum) && schema.enum.every(Number.isInteger);
  return isWhole ? { ...schema, type: "integer" } : schema;
}

function constantOf(schema: unknown): number | undefined {
  if (typeof schema !== "object" || schema === null || !("const" in schema)) return undefined;
  return typeof schema.const === "number" && Number.isInteger(schema.const) ? schema.const : undefined;
}
