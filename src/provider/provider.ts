/** The `dbmon` provider: its configuration, resources, data sources and functions. */
import {
  type CallRecord,
  clientDefaults,
  environmentVariables,
  fieldsOfCallRecord,
  resolveConnection,
  type Retry,
  ServiceClient,
  type SettingNames,
} from "../client";
import { defaultExistingAlerts, existingAlertsValues, isExistingAlerts } from "../reconcile";
import { parsePeriod, parseTimeSpan } from "../service";
import { attribute as a, isUnknown, type Log, provider, schema } from "../tfplugin";
import { canCheckConnection, checkConnection } from "./check-connection";
import { dataSources } from "./data-sources";
import { toDiagnostic } from "./diagnostics";
import { functions } from "./functions";
import { eventAction } from "./actions/event";
import { waitPropagation } from "./actions/wait-propagation";
import { alertList } from "./list/alerts";
import { logProgress } from "./log-progress";
import { openPeers } from "./peers";
import { alert } from "./resources/alert";
import { event } from "./resources/event";
import { propagation } from "./resources/propagation";
import { openProviderSession, type ProviderSession } from "./session";
import { readTerraformArguments } from "./terraform-arguments";
import { checkDuration, checkMin, checkPeriod } from "./validators";

/** Terraform requests ten resources at a time. The remaining calls are prefetches, which hide the latency of a distant service. */
const defaultMaxConcurrency = 64;

const settingNames: SettingNames = {
  baseUrl: `base_url or ${environmentVariables.baseUrl}`,
  apiToken: `api_token or ${environmentVariables.apiToken}`,
  agentToken: `agent_token or ${environmentVariables.agentToken}`,
  maxConcurrency: "max_concurrency",
  requestTimeout: "request_timeout",
};

const configuration = schema({
  description:
    "Manages alerts of a database monitoring service as code. Alerts are matched by name. Destinations, policies and " +
    "durations are referenced and never changed.",
  attributes: {
    base_url: a.string({
      optional: true,
      description:
        "Address of the service, without `/api/v2`. Default: the `DBMON_BASE_URL` environment variable.",
    }),
    api_token: a.string({
      optional: true,
      sensitive: true,
      description:
        "API token. It selects the environment. Default: the `DBMON_API_TOKEN` environment variable, which keeps " +
        "the token out of Terraform's files.",
    }),
    agent_token: a.string({
      optional: true,
      sensitive: true,
      description:
        "Token of an agent, used to create events. Default: the `DBMON_AGENT_TOKEN` environment variable, or the API token.",
    }),
    propagation_window: a.string({
      optional: true,
      default: "60s",
      validate: [checkDuration],
      description: "Max time until a change takes effect and reads show it. Default: `60s`.",
    }),
    request_timeout: a.string({
      optional: true,
      default: "30s",
      validate: [checkDuration, checkPositive],
      description: "Timeout of one attempt of a call to the service. Default: `30s`.",
    }),
    max_concurrency: a.integer({
      optional: true,
      default: defaultMaxConcurrency,
      validate: [checkMin(1)],
      description:
        `Max concurrent calls to the service. Default: \`${defaultMaxConcurrency}\`. ` +
        "Terraform processes 10 resources at a time, unless you set its `-parallelism` option.",
    }),
    max_retries: a.integer({
      optional: true,
      default: clientDefaults.maxRetries,
      validate: [checkMin(0)],
      description: `Max retries of a failed call that is safe to retry. Default: \`${clientDefaults.maxRetries}\`.`,
    }),
    existing_alerts: a.string({
      optional: true,
      default: defaultExistingAlerts,
      validate: [checkExistingAlerts],
      description:
        "What to do if a live alert has the name of an alert to be created. `adopt_identical` (the default) adopts an " +
        "identical alert, and refuses a different one. `adopt` also adopts a different one, and updates it. `error` " +
        "refuses both.",
    }),
    backtest: a.string({
      optional: true,
      validate: [checkPeriod],
      description:
        "Period before now, for example `14d`, up to `365d`. The plan then reads the events of the period once, and warns for each " +
        "event alert that it creates, changes or deletes how often the alert would have fired. Default: none.",
    }),
  },
});

