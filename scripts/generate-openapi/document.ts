/** The document as a whole. A pure function of src/service, so that what is committed can be compared with it. */
import { apiPrefix, endpoints } from "../../src/service";
import { answerSchema, type Components, type Json } from "./json-schema";
import {
  answerOf,
  type EndpointName,
  type NamedEndpoint,
  operationOf,
  type Operation,
  payloadReadOf,
  type Vocabulary,
  withPayloadRead,
} from "./operations";
import { sharedParameters } from "./parameters";
import { refusalResponses, sharedHeaders } from "./responses";
import { securitySchemes, tags } from "./tags-and-tokens";

const about = `Queries, alerts, events and hosts of a database monitoring service, as its specification gives them, and
as the emulator of dbmon-iac (\`dbmon emulator\`) serves them.

- Lists are objects with an array \`data\`. Timestamps are Unix timestamps in whole seconds.
- Fields that are not described are kept by the emulator and given back.
- Changes to alerts and their configurations take up to a minute to take effect.
- The specification shows no status codes, no form of errors, and no limits of rate or size: all of those below are the
  emulator's choice, and so is whatever a description calls "not shown" or the emulator's. A client should not depend on them.
- Not below, because no operation is meant: any other path is answered with 404, any other method of a path with 405
  and the header Allow, HEAD as GET, and a request that is not proper HTTP with 400, 408, 413, 417 or 431.`;

export function openApiDocument(): Json {
  // Object.keys gives texts; those of this object are its endpoints' names.
  const table: NamedEndpoint[] = (Object.keys(endpoints) as EndpointName[]).map((name) => ({
    ...endpoints[name],
    name,
  }));
  const components: Components = new Map();
  for (const endpoint of table) {
    const answer = answerOf(endpoint);
    if (answer !== undefined) answerSchema(answer, components);
  }
  const vocabulary = { components, answered: new Set(components.keys()) };
  const responses = refusalResponses(components);
  const paths = Object.fromEntries(
    [...pathsOf(table)].map(([path, its]) => [apiPrefix + path, pathItem(its, vocabulary)]),
  );
  return {
    openapi: "3.1.0",
    info: { title: "Database Monitoring Service", version: "2", description: about },
    servers: [
      {
        url: "{base_url}",
        variables: {
          base_url: { default: "http://127.0.0.1:4200", description: "Of the service, or of an emulator." },
        },
      },
    ],
    tags,
    paths,
    components: {
      securitySchemes,
      parameters: sharedParameters(),
      headers: sharedHeaders(),
      responses,
      schemas: Object.fromEntries([...components].sort(([one], [other]) => (one < other ? -1 : 1))),
    },
  };
}

function pathsOf(table: readonly NamedEndpoint[]): Map<string, NamedEndpoint[]> {
  const paths = new Map<string, NamedEndpoint[]>();
  for (const endpoint of table) paths.set(endpoint.path, [...(paths.get(endpoint.path) ?? []), endpoint]);
  return paths;
}

function pathItem(its: readonly NamedEndpoint[], vocabulary: Vocabulary): Record<string, Operation> {
  const item = Object.fromEntries(
    its.map((endpoint) => [endpoint.method.toLowerCase(), operationOf(endpoint, vocabulary)]),
  );
  const read = its.find(({ method }) => method === "GET");
  if (read === undefined) return item;
  const { post } = item;
  return {
    ...item,
    post: post === undefined ? payloadReadOf(read, vocabulary) : withPayloadRead(post, read, vocabulary),
  };
}
