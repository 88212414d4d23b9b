/** What only the document says about the endpoints: summaries, responses, and gaps in the specification that the emulator fills. */
import * as z from "zod";
import {
  alertConfigWire,
  alertCreation,
  alertDurationWire,
  alertPolicyWire,
  alertWire,
  destinationWire,
  type Endpoint,
  endpoints,
  eventConfigWire,
  eventCreation,
  eventWire,
  hostWire,
  integrationWire,
  maxQueryDigests,
  moreHeader,
  payloadQueryHeader,
  queryDigestWire,
  querySampleWire,
  queryTagWire,
  searchDescriptions,
  thresholdConfigWire,
} from "../../src/service";

/** The components of the document, which the schemas of `src/service/` become. */
const components: readonly (readonly [
  schema: z.ZodType,
  meta: { readonly id: string; readonly description: string },
])[] = [
  [
    alertPolicyWire,
    {
      id: "AlertPolicy",
      description: "How often an alert can fire for one host.",
    },
  ],
  [
    alertDurationWire,
    {
      id: "AlertDuration",
      description: "How long a trigger value must be exceeded.",
    },
  ],
  [
    integrationWire,
    {
      id: "Integration",
      description: "A supported type of notification service.",
    },
  ],
  [
    destinationWire,
    {
      id: "Destination",
      description: "A notification target that is configured in the service.",
    },
  ],
  [
    eventCreation,
    {
      id: "EventCreation",
      description: "A new event, without the fields that the service assigns.",
    },
  ],
  [
    eventWire,
    {
      id: "Event",
      description: "A mark in time, global or on one host. It never changes.",
    },
  ],
  [
    hostWire,
    {
      id: "Host",
      description: "A monitored server, or its operating system.",
    },
  ],
  [
    queryTagWire,
    {
      id: "QueryTag",
      description: "A tag of a query digest.",
    },
  ],
  [
    queryDigestWire,
    {
      id: "QueryDigest",
      description: "A family of queries, in which literals are replaced by `?`.",
    },
  ],
  [
    querySampleWire,
    {
      id: "QuerySample",
      description: "One execution of a query of a family.",
    },
  ],
  [
    alertCreation,
    {
      id: "AlertCreation",
      description: "A new alert: all fields except the ID, which the service assigns.",
    },
  ],
  [
    alertWire,
    {
      id: "Alert",
      description: "An alert, without its configuration.",
    },
  ],
  [
    eventConfigWire,
    {
      id: "EventAlertConfig",
      description: "The configuration of an event alert (type 1).",
    },
  ],
  [
    thresholdConfigWire,
    {
      id: "ThresholdAlertConfig",
      description: "The configuration of a threshold alert (type 2).",
    },
  ],
  [
    alertConfigWire,
    { id: "AlertConfig", description: "The configuration of an alert, of the alert's own kind." },
  ],
];
for (const [schema, meta] of components) z.globalRegistry.add(schema, meta);

export interface EndpointDescription {
  /** Imperative phrase. */
  readonly summary: string;
  /** A gap in the specification, and how the emulator fills it. */
  readonly specificationGap?: string;
  /** Body of a successful response, if the specification defines it. */
  readonly response?: z.ZodType;
  /** Whether the response may be incomplete, which the header `x-vc-meta-more` indicates (QUERY-7). */
  readonly isPaged?: true;
}

const list = <T extends z.ZodType>(element: T) => z.object({ data: z.array(element) });

export const endpointDescriptions: Readonly<Record<keyof typeof endpoints, EndpointDescription>> = {
  listAlerts: {
    summary: "list the alerts, without their configurations",
    response: list(alertWire),
  },
  createAlert: {
    summary: "create an alert",
    response: alertWire,
  },
  updateAlert: {
    summary: "replace the settings of an alert",
    specificationGap:
      "The specification does not define the response body. The emulator returns the stored alert.",
  },
  deleteAlert: {
    summary: "delete an alert",
    specificationGap: "The specification does not define the response body. The emulator returns none.",
  },
  readAlertConfig: {
    summary: "read an alert's configuration",
    specificationGap:
      "The specification does not define the response before the first configuration is written. The emulator responds with 404.",
    response: alertConfigWire,
  },
  writeAlertConfig: {
    summary: "set or replace an alert's configuration",
    specificationGap:
      "The specification does not define the response body. The emulator returns the stored configuration.",
  },
  listDestinations: {
    summary: "list the destinations",
    response: list(destinationWire),
  },
  listIntegrations: {
    summary: "list the supported integrations",
    specificationGap:
      "The specification does not define the response body. The emulator uses the format of the other lists.",
    response: list(integrationWire),
  },
  listPolicies: {
    summary: "list the alert policies",
    specificationGap:
      "The specification defines only the ID in the response body. The emulator defines the other fields.",
    response: list(alertPolicyWire),
  },
  listDurations: {
    summary: "list the alert durations",
    specificationGap:
      "The specification defines only the ID in the response body. The emulator defines the other fields.",
    response: list(alertDurationWire),
  },
  listHosts: {
    summary: "list the hosts",
    response: list(hostWire),
  },
  listQueries: {
    summary: "list the query digests",
    response: list(queryDigestWire),
    isPaged: true,
  },
  listSamples: {
    summary: "list samples of a query",
    response: list(querySampleWire),
  },
  readQuery: {
    summary: "read a query digest",
    response: list(queryDigestWire),
  },
  listEvents: {
    summary: "list events",
    specificationGap:
      "The specification does not define a limit. The emulator returns the oldest 20000 events, and sets a header if there are more.",
    response: list(eventWire),
    isPaged: true,
  },
  createEvent: {
    summary: "create an event",
    specificationGap:
      "The specification does not define the response body. The emulator returns the created event.",
    response: eventWire,
  },
};

