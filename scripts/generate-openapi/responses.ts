/** What operations answer. The specification shows no status code and no error: those are the emulator's choice. */
import { moreResults, errorResponseWire } from "../../src/service";
import { answerSchema, type Components, type Json, plainSchema } from "./json-schema";

/** The statuses of refusals, with the names of their components. */
const refusals = {
  400: ["BadRequest", "A field, a parameter or the body as a whole is not accepted."],
  401: ["Unauthorized", "The token is missing or wrong; nothing was read or written."],
  403: ["Forbidden", "The token is of the other kind; nothing was written."],
  404: ["NotFound", "There is no such object."],
  405: ["MethodNotAllowed", "The path has no such method."],
  409: ["Conflict", "Another alert of the environment has the name."],
  413: ["ContentTooLarge", "The body is larger than 1 MiB."],
  415: ["UnsupportedMediaType", "The body is not `application/json` in UTF-8, or is compressed."],
} as const;

export type RefusalStatus = keyof typeof refusals;

const headersOfRefusal = new Map<string, Json>([
  [
    "401",
    { "WWW-Authenticate": header("The scheme of the token.", { type: "string", const: "Bearer" }, true) },
  ],
  ["405", { Allow: header("The methods that the path has, separated by commas.", { type: "string" }, true) }],
]);

/** The refusals as components. */
export function refusalResponses(components: Components): Json {
  const schema = answerSchema(errorResponseWire, components);
  return Object.fromEntries(
    Object.entries(refusals).map(([status, [name, description]]) => {
      const headers = headersOfRefusal.get(status);
      return [name, { description, ...(headers === undefined ? {} : { headers }), ...jsonContent(schema) }];
    }),
  );
}

export function refusalsOf(statuses: readonly RefusalStatus[]): Json {
  return Object.fromEntries(
    [...new Set(statuses)]
      .sort((one, other) => one - other)
      .map((status) => [status, { $ref: `#/components/responses/${refusals[status][0]}` }]),
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

export function jsonContent(schema: Json): { readonly content: Json } {
  return { content: { "application/json": { schema } } };
}

function header(description: string, schema: Json, required: boolean): Json {
  return { description, required, schema };
}
