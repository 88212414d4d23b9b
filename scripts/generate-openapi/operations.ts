/** The operations of the document: one per endpoint, and the reads that can be sent as POST. */
import { type Endpoint, type endpoints } from "../../src/service";
import { type EndpointDescription } from "./descriptions";
import { bodyExample, parameterExample } from "./examples";
import { bodySchema, type Components, type Json, plainSchema, responseSchema } from "./json-schema";
import { indentParameter, parametersOfPath, parametersOfQuery, payloadQueryParameter } from "./parameters";
import { errorReferences, type ErrorStatus, jsonContent, success } from "./responses";
import { securityOf, tagOf } from "./tags-and-tokens";

export type EndpointName = keyof typeof endpoints;

export interface NamedEndpoint extends Endpoint, EndpointDescription {
  readonly name: EndpointName;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Json[];
  readonly parameters: readonly Json[];
  readonly requestBody?: { readonly required: boolean; readonly content: Json };
  readonly responses: Json;
}

/** The state of the document while it is generated. */
export interface DocumentContext {
  readonly components: Components;
  /** Ids of the schemas that responses use. */
  readonly responseIds: ReadonlySet<string>;
}

/** The body of a successful response. The endpoint table has none for PUT, because the specification does not define it. */
export function responseBodyOf({ method, response, body }: NamedEndpoint) {
  return response ?? (method === "PUT" ? body : undefined);
}

export function operationOf(
  endpoint: NamedEndpoint,
  { components, responseIds }: DocumentContext,
): Operation {
  const { name, summary, specificationGap, path, method, body } = endpoint;
  return {
    operationId: name,
    summary,
    description: descriptionOf(summary, specificationGap),
    tags: [tagOf(path)],
    security: securityOf(endpoint),
    parameters: [
      ...parametersOfPath(endpoint),
      ...parametersOfQuery(endpoint),
      ...(method === "GET" ? [indentParameter] : []),
    ],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            ...jsonContent(bodySchema(body, responseIds, components), bodyExample(name)),
          },
        }),
    responses: { ...successOf(endpoint, components), ...errorReferences(errorStatusesOf(endpoint)) },
  };
}

function descriptionOf(summary: string, specificationGap?: string): string {
  const sentence = `${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}.`;
  return specificationGap === undefined ? sentence : `${sentence} ${specificationGap}`;
}

/**
 * The read as a POST, for a path without a POST endpoint. On a path with one, OpenAPI cannot describe both, and a second response
 * would change the types of generated clients. The description of the document describes those reads.
 */
export function payloadReadOf(read: NamedEndpoint, context: DocumentContext): Operation {
  const summary = `${read.summary}, with the query parameters in the body`;
  return {
    ...operationOf(read, context),
    operationId: `${read.name}ByPost`,
    summary,
    description: descriptionOf(summary, read.specificationGap),
    parameters: [...parametersOfPath(read), payloadQueryParameter, indentParameter],
    requestBody: { required: false, content: payloadContent(read) },
    responses: {
      ...successOf(read, context.components),
      ...errorReferences([...errorStatusesOf(read), 400, 405, 413]),
    },
  };
}

/** The query parameters as JSON and as form content. The emulator accepts any content type. */
function payloadContent({ query }: Endpoint): Json {
  const schema: Json = query === undefined ? { type: "object" } : plainSchema(query);
  const properties = Object.entries({ ...(schema.properties as Readonly<Record<string, Json>> | undefined) });
  const example = Object.fromEntries(
    properties.map(([name, property]) => [name, parameterExample(name, property)]),
  );
  const jsonSchema = {
    ...schema,
    properties: Object.fromEntries(properties.map(([name, property]) => [name, orList(name, property)])),
  };
  return {
    "application/json": { schema: query === undefined ? schema : jsonSchema, example },
    "application/x-www-form-urlencoded": { schema, example },
  };
}

/** In JSON, a list of hosts or tags can be an array. */
function orList(name: string, schema: Json): Json {
  const isList = schema.type === "string" && (name === "host" || name === "tags");
  return isList ? { ...schema, type: ["string", "array"], items: { type: ["string", "integer"] } } : schema;
}

function successOf(endpoint: NamedEndpoint, components: Components): Json {
  const { method, isPaged } = endpoint;
  const body = responseBodyOf(endpoint);
  const schema = body && responseSchema(body, components);
  switch (method) {
    case "GET":
      return { 200: success("The requested data.", schema, isPaged) };
    case "POST":
      return { 201: success("The created object.", schema) };
    case "PUT":
      return { 200: success("The stored object.", schema) };
    case "DELETE":
      return { 204: success("The object was deleted.", undefined) };
  }
}

/** Only alert names are unique. */
const conflictOperations: ReadonlySet<EndpointName> = new Set<EndpointName>(["createAlert", "updateAlert"]);

function errorStatusesOf({ name, path, query, body }: NamedEndpoint): ErrorStatus[] {
  const all: readonly [ErrorStatus, boolean][] = [
    [400, query !== undefined || body !== undefined],
    [401, true],
    [403, true],
    [404, path.includes("{")],
    [409, conflictOperations.has(name)],
    [413, body !== undefined],
    [415, body !== undefined],
  ];
  return all.filter(([, applies]) => applies).map(([status]) => status);
}