export const dbmon = provider<ProviderSession>()({
  name: "dbmon",
  schema: configuration,
  resources: [alert, event, propagation],
  lists: [alertList],
  actions: [eventAction, waitPropagation],
  dataSources,
  functions,

  /** Makes at most one call to the service. */
  async configure({ config, environment, terraformVersion, diagnostics, signal, log }) {
    const { base_url, api_token, agent_token, propagation_window, request_timeout } = config;
    const { max_concurrency, max_retries, existing_alerts, backtest } = config;
    if (isUnknown(base_url) || isUnknown(api_token) || isUnknown(agent_token)) return undefined;
    if (isUnknown(propagation_window) || isUnknown(request_timeout) || isUnknown(existing_alerts))
      return undefined;
    if (isUnknown(max_concurrency) || isUnknown(max_retries) || isUnknown(backtest)) return undefined;
    const result = resolveConnection(
      {
        baseUrl: base_url ?? undefined,
        apiToken: api_token ?? undefined,
        agentToken: agent_token ?? undefined,
      },
      environment,
      { settingNames },
    );
    if (!result.ok) {
      result.problems.map(toDiagnostic).forEach((diagnostic) => {
        diagnostics.add(diagnostic);
      });
      return undefined;
    }
    const client = new ServiceClient(result.connection, {
      requestTimeout: parseTimeSpan(request_timeout),
      maxConcurrency: max_concurrency,
      maxRetries: max_retries,
      userAgent: `terraform-provider-dbmon (Terraform ${terraformVersion})`,
      onCall: log.isEnabled("debug") ? callLogger(log) : undefined,
      onRetry: pauseLogger(log),
      settingNames,
    });
    const terraform = readTerraformArguments(environment);
    const session = openProviderSession(client, {
      signal,
      propagationWindowMs: parseTimeSpan(propagation_window),
      existingAlerts: isExistingAlerts(existing_alerts) ? existing_alerts : defaultExistingAlerts,
      terraform,
      peers: openPeers(result.connection, environment, terraform),
      onProgress: logProgress(log),
      backtestSeconds: backtest === null ? undefined : parsePeriod(backtest),
    });
    if (canCheckConnection(result.connection, terraform)) await checkConnection(session, diagnostics);
    return session;
  },
});

/** Logs each HTTP request at debug. */
function callLogger(log: Log): (record: CallRecord) => void {
  return (record) => {
    const { method, path } = record;
    log.debug("HTTP request", { method, path, ...fieldsOfCallRecord(record) });
  };
}

/** In milliseconds. Shorter pauses are in the log of the requests. */
const minLoggedPause = 2000;

/** Logs each long pause before a retry at warn, because Terraform prints only "Still creating..." during the wait. */
function pauseLogger(log: Log): (retry: Retry) => void {
  return ({ error: { call }, attempt, maxRetries, delayMs }) => {
    if (delayMs < minLoggedPause) return;
    const { method, path, status } = call;
    const seconds = Math.ceil(delayMs / 1000);
    log.warn(`The service is busy. Retry ${attempt} of ${maxRetries} in ${seconds} s.`, {
      method,
      path,
      ...(status === undefined ? {} : { status }),
    });
  };
}

function checkExistingAlerts(text: string): string | undefined {
  if (isExistingAlerts(text)) return undefined;
  const values = existingAlertsValues.map((value) => JSON.stringify(value)).join(", ");
  return `${JSON.stringify(text)} is not valid. Use one of ${values}.`;
}

function checkPositive(text: string): string | undefined {
  return parseTimeSpan(text) === 0 ? "Must be greater than zero." : undefined;
}
