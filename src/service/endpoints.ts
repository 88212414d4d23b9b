/**
 * The API of the service: method, path, parameters, body and response of each endpoint, for the client and the emulator.
 * Specification: "Endpoints". Facts GEN-1 and GEN-2.
 */
import * as z from "zod";
import { alertCreation, alertWire } from "./alert/alert";
import { alertConfigWire } from "./alert/config";
import { alertDurationWire, alertPolicyWire, integrationWire } from "./alert-option";
import { destinationWire } from "./destination";
import { eventCreation, eventWire } from "./event";
import { id } from "./fields";
import { hostWire } from "./host";
import { decimalQueryId, queryDigestWire, querySampleWire } from "./queries";
import { maxQueryDigests } from "./vocabulary";

/** `true` if the list is incomplete. */
export const moreHeader = "x-vc-meta-more";
/** With the value 1, a POST reads its path, and its body contains the query parameters. */
export const payloadQueryHeader = "x-vc-payload-query-string";

const time = z.int();
const relative = "Unix timestamp in seconds. 0 and negative values are relative to now.";

export const searchDescriptions = {
  from: `Start of the interval, inclusive. ${relative}`,
  until: `End of the interval, inclusive. ${relative}`,
  seenSince: relative,
  new: "Whether to list only queries that were first seen in the interval.",
  filter:
    "Pattern that matches anywhere in the text. `^` anchors the start, `$` the end, and `*` matches any text.",
  tags: "Keys, values or `key=value` pairs. A digest must have all of them.",
} as const;

export const interval = {
  from: time.optional().describe(searchDescriptions.from),
  until: time.optional().describe(searchDescriptions.until),
};
export const seenSince = time.describe(
  `${searchDescriptions.seenSince} The specification does not define what it selects. The emulator lists hosts seen at that time or later.`,
);

const hostList = z
  .string()
  .regex(/^\d+(,\d+)*$/, "not a comma-separated list of host IDs")
  .describe("Comma-separated host IDs. Default: all hosts.");

const limit = z.int().positive();
const digestChoice = {
  limit: limit
    .optional()
    .describe(`Max number of results. The default and the limit are ${maxQueryDigests}.`),
  new: z.boolean().optional().describe(`${searchDescriptions.new} \`true\` or \`1\`, \`false\` or \`0\`.`),
  offset: z
    .string()
    .regex(/^[0-9a-fA-F]{1,16}$/, "not a query ID in hexadecimal")
    .optional()
    .describe("Hexadecimal query ID after which the results start, for paging."),
  host: hostList.optional(),
  filter: z.string().optional().describe(searchDescriptions.filter),
  tags: z.string().optional().describe(`${searchDescriptions.tags} Separated by spaces.`),
};

const sampleLimit = limit.describe(
  "Max number of samples. The specification does not define a limit. The emulator's is 1000, and its default 100.",
);

const detail = z.literal([0, 1]);
const spellings = "The specification shows two spellings. The emulator accepts both, and";
export const details = {
  detail: detail
    .optional()
    .describe(`0 includes text and plan, 1 omits them. Default: 0. ${spellings} this one takes precedence.`),
  details: detail.optional().describe(`Same as \`detail\`. ${spellings} \`detail\` takes precedence.`),
};

export const pathParameters: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ["alert_id", id.describe("ID of the alert, assigned by the service on creation.")],
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

/** Prefix of all paths, with the version of the API. */
export const apiPrefix = "/api/v2";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface Endpoint {
  readonly method: Method;
  /** Path below the prefix, with `{alert_id}` or `{query_id}` as a parameter. */
  readonly path: `/${string}`;
  /** Imperative phrase for references. */
  readonly summary: string;
  /** A gap in the specification, and how the emulator fills it. */
  readonly specificationGap?: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Body of a successful response, if the specification defines it. */
  readonly response?: z.ZodType;
  /** Whether the response may be incomplete, which the header `x-vc-meta-more` indicates (QUERY-7). */
  readonly isPaged?: true;
  /** The required kind of token, if the specification defines one (AUTH-2). */
  readonly token?: "agent";
}

const list = <T extends z.ZodType>(element: T) => z.object({ data: z.array(element) });

