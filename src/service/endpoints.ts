/**
 * The API of the service: method, path, parameters and body of each endpoint, for the client and the emulator.
 * Specification: "Endpoints". Facts GEN-1 and GEN-2.
 */
import * as z from "zod";
import { alertCreation, alertWire } from "./alert/alert";
import { alertConfigWire } from "./alert/config";
import { eventCreation } from "./event";
import { id } from "./fields";
import { decimalQueryId } from "./queries";

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

const interval = { from: time.optional(), until: time.optional() };
const limit = z.int().positive().optional();
const hostList = z.string().regex(/^\d+(,\d+)*$/, "not a comma-separated list of host IDs");
const detail = z.literal([0, 1]).optional();

/** Prefix of all paths, with the version of the API. */
export const apiPrefix = "/api/v2";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface Endpoint {
  readonly method: Method;
  /** Path below the prefix, with `{alert_id}` or `{query_id}` as a parameter. */
  readonly path: `/${string}`;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The required kind of token, if the specification defines one (AUTH-2). */
  readonly token?: "agent";
}

export const endpoints = {
  listAlerts: { method: "GET", path: "/config/alerts" },
  createAlert: { method: "POST", path: "/config/alerts", body: alertCreation },
  updateAlert: { method: "PUT", path: "/config/alerts/{alert_id}", body: alertWire },
  deleteAlert: { method: "DELETE", path: "/config/alerts/{alert_id}" },
  readAlertConfig: { method: "GET", path: "/config/alerts/{alert_id}/config" },
  writeAlertConfig: { method: "PUT", path: "/config/alerts/{alert_id}/config", body: alertConfigWire },
  listDestinations: { method: "GET", path: "/config/destinations" },
  listIntegrations: { method: "GET", path: "/config/integrations" },
  listPolicies: { method: "GET", path: "/config/alert-opts/policy" },
  listDurations: { method: "GET", path: "/config/alert-opts/durations" },
  listHosts: {
    method: "GET",
    path: "/hosts",
    query: z.object({ from: time.optional(), nest: z.literal("tags").optional() }),
  },
  listQueries: {
    method: "GET",
    path: "/queries",
    query: z.object({
      ...interval,
      limit,
      new: z.boolean().optional(),
      offset: z
        .string()
        .regex(/^[0-9a-fA-F]{1,16}$/, "not a query ID in hexadecimal")
        .optional(),
      host: hostList.optional(),
      filter: z.string().optional(),
      tags: z.string().optional(),
    }),
  },
  listSamples: {
    method: "GET",
    path: "/queries/samples",
    // The specification shows two spellings of `detail`.
    query: z.object({
      query: decimalQueryId,
      host: id.optional(),
      ...interval,
      limit,
      detail,
      details: detail,
    }),
  },
  readQuery: {
    method: "GET",
    path: "/queries/{query_id}",
    query: z.object({ tags: z.literal([0, 1]).optional() }),
  },
  listEvents: {
    method: "GET",
    path: "/events",
    query: z.object({ ...interval, host: hostList.optional(), addGlobal: z.literal(1) }),
  },
  createEvent: { method: "POST", path: "/events", body: eventCreation, token: "agent" },
} as const satisfies Record<string, Endpoint>;

/** The path below the base URL. @param id replaces the parameter of the path */
export function pathOf(endpoint: Endpoint, id?: number | string): string {
  return apiPrefix + endpoint.path.replace(/\{\w+\}/, () => encodeURIComponent(String(id)));
}
