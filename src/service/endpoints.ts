/**
 * The service's interface, once: method, path, parameters, body and answer of each endpoint, for the client that
 * calls it and the emulator that serves it. Specification: "Endpoints"; facts GEN-1, GEN-2.
 */
import { z } from "zod";
import { alertCreation, alertWire } from "./alert";
import { alertConfigWire } from "./alert-config";
import { alertDurationWire, alertPolicyWire, integrationWire } from "./alert-option";
import { destinationWire } from "./destination";
import { eventCreation, eventWire } from "./event";
import { hostWire } from "./host";
import { queryDigestWire } from "./query-digest";
import { decimalQueryId, querySampleWire } from "./query-sample";
import { id } from "./reading";

/** Prefix of every path: the version of the interface. */
export const apiPrefix = "/api/v2";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface Endpoint {
  readonly method: Method;
  /** Path below the prefix; `{alert_id}` or `{query_id}` stands for a parameter. */
  readonly path: `/${string}`;
  /** What it does, in a few words. */
  readonly summary: string;
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

/** Present, and `true`, where a list could be longer than it was. */
export const moreHeader = "x-vc-meta-more";
/** With the value 1, a POST to a path that can be read is that read; its body holds the query parameters. */
export const payloadQueryHeader = "x-vc-payload-query-string";
/** QUERY-4: absolute maximum of results of one request. */
export const maximumDigests = 20_000;

const list = <T extends z.ZodType>(element: T) => z.object({ data: z.array(element) });

/** GEN-4. */
const time = z.int().describe("Unix timestamp in seconds, or, when 0 or negative, seconds relative to now.");
const interval = { from: time.optional(), until: time.optional() };
const hostList = z
  .string()
  .regex(/^\d+(,\d+)*$/, "not a comma-separated list of host ids")
  .describe("Comma-separated host IDs; all hosts when left out.");
const limit = z.int().positive();
const detail = z.literal([0, 1]).describe("0 gives text and plan, 1 leaves them out.");

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
    body: alertWire,
  },
  deleteAlert: { method: "DELETE", path: "/config/alerts/{alert_id}", summary: "delete an alert" },
  readAlertConfig: {
    method: "GET",
    path: "/config/alerts/{alert_id}/config",
    summary: "read an alert's configuration",
    answer: alertConfigWire,
  },
  writeAlertConfig: {
    method: "PUT",
    path: "/config/alerts/{alert_id}/config",
    summary: "set or replace an alert's configuration",
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
    answer: list(integrationWire),
  },
  listPolicies: {
    method: "GET",
    path: "/config/alert-opts/policy",
    summary: "list the alert policies",
    answer: list(alertPolicyWire),
  },
  listDurations: {
    method: "GET",
    path: "/config/alert-opts/durations",
    summary: "list the alert durations",
    answer: list(alertDurationWire),
  },
  listHosts: {
    method: "GET",
    path: "/hosts",
    summary: "list the hosts",
    query: z.object({
      from: time.optional(),
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
      limit: limit.optional().describe(`Number of results; at most ${maximumDigests}.`),
      new: z.boolean().optional().describe("Whether to list only queries first seen in the interval."),
      offset: z
        .string()
        .regex(/^[0-9a-f]{1,16}$/i, "not a query id in hexadecimal")
        .optional()
        .describe("Hexadecimal query ID: results are those past it."),
      host: hostList.optional(),
      filter: z
        .string()
        .optional()
        .describe("Pattern of the text: any part of it, ^ at its start, $ at its end, * for any run."),
      tags: z
        .string()
        .optional()
        .describe("Space-separated keys, values or key=value pairs; a digest must carry all of them."),
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
      limit: limit.optional().describe("Number of samples."),
      detail: detail.optional(),
      details: detail.optional(),
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
    body: eventCreation,
    answer: eventWire,
    token: "agent",
  },
} as const satisfies Record<string, Endpoint>;

/** The path of an endpoint below the base URL, with its parameter filled in. @param id an alert's id, or a query's */
export function pathOf(endpoint: Endpoint, id?: number | string): string {
  return apiPrefix + endpoint.path.replace(/\{\w+\}/, () => encodeURIComponent(String(id)));
}
