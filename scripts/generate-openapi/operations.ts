/** The operations of the document: one per endpoint, and the reads that can be sent as POST. */
import { type Endpoint, type endpoints } from "../../src/service";
import { responseSchema, bodySchema, type Components, type Json, plainSchema } from "./json-schema";
import {
  indentParameter,
  parametersOfPath,
  parametersOfQuery,
  payloadQueryParameter,
  requiredPayloadQuery,
} from "./parameters";
import { jsonContent, type ErrorStatus, errorReferences, success } from "./responses";
import { securityOf, tagOf } from "./tags-and-tokens";

export type EndpointName = keyof typeof endpoints;

export interface NamedEndpoint extends Endpoint {
  readonly name: EndpointName;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
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
export function responseBodyOf({ method, response, body }: Endpoint) {
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
    ...(specificationGap === undefined ? {} : { description: specificationGap }),
    tags: [tagOf(path)],
    security: securityOf(endpoint),
    parameters: [
      ...parametersOfPath(endpoint),
      ...parametersOfQuery(endpoint),
      ...(method === "GET" ? [indentParameter] : []),
    ],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, ...jsonContent(bodySchema(body, responseIds, components)) } }),
    responses: { ...successOf(endpoint, components), ...errorReferences(errorStatusesOf(endpoint)) },
  };
}

/** The read as a POST, for a path without a POST endpoint. */
export function payloadReadOf(read: NamedEndpoint, context: DocumentContext): Operation {
  return {
    ...operationOf(read, context),
    operationId: `${read.name}ByPost`,
    summary: `${read.summary}, with the query parameters in the body`,
    parameters: [...parametersOfPath(read), requiredPayloadQuery(), indentParameter],
    requestBody: { required: false, content: formContent(read) },
    responses: {
      ...successOf(read, context.components),
      ...errorReferences([...errorStatusesOf(read), 400, 405, 413]),
    },
  };
}

/** Extends the POST endpoint of a path: with a header, it is the read of the path. */
export function withPayloadRead(
  own: Operation,
  read: NamedEndpoint,
  { components }: DocumentContext,
): Operation {
  const note = `With the header ${payloadQueryParameter.name}, it is \`${read.name}\`, accepts its tokens and returns 200.`;
  return {
    ...own,
    description: own.description === undefined ? note : `${own.description} ${note}`,
    parameters: [...own.parameters, payloadQueryParameter.reference, indentParameter],
    requestBody: {
      required: true,
      content: { ...own.requestBody?.content, ...formContent(read) },
    },
    responses: { ...successOf(read, components), ...own.responses },
  };
}

/** The query parameters as form content. The emulator accepts any content type. */
function formContent({ query }: Endpoint): Json {
  const schema = query === undefined ? { type: "object" } : plainSchema(query);
  return { "application/x-www-form-urlencoded": { schema } };
}

function successOf(endpoint: Endpoint, components: Components): Json {
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

function errorStatusesOf({ name, method, path, query, body }: NamedEndpoint): ErrorStatus[] {
  const all: readonly [ErrorStatus, boolean][] = [
    [400, query !== undefined || body !== undefined],
    [401, true],
    [403, method !== "GET"],
    [404, path.includes("{")],
    [409, conflictOperations.has(name)],
    [413, body !== undefined],
    [415, body !== undefined],
  ];
  return all.filter(([, applies]) => applies).map(([status]) => status);
}
