/** The JSON schema of a definitions file, for editors. It accepts `${name}` for a value of any type. */
import * as z from "zod";
import { definitionsFileSchema } from "./schema";

const valueText = { type: "string", pattern: "^\\$\\{ *[A-Za-z_][A-Za-z0-9_-]* *\\}$" };

/** What people write, where defaults can be left out. */
export function definitionsJsonSchema(): object {
  return z.toJSONSchema(definitionsFileSchema, {
    io: "input",
    override: ({ jsonSchema, path }) => {
      const isInAlert = path[1] === "alerts" && path.length > 3;
      // A union accepts texts already, as a reference by name does.
      if (!isInAlert || path.includes("anyOf") || !isTyped(jsonSchema)) return;
      const { description, default: fallback, ...schema } = jsonSchema;
      for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
      Object.assign(jsonSchema, {
        ...(description === undefined ? {} : { description }),
        ...(fallback === undefined ? {} : { default: fallback }),
        anyOf: [schema, valueText],
      });
    },
  });
}

/** Whether the schema rejects a text that is only a value. */
function isTyped({ type, enum: choices, format, pattern }: z.core.JSONSchema.BaseSchema): boolean {
  const isText = type === "string" && choices === undefined && format === undefined && pattern === undefined;
  return !isText && typeof type === "string" && !["object", "array"].includes(type);
}