export const endpoints = {
  listAlerts: {
    method: "GET",
    path: "/config/alerts",
    summary: "list the alerts, without their configurations",
    response: list(alertWire),
  },
  createAlert: {
    method: "POST",
    path: "/config/alerts",
    summary: "create an alert",
    body: alertCreation,
    response: alertWire,
  },
  updateAlert: {
    method: "PUT",
    path: "/config/alerts/{alert_id}",
    summary: "replace the settings of an alert",
    specificationGap:
      "The specification does not define the response body. The emulator returns the stored alert.",
    body: alertWire,
  },
  deleteAlert: {
    method: "DELETE",
    path: "/config/alerts/{alert_id}",
    summary: "delete an alert",
    specificationGap: "The specification does not define the response body. The emulator returns none.",
  },
  readAlertConfig: {
    method: "GET",
    path: "/config/alerts/{alert_id}/config",
    summary: "read an alert's configuration",
    specificationGap:
      "The specification does not define the response before the first configuration is written. The emulator responds with 404.",
    response: alertConfigWire,
  },
  writeAlertConfig: {
    method: "PUT",
    path: "/config/alerts/{alert_id}/config",
    summary: "set or replace an alert's configuration",
    specificationGap:
      "The specification does not define the response body. The emulator returns the stored configuration.",
    body: alertConfigWire,
  },
  listDestinations: {
    method: "GET",
    path: "/config/destinations",
    summary: "list the destinations",
    response: list(destinationWire),
  },
  listIntegrations: {
    method: "GET",
    path: "/config/integrations",
    summary: "list the supported integrations",
    specificationGap:
      "The specification does not define the response body. The emulator uses the format of the other lists.",
    response: list(integrationWire),
  },
  listPolicies: {
    method: "GET",
    path: "/config/alert-opts/policy",
    summary: "list the alert policies",
    specificationGap:
      "The specification defines only the ID in the response body. The emulator defines the other fields.",
    response: list(alertPolicyWire),
  },
  listDurations: {
    method: "GET",
    path: "/config/alert-opts/durations",
    summary: "list the alert durations",
    specificationGap:
      "The specification defines only the ID in the response body. The emulator defines the other fields.",
    response: list(alertDurationWire),
  },
  listHosts: {
    method: "GET",
    path: "/hosts",
    summary: "list the hosts",
    query: z.object({
      from: seenSince.optional(),
      nest: z.literal("tags").optional().describe("`tags` includes the tags of each host."),
    }),
    response: list(hostWire),
  },
  listQueries: {
    method: "GET",
    path: "/queries",
    summary: "list the query digests",
    query: z.object({
      ...interval,
      ...digestChoice,
    }),
    response: list(queryDigestWire),
    isPaged: true,
  },
  listSamples: {
    method: "GET",
    path: "/queries/samples",
    summary: "list samples of a query",
    query: z.object({
      query: decimalQueryId.describe("Query ID in base 10."),
      host: id.optional().describe("ID of a host."),
      ...interval,
      limit: sampleLimit.optional(),
      ...details,
    }),
    response: list(querySampleWire),
  },
  readQuery: {
    method: "GET",
    path: "/queries/{query_id}",
    summary: "read a query digest",
    query: z.object({ tags: z.literal([0, 1]).optional().describe("1 includes the tags of the digest.") }),
    response: list(queryDigestWire),
  },
  listEvents: {
    method: "GET",
    path: "/events",
    summary: "list events",
    specificationGap:
      "The specification does not define a limit. The emulator returns the oldest 20000 events, and sets a header if there are more.",
    query: z.object({
      ...interval,
      host: hostList.optional(),
      addGlobal: z.literal(1).describe("Always 1: also lists global events."),
    }),
    response: list(eventWire),
    isPaged: true,
  },
  createEvent: {
    method: "POST",
    path: "/events",
    summary: "create an event",
    specificationGap:
      "The specification does not define the response body. The emulator returns the created event.",
    body: eventCreation,
    response: eventWire,
    token: "agent",
  },
} as const satisfies Record<string, Endpoint>;

/** The path below the base URL. @param id replaces the parameter of the path */
export function pathOf(endpoint: Endpoint, id?: number | string): string {
  return apiPrefix + endpoint.path.replace(/\{\w+\}/, () => encodeURIComponent(String(id)));
}

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
