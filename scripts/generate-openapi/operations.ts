/** The operations of the document: one for each endpoint of the table, and the reads that are sent with POST. */
import { type Endpoint, type endpoints } from "../../src/service";
import { answerSchema, bodySchema, type Components, type Json, plainSchema } from "./json-schema";
import {
  indentParameter,
  parametersOfPath,
  parametersOfQuery,
  payloadQueryParameter,
  requiredPayloadQuery,
} from "./parameters";
import { jsonContent, type RefusalStatus, refusalsOf, success } from "./responses";
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

/** What the document has so far, and how what is sent is told from what is answered. */
export interface Vocabulary {
  readonly components: Components;
  /** Ids of what is in answers. */
  readonly answered: ReadonlySet<string>;
}

/** What a successful answer holds. A PUT's is not in the table, because the specification does not show it. */
export function answerOf({ method, answer, body }: Endpoint) {
  return answer ?? (method === "PUT" ? body : undefined);
}

export function operationOf(endpoint: NamedEndpoint, { components, answered }: Vocabulary): Operation {
  const { name, summary, notShown, path, method, body } = endpoint;
  return {
    operationId: name,
    summary,
    ...(notShown === undefined ? {} : { description: notShown }),
    tags: [tagOf(path)],
    security: securityOf(endpoint),
    parameters: [
      ...parametersOfPath(endpoint),
      ...parametersOfQuery(endpoint),
      ...(method === "GET" ? [indentParameter] : []),
    ],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, ...jsonContent(bodySchema(body, answered, components)) } }),
    responses: { ...successOf(endpoint, components), ...refusalsOf(refusalsFor(endpoint)) },
  };
}

/** The read as a POST, at a path that has no other POST. */
export function payloadReadOf(read: NamedEndpoint, vocabulary: Vocabulary): Operation {
  return {
    ...operationOf(read, vocabulary),
    operationId: `${read.name}ByPost`,
    summary: `${read.summary}, with the query parameters in the body`,
    parameters: [...parametersOfPath(read), requiredPayloadQuery(), indentParameter],
    requestBody: { required: false, content: formContent(read) },
    responses: {
      ...successOf(read, vocabulary.components),
      ...refusalsOf([...refusalsFor(read), 400, 405, 413]),
    },
  };
}

/** A path's own POST, which a header makes the read of the path. */
export function withPayloadRead(own: Operation, read: NamedEndpoint, { components }: Vocabulary): Operation {
  const becomes = `With the header ${payloadQueryParameter.name} it is \`${read.name}\`, for its tokens, and answers 200.`;
  return {
    ...own,
    description: own.description === undefined ? becomes : `${own.description} ${becomes}`,
    parameters: [...own.parameters, payloadQueryParameter.reference, indentParameter],
    requestBody: {
      required: true,
      content: { ...own.requestBody?.content, ...formContent(read) },
    },
    responses: { ...successOf(read, components), ...own.responses },
  };
}

/** The query parameters as a form. The emulator looks at no content type, but this is what they are. */
function formContent({ query }: Endpoint): Json {
  const schema = query === undefined ? { type: "object" } : plainSchema(query);
  return { "application/x-www-form-urlencoded": { schema } };
}

function successOf(endpoint: Endpoint, components: Components): Json {
  const { method, isPaged } = endpoint;
  const answer = answerOf(endpoint);
  const schema = answer && answerSchema(answer, components);
  switch (method) {
    case "GET":
      return { 200: success("What was asked for.", schema, isPaged) };
    case "POST":
      return { 201: success("What was created.", schema) };
    case "PUT":
      return { 200: success("What was stored.", schema) };
    case "DELETE":
      return { 204: success("It is no longer there.", undefined) };
  }
}

/** The names of alerts are the only thing that two objects cannot share. */
const takeName: ReadonlySet<EndpointName> = new Set<EndpointName>(["createAlert", "updateAlert"]);

function refusalsFor({ name, method, path, query, body }: NamedEndpoint): RefusalStatus[] {
  const all: readonly [RefusalStatus, boolean][] = [
    [400, query !== undefined || body !== undefined],
    [401, true],
    [403, method !== "GET"],
    [404, path.includes("{")],
    [409, takeName.has(name)],
    [413, body !== undefined],
    [415, body !== undefined],
  ];
  return all.filter(([, applies]) => applies).map(([status]) => status);
}
