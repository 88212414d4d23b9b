/** The data of one environment for the emulator's page. Contains no destination settings, because they can be secrets. */
import { describeAlert, type NameObject, type SentencePart } from "../../alerting";
import { getOrAdd } from "../../diagnostics";
import {
  type AlertConfigWire,
  type AlertWire,
  type EventWire,
  type HostWire,
  kindOfType,
  readAlertConfig,
} from "../../service";
import { type AlertEvaluation } from "../alert-evaluation";
import { type ServiceClock } from "../clock";
import { type FiringRecord, type MetricRecord, type Notification } from "../evaluator/records";
import { type RequestLog } from "../request-log";
import { type EnvironmentStore } from "../store/store";

/**
 * The state of an alert. `incomplete`: it has no configuration. `exceeding`: a value is above the trigger, but the alert
 * has not fired yet. `fired`: it has fired and is not resolved.
 */
export type AlertActivity = "incomplete" | "disabled" | "quiet" | "exceeding" | "fired";

/**
 * Response of `GET /_emulator/overview`.
 *
 * @example
 * const overview = (await (await fetch(`${emulator.url}/_emulator/overview`)).json()) as Overview;
 * console.log(overview.alerts.filter(({ state }) => state === "fired"));
 */
export interface Overview {
  readonly environment: string;
  readonly environments: readonly string[];
  /** The emulator's time: seconds since the Unix epoch, with fractions. */
  readonly now: number;
  readonly isRunning: boolean;
  readonly alerts: readonly (AlertWire & {
    readonly config: AlertConfigWire | null;
    /** The configuration and the policy in plain words; null without a configuration. */
    readonly sentence: readonly SentencePart[] | null;
    readonly state: AlertActivity;
    /** IDs of the hosts on which it has fired. If it has not fired: hosts with a value above its trigger. */
    readonly on: readonly number[];
    /** When it next fires without new values, in seconds since the Unix epoch; null if it needs a value. */
    readonly firesAt: number | null;
    /** When its latest change takes effect, in seconds since the Unix epoch; null if all changes are in effect. */
    readonly pendingUntil: number | null;
  })[];
  readonly destinations: readonly { readonly id: number; readonly name: string; readonly status: number }[];
  readonly policies: readonly AlertOptionName[];
  readonly durations: readonly AlertOptionName[];
  readonly hosts: readonly HostWire[];
  readonly metrics: readonly MetricRecord[];
  /** Newest first. */
  readonly events: readonly EventWire[];
  readonly firings: readonly FiringRecord[];
  readonly outbox: readonly Omit<Notification, "body">[];
  /** Newest first, of all environments, without bodies. */
  readonly requests: ReturnType<RequestLog["newest"]>;
}

interface AlertOptionName {
  readonly id: number;
  readonly name: string | null;
}

interface EmulatorParts {
  readonly clock: ServiceClock;
  /** By name of the environment. */
  readonly evaluations: ReadonlyMap<string, AlertEvaluation>;
  readonly requests: RequestLog;
}

/** The newest elements per list. */
const maxShown = { events: 500, firings: 100, outbox: 100, requests: 100 };

export function overviewOf(
  evaluation: AlertEvaluation,
  { clock, evaluations, requests }: EmulatorParts,
): Overview {
  evaluation.catchUp();
  const { store } = evaluation;
  const now = clock.now();
  return {
    environment: store.name,
    environments: [...evaluations.keys()],
    now: now / 1000,
    isRunning: clock.isRunning,
    alerts: alertsOf(store, now),
    destinations: store.destinations.list().map(({ id, name, status }) => ({ id, name, status })),
    policies: store.policies.list().map(({ id, name = null }) => ({ id, name })),
    durations: store.durations.list().map(({ id, name = null }) => ({ id, name })),
    hosts: store.hosts.list(),
    metrics: store.metrics.list(),
    events: store.events.newest(maxShown.events),
    firings: store.firings.newest(maxShown.firings),
    outbox: store.outbox.newest(maxShown.outbox).map((notification) => {
      const { body: _, ...rest } = notification;
      return rest;
    }),
    requests: requests.newest(maxShown.requests),
  };
}

function alertsOf(store: EnvironmentStore, now: number): Overview["alerts"] {
  const nameObject = namesIn(store);
  const hostsByAlert = groupHosts(store.watches.list());
  const dueTimes = store.watches.dueTimes();
  // Of several pending changes of an alert, the last one counts.
  const pending = new Map(
    store.alerts.changes(now, Number.MAX_SAFE_INTEGER).map(({ id, since }) => [id, since]),
  );
  return store.alerts.list().map((alert) => {
    const config = store.alerts.config(alert.id) ?? null;
    const hosts = hostsByAlert.get(alert.id) ?? noHosts;
    const pendingUntil = pending.get(alert.id);
    const firesAt = dueTimes.get(alert.id);
    return {
      ...alert,
      config,
      sentence: sentenceOf(alert, config, nameObject),
      state: stateOf(alert, config, hosts),
      on: hosts.fired.length > 0 ? hosts.fired : hosts.exceeding,
      firesAt: firesAt === undefined ? null : firesAt / 1000,
      pendingUntil: pendingUntil === undefined || pendingUntil <= now ? null : pendingUntil / 1000,
    };
  });
}

function namesIn({ hosts, policies, durations }: EnvironmentStore): NameObject {
  const names = {
    host: new Map(hosts.list().map(({ id, name }) => [id, name])),
    policy: new Map(policies.list().map(({ id, name }) => [id, name ?? String(id)])),
    duration: new Map(durations.list().map(({ id, name }) => [id, name ?? String(id)])),
  };
  return (kind, id) => names[kind].get(id) ?? `${kind} ${id} (removed)`;
}

function sentenceOf(
  { type, policy }: AlertWire,
  config: AlertConfigWire | null,
  nameObject: NameObject,
): readonly SentencePart[] | null {
  const read = config === null ? undefined : readAlertConfig(config, kindOfType(type));
  return read === undefined ? null : describeAlert(read, policy, nameObject);
}

/** IDs of the hosts on which an alert has fired, and on which a value is above its trigger. */
interface HostsByState {
  readonly fired: number[];
  readonly exceeding: number[];
}

const noHosts: HostsByState = { fired: [], exceeding: [] };

/** Groups by alert in one pass, because the page polls and there can be thousands of alerts on many hosts. */
function groupHosts(watches: ReturnType<EnvironmentStore["watches"]["list"]>): Map<number, HostsByState> {
  const byAlert = new Map<number, HostsByState>();
  for (const { alert, host, watch } of watches) {
    if (watch.firing === undefined && watch.exceedingSince === undefined) continue;
    const hosts = getOrAdd(byAlert, alert, () => ({ fired: [], exceeding: [] }));
    if (watch.firing !== undefined) hosts.fired.push(host);
    if (watch.exceedingSince !== undefined) hosts.exceeding.push(host);
  }
  return byAlert;
}

function stateOf(
  alert: AlertWire,
  config: AlertConfigWire | null,
  { fired, exceeding }: HostsByState,
): AlertActivity {
  if (config === null) return "incomplete";
  if (fired.length > 0) return "fired";
  if (alert.disabled === 1) return "disabled";
  return exceeding.length > 0 ? "exceeding" : "quiet";
}
