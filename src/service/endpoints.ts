/**
 * The service's interface, once: method, path, parameters, body and answer of each endpoint, for the client that
 * calls it and the emulator that serves it. Specification: "Endpoints"; facts GEN-1, GEN-2.
 */
import { z } from "zod";
import { alertCreation, alertWire } from "./alert";
import { alertConfigWire } from "./alert-config";
import { alertDurationWire, alertPolicyWire, integrationWire } from "./alert-option";
import { destinationWire } from "./destination";
import { hostWire } from "./host";

/** Prefix of every path: the version of the interface. */
export const apiPrefix = "/api/v2";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface Endpoint {
  readonly method: Method;
  /** Path below the prefix; `{alert_id}` stands for a parameter. */
  readonly path: `/${string}`;
  /** What it does, in a few words. */
  readonly summary: string;
  /** Query parameters, all optional unless the schema says otherwise. */
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** What a successful answer holds; left out where the specification does not show it. */
  readonly answer?: z.ZodType;
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
    query: z.object({ from: z.int().optional(), nest: z.literal("tags").optional() }),
    answer: list(hostWire),
  },
} as const satisfies Record<string, Endpoint>;

/** The path of an endpoint below the base URL, with its parameter filled in. */
export function pathOf(endpoint: Endpoint, alertId?: number): string {
  return apiPrefix + endpoint.path.replace("{alert_id}", () => String(alertId));
}
