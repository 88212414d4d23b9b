/** The `dbmon` provider: its configuration, and what it offers. */
import {
  type CallRecord,
  clientDefaults,
  fieldsOfCallRecord,
  resolveConnection,
  ServiceClient,
} from "../client";
import { openSession, type ExistingAlerts } from "../engine";
import { attribute as a, isUnknown, type Log, provider, schema } from "../tfplugin";
import { dataSources } from "./data-sources";
import { toDiagnostic } from "./diagnostics";
import { isDuration, parseDuration } from "./duration";
import { functions } from "./functions";
import { terraformParallelism } from "./parallelism";
import { RequestActivity } from "./request-activity";
import { alert } from "./resources/alert";
import { Siblings } from "./resources/alert/siblings";
import { event } from "./resources/event";
import { propagation } from "./resources/propagation";
import { type ProviderSession } from "./session";
import { atLeast } from "./validators";

/**
 * Terraform asks for ten resources at a time, so more calls than these are reads ahead; and those are to keep up with terraform where
 * the service is far away.
 */
const mostAtOnce = 64;

const configuration = schema({
  description:
    "Manages the alerts of a database monitoring service as code. Alerts are matched by name; destinations, " +
    "policies and durations are referred to and never changed.",
  attributes: {
    base_url: a.string({
      optional: true,
      description:
        "Address of the service, without `/api/v2`. Default: the environment variable `DBMON_BASE_URL`.",
    }),
    api_token: a.string({
      optional: true,
      sensitive: true,
      description:
        "API token; it decides the environment. Default: the environment variable `DBMON_API_TOKEN`, which keeps " +
        "the token out of Terraform's files.",
    }),
    agent_token: a.string({
      optional: true,
      sensitive: true,
      description:
        "Token of an agent, for creating events. Default: the environment variable `DBMON_AGENT_TOKEN`, else the API token.",
    }),
    propagation_window: a.string({
      optional: true,
      default: "60s",
      validate: [isDuration],
      description: "How long a change may take to take effect, and a read to show it. Default: `60s`.",
    }),
    request_timeout: a.string({
      optional: true,
      default: "30s",
      validate: [isDuration, isPositive],
      description: "How long one attempt of a call to the service may take. Default: `30s`.",
    }),
    max_concurrency: a.integer({
      optional: true,
      default: mostAtOnce,
      validate: [atLeast(1)],
      description:
        `How many calls may be under way at once. Default: \`${mostAtOnce}\`. ` +
        "Terraform itself handles 10 resources at a time, unless its option `-parallelism` says otherwise.",
    }),
    max_retries: a.integer({
      optional: true,
      default: clientDefaults.maxRetries,
      validate: [atLeast(0)],
      description: `How often a failed call that may be repeated is repeated. Default: \`${clientDefaults.maxRetries}\`.`,
    }),
    existing_alerts: a.string({
      optional: true,
      default: "error",
      validate: [isExistingAlerts],
      description:
        "What to do when an alert to be created exists already under its name and differs: `error` (the default) " +
        "or `adopt`, which takes it over and changes it. An identical one is always adopted.",
    }),
  },
});

export const dbmon = provider<ProviderSession>()({
  name: "dbmon",
  schema: configuration,
  resources: [alert, event, propagation],
  dataSources,
  functions,

  /** Calls nothing: the first resource or data source that needs the service is the first to call it. */
  configure({ config, environment, terraformVersion, diagnostics, signal, log }) {
    const { base_url, api_token, agent_token, propagation_window, request_timeout } = config;
    const { max_concurrency, max_retries, existing_alerts } = config;
    if (isUnknown(base_url) || isUnknown(api_token) || isUnknown(agent_token)) return undefined;
    if (isUnknown(propagation_window) || isUnknown(request_timeout) || isUnknown(existing_alerts))
      return undefined;
    if (isUnknown(max_concurrency) || isUnknown(max_retries)) return undefined;
    const result = resolveConnection(
      {
        baseUrl: base_url ?? undefined,
        apiToken: api_token ?? undefined,
        agentToken: agent_token ?? undefined,
      },
      environment,
    );
    if (!result.ok) {
      result.problems.map(toDiagnostic).forEach((diagnostic) => {
        diagnostics.add(diagnostic);
      });
      return undefined;
    }
    const client = new ServiceClient(result.connection, {
      requestTimeout: parseDuration(request_timeout),
      maxConcurrency: max_concurrency,
      maxRetries: max_retries,
      userAgent: `terraform-provider-dbmon (Terraform ${terraformVersion})`,
      onCall: log.isEnabled("debug") ? callLogger(log) : undefined,
    });
    const activity = new RequestActivity(
      (milliseconds) => session.run.sleep(milliseconds),
      terraformParallelism(environment),
    );
    const session = openSession(client, {
      signal,
      propagationWindowMs: parseDuration(propagation_window),
      waitForPeers: async (condition) => (await activity.waitUntil(condition)) === "met",
    });
    return {
      ...session,
      existingAlerts: toExistingAlerts(existing_alerts) ?? "error",
      activity,
      siblings: new Siblings(),
    };
  },
});

/** Logs each HTTP request at debug. */
function callLogger(log: Log): (record: CallRecord) => void {
  return (record) => {
    const { method, path } = record;
    log.debug("HTTP request", { method, path, ...fieldsOfCallRecord(record) });
  };
}

function toExistingAlerts(text: string): ExistingAlerts | undefined {
  return text === "error" || text === "adopt" ? text : undefined;
}

function isExistingAlerts(text: string): string | undefined {
  return toExistingAlerts(text) === undefined
    ? `${JSON.stringify(text)} is neither "error" nor "adopt".`
    : undefined;
}

function isPositive(text: string): string | undefined {
  return parseDuration(text) === 0 ? "Must be greater than zero." : undefined;
}
