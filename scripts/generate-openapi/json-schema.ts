/**
 * Converts the zod schemas of src/service to JSON Schema. A schema with an id becomes a component of the document, and
 * other schemas are inlined.
 */
import * as z from "zod";

export type Json = Readonly<Record<string, unknown>>;

/** The components used so far, by name. */
export type Components = Map<string, Json>;

/** Converts the schema of a response. Fields that the emulator always returns are required. */
export function responseSchema(schema: z.ZodType, components: Components): Json {
  return convert(schema, "output", (id) => id, components);
}

/**
 * Converts the schema of a request body. Fields with defaults are optional, so an object that is also in responses has two
 * schemas, and this one gets the suffix `Input`. Defaults are in the descriptions: generators make fields with `default` required.
 */
export function bodySchema(
  schema: z.ZodType,
  responseIds: ReadonlySet<string>,
  components: Components,
): Json {
  return convert(schema, "input", (id) => (responseIds.has(id) ? `${id}Input` : id), components);
}

/** Converts the schema of a parameter or header, without components. */
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
    components.set(nameOf(id), io === "input" ? withDescribedDefaults(component) : component);
  }
  return tidyObject(Object.entries(own), nameOf);
}

function tidyObject(entries: readonly [string, unknown][], nameOf: (id: string) => string): Json {
  const tidied = entries.map(([key, value]): [string, unknown] =>
    key === "$ref" && typeof value === "string"
      ? [key, value.replace(/^#\/\$defs\/(.*)$/, (_, id: string) => `#/components/schemas/${nameOf(id)}`)]
      : [key, tidy(value, nameOf)],
  );
  return withIntegers(Object.fromEntries(tidied));
}

function tidy(value: unknown, nameOf: (id: string) => string): unknown {
  if (Array.isArray(value)) return value.map((element: unknown) => tidy(element, nameOf));
  return typeof value === "object" && value !== null ? tidyObject(Object.entries(value), nameOf) : value;
}

/** zod converts a union of number literals to `anyOf` constants of the type number. OpenAPI gets an integer enum. */
function withIntegers(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  const choices = Array.isArray(anyOf) ? anyOf.map(constantOf) : undefined;
  if (choices?.every((choice) => choice !== undefined) === true) {
    return { ...rest, type: "integer", enum: choices };
  }
  const isIntegerEnum =
    schema.type === "number" && Array.isArray(schema.enum) && schema.enum.every(Number.isInteger);
  return isIntegerEnum ? { ...schema, type: "integer" } : schema;
}

function constantOf(schema: unknown): number | undefined {
  if (typeof schema !== "object" || schema === null || !("const" in schema)) return undefined;
  return typeof schema.const === "number" && Number.isInteger(schema.const) ? schema.const : undefined;
}

function withDescribedDefaults({ properties, ...component }: Json): Json {
  if (typeof properties !== "object" || properties === null) return component;
  const described = Object.entries<Json>({ ...properties }).map(([name, { default: value, ...schema }]) => {
    if (value === undefined) return [name, schema];
    return [
      name,
      { ...schema, description: `${String(schema.description)} Default: \`${JSON.stringify(value)}\`.` },
    ];
  });
  return { ...component, properties: Object.fromEntries(described) as Json };
}
