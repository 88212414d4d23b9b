/**
 * Fires the alerts of one environment and stores the result. `AlertEvaluator` decides. All state except its index is in the store.
 * The caller runs each call in a transaction. Times are milliseconds since the Unix epoch.
 */
import {
  AlertEvaluator,
  type AlertHost,
  type EffectiveAlert,
  type EvaluatorState,
  thresholdEventType,
} from "../../alerting";
import { type AlertWire, type EventWire, kindOfType, readAlertConfig } from "../../service";
import { makeEvent } from "../rules/make-event";
import { type MetricValue } from "../store/records";
import { type EnvironmentStore } from "../store/sqlite/sqlite-store";
import { type NotificationOptions, recordFiring } from "./firing-recorder";

export class Evaluator {
  private cached: AlertEvaluator<EventWire> | undefined;

  constructor(
    private readonly store: EnvironmentStore,
    private readonly options: NotificationOptions,
  ) {}

  /** Discards the index of the alerts. */
  reset(): void {
    this.cached = undefined;
  }

  /** Applies the changes that took effect and fires the alerts that became due by `now`, in order of time. */
  catchUp(now: number): void {
    this.evaluator(now).catchUp(now);
  }

  /** When the next change takes effect or the next alert fires; undefined if only new input can fire an alert. */
  nextDueTime(): number | undefined {
    if (this.cached !== undefined) return this.cached.nextDueTime();
    return this.store.metrics.hasAny() ? this.store.watches.nextDue() : undefined;
  }

  /** Stores a metric value, whose timestamp can be before `now`. Alerts that it makes due fire in the next `catchUp`. */
  record({ host, metric, value, ts }: MetricValue, now: number): void {
    this.evaluator(now).record({ host, metric, value, at: ts * 1000 });
  }

  /** Stores the event and fires the event alerts of its category. */
  raise(event: EventWire, now: number): void {
    this.evaluator(now).raise(event, now);
  }

  private evaluator(now: number): AlertEvaluator<EventWire> {
    this.cached ??= new AlertEvaluator(createEvaluatorState(this.store, this.options), now);
    return this.cached;
  }
}

function createEvaluatorState(
  store: EnvironmentStore,
  options: NotificationOptions,
): EvaluatorState<EventWire> {
  const durationMs = (duration: number) => (store.durations.get(duration)?.seconds ?? 0) * 1000;
  return {
    history: {
      listInEffect: (time) =>
        store.alerts.listInEffect(time).flatMap((alert) => effectiveAlert(store, alert, time) ?? []),
      getInEffect: (id, time) => {
        const alert = store.alerts.getInEffect(id, time);
        return alert && effectiveAlert(store, alert, time);
      },
      changedAlerts: (from, until) => store.changes.alertsChanged(from, until),
      nextChange: (time) => store.changes.nextAfter(time),
    },
    values: {
      isEmpty: () => !store.metrics.hasAny(),
      get: (host, metric) => {
        const value = store.metrics.get(host, metric);
        return value && inMilliseconds(value);
      },
      ofMetric: (metric) => store.metrics.ofMetric(metric).map(inMilliseconds),
      put: ({ host, metric, value, at }) => {
        store.metrics.put({ host, metric, value, ts: inSeconds(at) });
      },
    },
    watches: store.watches,
    catalog: {
      host: (id) => alertHost(store, id),
      policyIntervalMs: (policy) => {
        const seconds: unknown = store.policies.get(policy)?.seconds;
        return typeof seconds === "number" ? seconds * 1000 : 0;
      },
      durationMs,
    },
    recorder: {
      createThresholdEvent: ({ config: { condition } }, host, at) => {
        if (condition.kind !== "threshold") throw new TypeError("Only a threshold alert generates an event.");
        const { metric, trigger, duration, alert_level } = condition;
        const value = store.metrics.get(host.id, metric)?.value ?? 0;
        const message =
          `Metric ${metric} at ${value}, greater than trigger threshold of ${trigger} ` +
          `for ${durationMs(duration) / 1000} seconds`;
        return makeEvent({
          start: inSeconds(at),
          type: thresholdEventType,
          message,
          host: host.id,
          level: alert_level,
        });
      },
      addEvent: (event) => {
        store.events.add(event);
      },
      addFiring: ({ alert, host, event, at }) => {
        const { condition } = alert.config;
        return recordFiring(store, options, {
          kind: condition.kind,
          alert: wireOf(store, alert),
          event,
          host: host && store.hosts.get(host.id),
          metric: condition.kind === "threshold" ? condition.metric : "",
          at: inSeconds(at),
        });
      },
      resolveFiring: (firing, at) => {
        store.firings.resolve(firing, inSeconds(at));
      },
    },
  };
}

function effectiveAlert(store: EnvironmentStore, alert: AlertWire, time: number): EffectiveAlert | undefined {
  const { id, type, policy, disabled, destinations } = alert;
  const wire = store.alertConfigs.getInEffect(id, time);
  const config = wire && readAlertConfig(wire, kindOfType(type));
  if (config === undefined) return undefined;
  const since = store.changes.inEffectSince(id, time);
  return { id, policy, disabled: disabled === 1, destinations, config, since };
}

/** The version of the alert that is in effect, with its name. */
function wireOf(store: EnvironmentStore, { id, since }: EffectiveAlert): AlertWire {
  const alert = store.alerts.getInEffect(id, since);
  if (alert === undefined) throw new Error(`The alert ${id} is in effect, but not stored.`);
  return alert;
}

function alertHost(store: EnvironmentStore, id: number): AlertHost | undefined {
  const host = store.hosts.get(id);
  return host && { id, type: host.type, isDeleted: host.deleted !== 0 };
}

function inMilliseconds({ host, metric, value, ts }: MetricValue) {
  return { host, metric, value, at: ts * 1000 };
}

function inSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
