/** Generates the document from src/service. Pure, so that a check can compare it with the committed file. */
import { apiPrefix, endpoints, payloadQueryHeader } from "../../src/service";
import { addBodyLimits, addNotes } from "./component-details";
import { describeEndpoint } from "./descriptions";
import { type Components, type Json, responseSchema } from "./json-schema";
import {
  type DocumentContext,
  type EndpointName,
  type NamedEndpoint,
  type Operation,
  operationOf,
  payloadReadOf,
  responseBodyOf,
} from "./operations";
import { sharedParameters } from "./parameters";
import { errorResponses, sharedHeaders } from "./responses";
import { securitySchemes, tags } from "./tags-and-tokens";

const apiDescription = `Queries, alerts, events and hosts of a database monitoring service, as defined by its specification and
implemented by the emulator of dbmon-iac (\`dbmon emulator\`).

- A list is an object with an array \`data\`. Timestamps are Unix timestamps in whole seconds.
- The emulator stores and returns fields that are not described.
- Changes to alerts and their configurations take effect within a minute.
- The specification defines no status codes, no error format, and no rate or size limits. Those described here are specific
  to the emulator, as is everything that a description attributes to the emulator. Clients must not depend on them.
- A read can be sent as POST with the header \`${payloadQueryHeader}: 1\` and the query parameters in the body. Operations named
  \`...ByPost\` describe it. \`listAlerts\` and \`listEvents\` can be sent as POST too, with the same responses as the GET, but share
  their path with \`createAlert\` and \`createEvent\`, so they have no operation. Such a POST never creates an object.
- Not described: other paths return 404, other methods of a path return 405 with the header Allow, HEAD is handled
  like GET, and invalid HTTP requests return 400, 408, 413, 417 or 431.`;

export function openApiDocument(): Json {
  // Object.keys returns string[]; the keys of this object are endpoint names.
  const table: NamedEndpoint[] = (Object.keys(endpoints) as EndpointName[]).map(describeEndpoint);
  const components: Components = new Map();
  for (const endpoint of table) {
    const body = responseBodyOf(endpoint);
    if (body !== undefined) responseSchema(body, components);
  }
  const context = { components, responseIds: new Set(components.keys()) };
  const responses = errorResponses(components);
  const paths = Object.fromEntries(
    [...pathsOf(table)].map(([path, endpointsOfPath]) => [
      apiPrefix + path,
      pathItem(endpointsOfPath, context),
    ]),
  );
  addNotes(components);
  addBodyLimits(components);
  return {
    openapi: "3.1.0",
    info: {
      title: "Database Monitoring Service",
      version: "2",
      description: apiDescription,
      contact: { name: "The maintainers of dbmon-iac" },
      license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
    },
    servers: [
      {
        url: "{base_url}",
        variables: {
          base_url: {
            default: "http://127.0.0.1:4200",
            description: "Base URL of the service or an emulator.",
          },
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

function pathItem(
  pathEndpoints: readonly NamedEndpoint[],
  context: DocumentContext,
): Record<string, Operation> {
  const item = Object.fromEntries(
    pathEndpoints.map((endpoint) => [endpoint.method.toLowerCase(), operationOf(endpoint, context)]),
  );
  const read = pathEndpoints.find(({ method }) => method === "GET");
  if (read === undefined || "post" in item) return item;
  return { ...item, post: payloadReadOf(read, context) };
}