export const pathParameters: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ["alert_id", z.int().nonnegative().describe("ID of the alert, assigned by the service on creation.")],
  [
    "query_id",
    z
      .string()
      .regex(/^[0-9a-fA-F]{16}$/)
      .describe("ID of the query family: 16 hexadecimal digits."),
  ],
]);

export const indentHeader = {
  name: "X-Indent",
  schema: z.literal("true").describe("Returns indented JSON. Only for reads."),
};

export const payloadQuery = {
  name: payloadQueryHeader,
  schema: z
    .literal("1")
    .describe(
      "Makes this POST a read of the same path, with the query parameters in the body. It never creates an object. Not in " +
        "the specification, but existing clients send it.",
    ),
};

export const moreResults = {
  name: moreHeader,
  schema: z
    .literal("true")
    .describe(
      "There are more items than the response contains. The emulator omits the header if there are none.",
    ),
};

/** The body of the emulator's error responses. The specification does not define one, so the client must accept any body. */
export const errorResponseWire = z
  .object({
    error: z.string().min(1).describe("The problem, in one sentence."),
    field: z
      .string()
      .exactOptional()
      .describe(
        "The field or parameter, for example `destinations[1]`. Omitted if the error is not about a single one.",
      ),
  })
  .meta({
    id: "Error",
    description:
      "An error. The specification does not define the format of errors. The emulator defines this one.",
  });

const { from, until, seenSince, filter, tags, new: isNew } = searchDescriptions;
const hostList = "Comma-separated host IDs. Default: all hosts.";
const spellings = "The specification shows two spellings. The emulator accepts both, and";

/** Descriptions of the query parameters. */
const queryParameters: Readonly<Partial<Record<keyof typeof endpoints, Readonly<Record<string, string>>>>> = {
  listHosts: {
    from: `${seenSince} The specification does not define what it selects. The emulator lists hosts seen at that time or later.`,
    nest: "`tags` includes the tags of each host.",
  },
  listQueries: {
    from,
    until,
    limit: `Max number of results. The default and the limit are ${maxQueryDigests}.`,
    new: `${isNew} \`true\` or \`1\`, \`false\` or \`0\`.`,
    offset: "Hexadecimal query ID after which the results start, for paging.",
    host: hostList,
    filter,
    tags: `${tags} Separated by spaces.`,
  },
  listSamples: {
    query: "Query ID in base 10.",
    host: "ID of a host.",
    from,
    until,
    limit:
      "Max number of samples. The specification does not define a limit. The emulator's is 1000, and its default 100.",
    detail: `0 includes text and plan, 1 omits them. Default: 0. ${spellings} this one takes precedence.`,
    details: `Same as \`detail\`. ${spellings} \`detail\` takes precedence.`,
  },
  readQuery: { tags: "1 includes the tags of the digest." },
  listEvents: { from, until, host: hostList, addGlobal: "Always 1: also lists global events." },
};

/** The endpoint with everything that the document says about it. */
export function describeEndpoint<Name extends keyof typeof endpoints>(name: Name) {
  const endpoint: Endpoint = endpoints[name];
  const { query } = endpoint;
  const descriptions: Readonly<Record<string, string>> = queryParameters[name] ?? {};
  const described = Object.entries<z.ZodType>(query?.shape ?? {}).map(
    ([parameter, schema]) => [parameter, schema.describe(descriptions[parameter] ?? "")] as const,
  );
  return {
    ...endpoint,
    ...endpointDescriptions[name],
    name,
    ...(query === undefined ? {} : { query: z.object(Object.fromEntries(described)) }),
  };
}
