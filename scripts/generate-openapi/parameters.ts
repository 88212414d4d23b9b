/** Path parameters, query parameters and shared header parameters. */
import * as z from "zod";
import { type Endpoint } from "../../src/service";
import { indentHeader, pathParameters, payloadQuery } from "./descriptions";
import { parameterExample } from "./examples";
import { type Json, plainSchema } from "./json-schema";

export const indentParameter = { $ref: "#/components/parameters/Indent" };
/** On a path without a POST endpoint, the header is required. */
export const payloadQueryParameter = { $ref: "#/components/parameters/PayloadQuery" };

/** Parameters that operations reference. */
export function sharedParameters(): Json {
  return {
    Indent: parameter(indentHeader.name, "header", false, plainSchema(indentHeader.schema), "true"),
    PayloadQuery: parameter(payloadQuery.name, "header", true, plainSchema(payloadQuery.schema), "1"),
  };
}

export function parametersOfPath({ path }: Endpoint): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => {
    const schema = pathParameters.get(name);
    if (schema === undefined) throw new Error(`descriptions.ts does not describe the path parameter ${name}`);
    return parameter(name, "path", true, plainSchema(schema));
  });
}

/** Each parameter has one value. A list is one string, separated by commas or spaces. */
export function parametersOfQuery({ query }: Endpoint): Json[] {
  if (query === undefined) return [];
  const { required = [] } = z.toJSONSchema(query, { io: "input" });
  return Object.entries<z.core.$ZodType>(query.shape).map(([name, field]) => ({
    ...parameter(name, "query", required.includes(name), plainSchema(field)),
    style: "form",
    explode: false,
  }));
}

function parameter(
  name: string,
  place: string,
  required: boolean,
  schema: Json,
  example = parameterExample(name, schema),
): Json {
  const { description, ...rest } = schema;
  if (description === undefined) throw new Error(`src/service does not describe the parameter ${name}`);
  return { name, in: place, required, description, schema: rest, example };
}
