/**
 * The service's interface, once: method, path, parameters, body and answer of each endpoint, for the client that
 * calls it and the emulator that serves it. Specification: "Endpoints"; facts GEN-1, GEN-2.
 */
import * as z from "zod";
import { alertCreation, alertWire } from "./alert";
import { alertConfigWire } from "./alert-config";
import { alertDurationWire, alertPolicyWire, integrationWire } from "./alert-option";
import { destinationWire } from "./destination";
import { eventCreation, eventWire } from "./event";
import { hostWire } from "./host";
import { details, digestChoice, hostList, interval, sampleLimit, seenSince } from "./parameters";
import { queryDigestWire } from "./query-digest";
import { decimalQueryId, querySampleWire } from "./query-sample";
import { id } from "./response-parsing";

/** Prefix of every path: the version of the interface. */
export const apiPrefix = "/api/v2";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface Endpoint {
  readonly method: Method;
  /** Path below the prefix; `{alert_id}` or `{query_id}` stands for a parameter. */
  readonly path: `/${string}`;
  /** What it does, in a few words. */
  readonly summary: string;
  /** What the specification does not show of it, and the emulator's choice. */
  readonly notShown?: string;
  /** Query parameters, all optional unless the schema says otherwise. */
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** What a successful answer holds; left out where the specification does not show it. */
  readonly answer?: z.ZodType;
  /** Whether the answer can hold only the first of what there is; the header `x-vc-meta-more` tells (QUERY-7). */
  readonly isPaged?: true;
  /** Whose token it takes, where the specification says so (AUTH-2). */
  readonly token?: "agent";
}

const list = <T extends z.ZodType>(element: T) => z.object({ data: z.array(element) });

export const endpoints = {
  listAlerts: {
    method: "GET",
    path: "/config/alerts",
    summary: "list the alerts, without their configurations",
    answer: list(alertWire),
  },
  createAlert: {
    method: "POST",
    path: "/config/alerts",
    summary: "create an alert",
    body: alertCreation,
    answer: alertWire,
  },
  updateAlert: {
    method: "PUT",
    path: "/config/alerts/{alert_id}",
    summary: "replace an alert's own settings",
    notShown: "The specification does not show the answer; the emulator's is the stored alert.",
    body: alertWire,
  },
  deleteAlert: {
    method: "DELETE",
    path: "/config/alerts/{alert_id}",
    summary: "delete an alert",
    notShown: "The specification does not show the answer; the emulator's has no body.",
  },
  readAlertConfig: {
    method: "GET",
    path: "/config/alerts/{alert_id}/config",
    summary: "read an alert's configuration",
    notShown:
      "The specification does not show the answer where none was ever written; the emulator's is 404.",
    answer: alertConfigWire,
  },
  writeAlertConfig: {
    method: "PUT",
    path: "/config/alerts/{alert_id}/config",
    summary: "set or replace an alert's configuration",
    notShown: "The specification does not show the answer; the emulator's is the stored configuration.",
    body: alertConfigWire,
  },
  listDestinations: {
    method: "GET",
    path: "/config/destinations",
    summary: "list the destinations",
    answer: list(destinationWire),
  },
  listIntegrations: {
    method: "GET",
    path: "/config/integrations",
    summary: "list the supported integrations",
    notShown:
      "The specification does not show the form of the answer; the emulator's is that of the other lists.",
    answer: list(integrationWire),
  },
  listPolicies: {
    method: "GET",
    path: "/config/alert-opts/policy",
    summary: "list the alert policies",
    notShown:
      "The specification does not show more of the answer than an id; the rest is the emulator's choice.",
    answer: list(alertPolicyWire),
  },
  listDurations: {
    method: "GET",
    path: "/config/alert-opts/durations",
    summary: "list the alert durations",
    notShown:
      "The specification does not show more of the answer than an id; the rest is the emulator's choice.",
    answer: list(alertDurationWire),
  },
  listHosts: {
    method: "GET",
    path: "/hosts",
    summary: "list the hosts",
    query: z.object({
      from: seenSince.optional(),
      nest: z.literal("tags").optional().describe("`tags` adds each host's tags."),
    }),
    answer: list(hostWire),
  },
  listQueries: {
    method: "GET",
    path: "/queries",
    summary: "list the query digests",
    query: z.object({
      ...interval,
      ...digestChoice,
    }),
    answer: list(queryDigestWire),
    isPaged: true,
  },
  listSamples: {
    method: "GET",
    path: "/queries/samples",
    summary: "list samples of one query",
    query: z.object({
      query: decimalQueryId.describe("Query ID in base 10."),
      host: id.optional().describe("ID of a host."),
      ...interval,
      limit: sampleLimit.optional(),
      ...details,
    }),
    answer: list(querySampleWire),
  },
  readQuery: {
    method: "GET",
    path: "/queries/{query_id}",
    summary: "read one query digest",
    query: z.object({ tags: z.literal([0, 1]).optional().describe("1 adds the tags of the digest.") }),
    answer: list(queryDigestWire),
  },
  listEvents: {
    method: "GET",
    path: "/events",
    summary: "list events",
    notShown:
      "The specification does not show a limit; the emulator gives the oldest 20000, and a header when there are more.",
    query: z.object({
      ...interval,
      host: hostList.optional(),
      addGlobal: z.literal(1).describe("Always 1: also lists global events."),
    }),
    answer: list(eventWire),
    isPaged: true,
  },
  createEvent: {
    method: "POST",
    path: "/events",
    summary: "create an event",
    notShown: "The specification does not show the answer; the emulator's is the created event.",
    body: eventCreation,
    answer: eventWire,
    token: "agent",
  },
} as const satisfies Record<string, Endpoint>;

/** The path of an endpoint below the base URL, with its parameter filled in. @param id an alert's id, or a query's */
export function pathOf(endpoint: Endpoint, id?: number | string): string {
  return apiPrefix + endpoint.path.replace(/\{\w+\}/, () => encodeURIComponent(String(id)));
}
