/** The `dbmon` provider: its configuration, resources, data sources and functions. */
import {
  type CallRecord,
  type ClientOptions,
  environmentVariables,
  fieldsOfCallRecord,
  resolveConnection,
  ServiceClient,
  type SettingNames,
  UnauthorizedError,
} from "../client";
import { omitUndefined, type Problem, ProblemError } from "../diagnostics";
import { openSession } from "../engine";
import { isExistingAlerts } from "../reconcile";
import { parseTimeSpan } from "../service";
import { attribute as a, type Diagnostics, isUnknown, type Log, schema, toDiagnostic } from "../tfplugin";
import { alertData, alerts } from "./data-sources/alerts";
import { events } from "./data-sources/events";
import { objectDataSources } from "./data-sources/objects";
import { queries, query, querySamples } from "./data-sources/queries";
import { queryIdDecimal, queryIdHex, queryMetric } from "./functions";
import { alertList } from "./list/alerts";
import { PlannedAlerts } from "./planned-alerts";
import { ReadAhead } from "./read-ahead";
import { alert } from "./resources/alert";
import { event, eventAction } from "./resources/event";
import { propagation, waitPropagation } from "./resources/propagation";
import { provider, type ProviderSession } from "./session";
import { noLimit, readSettings, settingAttributes } from "./settings";

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
    ...settingAttributes,
  },
});

export const dbmon = provider({
  name: "dbmon",
  schema: configuration,
  resources: [alert, event, propagation],
  lists: [alertList],
  actions: [eventAction, waitPropagation],
  dataSources: [alertData, alerts, query, queries, querySamples, events, ...objectDataSources],
  functions: { query_metric: queryMetric, query_id_decimal: queryIdDecimal, query_id_hex: queryIdHex },

  async configure({ config, environment, terraformVersion, diagnostics, signal, log }) {
    const { base_url, api_token, agent_token } = config;
    if (isUnknown(base_url) || isUnknown(api_token) || isUnknown(agent_token)) return undefined;
    const settings = readSettings(config, environment, diagnostics);
    if (settings === undefined) return undefined;
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
      diagnostics.addProblems(new ProblemError(result.problems));
      return undefined;
    }
    const client = new ServiceClient(result.connection, {
      requestTimeout: parseTimeSpan(settings.request_timeout),
      maxConcurrency: Number(settings.max_concurrency),
      maxRetries: Number(settings.max_retries),
      userAgent: `terraform-provider-dbmon (Terraform ${terraformVersion})`,
      ...callLog(log),
      settingNames,
    });
    const warnings: Problem[] = [];
    const environmentSession = openSession(client, {
      signal,
      propagationWindowMs: parseTimeSpan(settings.propagation_window),
      // Terraform shows no progress.
      onProgress(event) {
        if (event.type === "clocks-differ") warnings.push(event.problem);
        if (event.type === "looking-for-alert")
          log.info("waiting for the list of alerts", { name: event.name, reason: event.reason });
      },
    });
    const session: ProviderSession = {
      ...environmentSession,
      existingAlerts: isExistingAlerts(settings.existing_alerts) ? settings.existing_alerts : "error",
      maxDeletes: settings.max_deletes === noLimit ? Infinity : Number(settings.max_deletes),
      plans: new PlannedAlerts(environmentSession.run),
      states: new Map(),
      readAhead: new ReadAhead(environmentSession.live),
      takeWarnings: () => warnings.splice(0),
    };
    await checkConnection(session, diagnostics);
    return session;
  },
});

/** Reports a wrong address or token once, at the provider's block, instead of for each resource. */
async function checkConnection({ live }: ProviderSession, diagnostics: Diagnostics): Promise<void> {
  try {
    await live.checkConnection();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const field = error instanceof UnauthorizedError ? "api_token" : "base_url";
    for (const problem of error.problems) diagnostics.add({ ...toDiagnostic(problem), path: [field] });
  }
}

/** In milliseconds. Shorter pauses are in the log of the requests. */
const minLoggedPause = 2000;

/**
 * Logs each HTTP request at debug, and each long pause before a retry at warn, because Terraform prints only "Still creating..." during
 * the wait.
 */
function callLog(log: Log): Pick<ClientOptions, "onCall" | "onRetry"> {
  const onCall = (record: CallRecord) => {
    const { method, path } = record;
    log.debug("HTTP request", { method, path, ...fieldsOfCallRecord(record) });
  };
  return {
    onCall: log.isEnabled("debug") ? onCall : undefined,
    onRetry({ error: { call }, attempt, maxRetries, delayMs }) {
      if (delayMs < minLoggedPause) return;
      const { method, path, status } = call;
      const seconds = Math.ceil(delayMs / 1000);
      const fields = omitUndefined({ method, path, status });
      log.warn(`The service is busy. Retry ${attempt} of ${maxRetries} in ${seconds} s.`, fields);
    },
  };
}
