/**
 * The API of the service: method, path, parameters, body and response of each endpoint, for the client and the emulator.
 * Specification: "Endpoints". Facts GEN-1 and GEN-2.
 */
import * as z from "zod";
import { alertDurationWire, alertPolicyWire, integrationWire } from "./alert-option";
import { alertCreation, alertWire } from "./alert/alert";
import { alertConfigWire } from "./alert/config";
import { destinationWire } from "./destination";
import { eventCreation, eventWire } from "./event";
import { hostWire } from "./host";
import { details, digestChoice, hostList, interval, sampleLimit, seenSince } from "./parameters";
import { queryDigestWire } from "./query-digest";
import { decimalQueryId, querySampleWire } from "./query-sample";
import { id } from "./response-parsing";

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
  /** Query parameters. */
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
