/** Everything that the page shows of an environment, in one answer. Holds no destination settings. */
import { type AlertConfigWire, type AlertWire, type EventWire, type HostWire } from "../../service";
import { type ServiceClock } from "../clock";
import { type Monitor } from "../monitor";
import { type Firing, type MetricValue, type Notification } from "../store/firing-stores";
import { type EnvironmentStore } from "../store/store";

/** How an alert stands: `half-made` has no configuration, `exceeding` is above its trigger and not fired yet. */
export type AlertState = "half-made" | "disabled" | "quiet" | "exceeding" | "fired";

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
  readonly hosts: readonly HostWire[];
  readonly metrics: readonly MetricValue[];
  /** Newest first. */
  readonly events: readonly EventWire[];
  readonly firings: readonly Firing[];
  readonly outbox: readonly Omit<Notification, "body">[];
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
    hosts: store.hosts.list(),
    metrics: store.metrics.list(),
    events: store.events.newest(newestShown.events),
    firings: store.firings.newest(newestShown.firings),
    outbox: store.outbox.newest(newestShown.outbox).map(withoutBody),
  };
}

function withoutBody(notification: Notification): Omit<Notification, "body"> {
  const { body: _, ...rest } = notification;
  return rest;
}

function alertsOf(store: EnvironmentStore, now: number): Overview["alerts"] {
  const watches = store.watches.list();
  const pending = store.changes.pending(now);
  return store.alerts.list().map((alert) => {
    const config = store.alertConfigs.get(alert.id) ?? null;
    const own = watches.filter((watch) => watch.alert === alert.id);
    const fired = own.filter(({ watch }) => watch.firing !== undefined);
    const exceeding = own.filter(({ watch }) => watch.exceedingSince !== undefined);
    const pendingUntil = pending.get(alert.id);
    return {
      ...alert,
      config,
      state: stateOf(alert, config, fired.length, exceeding.length),
      on: (fired.length > 0 ? fired : exceeding).map(({ host }) => host),
      pendingUntil: pendingUntil === undefined ? null : pendingUntil / 1000,
    };
  });
}

function stateOf(
  alert: AlertWire,
  config: AlertConfigWire | null,
  fired: number,
  exceeding: number,
): AlertState {
  if (config === null) return "half-made";
  if (fired > 0) return "fired";
  if (alert.disabled === 1) return "disabled";
  return exceeding > 0 ? "exceeding" : "quiet";
}
