/** Everything that the page shows of an environment, in one answer. Holds no destination settings. */
import { type AlertConfigWire, type AlertWire, type EventWire, type HostWire } from "../../service";
import { type ServiceClock } from "../clock";
import { type Monitor } from "../monitor";
import { type Firing, type MetricValue, type Notification, type StoredWatch } from "../store/firing-stores";
import { type EnvironmentStore } from "../store/store";

/** How an alert stands: `incomplete` has no configuration, `exceeding` is above its trigger and not fired yet. */
export type AlertState = "incomplete" | "disabled" | "quiet" | "exceeding" | "fired";

export interface Overview {
  readonly environment: string;
  /** Seconds since the Unix epoch, with fractions. */
  readonly now: number;
  readonly isRunning: boolean;
  readonly alerts: readonly (AlertWire & {
    readonly config: AlertConfigWire | null;
    readonly state: AlertState;
    /** Ids of the hosts that it is fired on, or above its trigger on. */
    readonly on: readonly number[];
    /** When the last change of it takes effect, in seconds since the Unix epoch; null once all have. */
    readonly pendingUntil: number | null;
  })[];
  readonly destinations: readonly { readonly id: number; readonly name: string; readonly status: number }[];
  readonly policies: readonly AlertOptionName[];
  readonly durations: readonly AlertOptionName[];
  readonly hosts: readonly HostWire[];
  readonly metrics: readonly MetricValue[];
  /** Newest first. */
  readonly events: readonly EventWire[];
  readonly firings: readonly Firing[];
  readonly outbox: readonly Omit<Notification, "body">[];
}

export interface AlertOptionName {
  readonly id: number;
  readonly name: string | null;
}

const newestShown = { events: 500, firings: 100, outbox: 100 };

export function overviewOf(monitor: Monitor, clock: ServiceClock): Overview {
  monitor.catchUp();
  const { store } = monitor;
  const now = clock.now();
  return {
    environment: store.name,
    now: now / 1000,
    isRunning: clock.isRunning,
    alerts: alertsOf(store, now),
    destinations: store.destinations.list().map(({ id, name, status }) => ({ id, name, status })),
    policies: store.policies.list().map(idAndName),
    durations: store.durations.list().map(idAndName),
    hosts: store.hosts.list(),
    metrics: store.metrics.list(),
    events: store.events.newest(newestShown.events),
    firings: store.firings.newest(newestShown.firings),
    outbox: store.outbox.newest(newestShown.outbox).map(withoutBody),
  };
}

function idAndName({
  id,
  name,
}: {
  readonly id: number;
  readonly name?: string | undefined;
}): AlertOptionName {
  return { id, name: name ?? null };
}

function withoutBody(notification: Notification): Omit<Notification, "body"> {
  const { body: _, ...rest } = notification;
  return rest;
}

function alertsOf(store: EnvironmentStore, now: number): Overview["alerts"] {
  const standings = standingsOf(store.watches.list());
  const pending = store.changes.pending(now);
  return store.alerts.list().map((alert) => {
    const config = store.alertConfigs.get(alert.id) ?? null;
    const { fired, exceeding } = standings.get(alert.id) ?? nowhere;
    const pendingUntil = pending.get(alert.id);
    return {
      ...alert,
      config,
      state: stateOf(alert, config, fired.length, exceeding.length),
      on: fired.length > 0 ? fired : exceeding,
      pendingUntil: pendingUntil === undefined ? null : pendingUntil / 1000,
    };
  });
}

/** IDs of the hosts that an alert is fired on, and of those that it is above its trigger on. */
interface Standing {
  readonly fired: number[];
  readonly exceeding: number[];
}

const nowhere: Standing = { fired: [], exceeding: [] };

/** By alert, in one pass: there may be thousands of alerts, each on many hosts, and the page asks every second. */
function standingsOf(watches: readonly StoredWatch[]): Map<number, Standing> {
  const standings = new Map<number, Standing>();
  for (const { alert, host, watch } of watches) {
    if (watch.firing === undefined && watch.exceedingSince === undefined) continue;
    const standing = standings.get(alert) ?? { fired: [], exceeding: [] };
    standings.set(alert, standing);
    if (watch.firing !== undefined) standing.fired.push(host);
    if (watch.exceedingSince !== undefined) standing.exceeding.push(host);
  }
  return standings;
}

function stateOf(
  alert: AlertWire,
  config: AlertConfigWire | null,
  fired: number,
  exceeding: number,
): AlertState {
  if (config === null) return "incomplete";
  if (fired > 0) return "fired";
  if (alert.disabled === 1) return "disabled";
  return exceeding > 0 ? "exceeding" : "quiet";
}
