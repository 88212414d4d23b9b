/** Responses and errors. Status codes and the error format are specific to the emulator. */
import { errorResponseWire, moreResults } from "./descriptions";
import { type Components, type Json, plainSchema, responseSchema } from "./json-schema";

/** Component name and description by error status. */
const errors = {
  400: ["BadRequest", "A field, a parameter or the body is invalid."],
  401: ["Unauthorized", "The token is missing or invalid. Nothing was read or written."],
  403: [
    "Forbidden",
    "The token has the wrong kind, or the request is from a page of another site. Nothing was written.",
  ],
  404: ["NotFound", "The object does not exist."],
  405: ["MethodNotAllowed", "The path does not support the method."],
  409: ["Conflict", "Another alert of the environment has this name."],
  413: ["ContentTooLarge", "The body is larger than 1 MiB."],
  415: ["UnsupportedMediaType", "The body is not uncompressed `application/json` in UTF-8."],
} as const;

export type ErrorStatus = keyof typeof errors;

const headersByStatus = new Map<string, Json>([
  [
    "401",
    { "WWW-Authenticate": header("The authentication scheme.", { type: "string", const: "Bearer" }, true) },
  ],
  ["405", { Allow: header("The supported methods, separated by commas.", { type: "string" }, true) }],
]);

/** The error responses as components. */
export function errorResponses(components: Components): Json {
  const schema = responseSchema(errorResponseWire, components);
  return Object.fromEntries(
    Object.entries(errors).map(([status, [name, description]]) => {
      const headers = headersByStatus.get(status);
      return [name, { description, ...(headers === undefined ? {} : { headers }), ...jsonContent(schema) }];
    }),
  );
}

export function errorReferences(statuses: readonly ErrorStatus[]): Json {
  return Object.fromEntries(
    [...new Set(statuses)]
      .sort((one, other) => one - other)
      .map((status) => [status, { $ref: `#/components/responses/${errors[status][0]}` }]),
  );
}

export function success(description: string, schema: Json | undefined, isPaged = false): Json {
  return {
    description,
    ...(isPaged ? { headers: { [moreResults.name]: { $ref: "#/components/headers/MoreResults" } } } : {}),
    ...(schema === undefined ? {} : jsonContent(schema)),
  };
}

export function sharedHeaders(): Json {
  const { description, ...schema } = plainSchema(moreResults.schema);
  return { MoreResults: header(String(description), schema, false) };
}

export function jsonContent(schema: Json, example?: Json): { readonly content: Json } {
  return { content: { "application/json": { schema, ...(example === undefined ? {} : { example }) } } };
}

function header(description: string, schema: Json, required: boolean): Json {
  return { description, required, schema };
}
