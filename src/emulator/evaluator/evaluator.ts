/**
 * Fires the alerts of one environment (FIRE-1 to FIRE-6). Inputs are metric values, events and the passing of time.
 * All state except a cache is in the store. The caller runs each call in a transaction. Times are milliseconds since
 * the Unix epoch, except in objects of the service, which use whole seconds.
 */
import { type EventWire } from "../../service";
import { type MetricValue, noHost } from "../store/firing-stores";
import { type EnvironmentStore } from "../store/store";
import { isInScope, policyIntervalMs } from "./alert-semantics";
import { type AlertInEffect, AlertsInEffect } from "./alerts-in-effect";
import { FiringRecorder, type NotificationOptions } from "./firing-recorder";
import { ThresholdAlerts } from "./threshold-alerts";

export class Evaluator {
  private cache: AlertsInEffect | undefined;
  private readonly recorder: FiringRecorder;
  private readonly thresholds: ThresholdAlerts;

  constructor(
    private readonly store: EnvironmentStore,
    options: NotificationOptions,
  ) {
    this.recorder = new FiringRecorder(store, options);
    this.thresholds = new ThresholdAlerts(store, this.recorder, (event, time) => {
      this.raise(event, time);
    });
  }

  /** Discards the cache. */
  reset(): void {
    this.cache = undefined;
  }

  /** Applies the changes that took effect and fires the alerts that became due by `now`, in order of time. */
  catchUp(now: number): void {
    const alerts = this.alertsInEffect(now);
    // Without metric values there are no due times, so one step suffices.
    for (let time = this.nextDueTime(); time !== undefined && time <= now; time = this.nextDueTime()) {
      this.moveTo(alerts, time);
    }
    this.moveTo(alerts, now);
  }

  /** When the next change takes effect or the next alert fires; undefined if only new input can fire an alert. */
  nextDueTime(): number | undefined {
    if (!this.store.metrics.hasAny()) return undefined;
    const times = [this.store.watches.nextDue(), this.cache?.nextChange()].filter(
      (time) => time !== undefined,
    );
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /**
   * Stores a metric value, whose timestamp can be before `now`. Alerts that it makes due by `now` fire only in the next
   * `catchUp`, because a later value of the same report can end the exceedance.
   */
  record(value: MetricValue, now: number): void {
    const alerts = this.alertsInEffect(now).ofMetric(value.metric);
    // The previous value holds until the new value's timestamp.
    for (const alert of alerts) this.thresholds.fireIfDue(alert, value.host, value.ts * 1000);
    this.store.metrics.put(value);
    for (const alert of alerts) this.thresholds.observe(alert, value);
  }

  /** Stores the event and fires the event alerts of its category. */
  raise(event: EventWire, now: number): void {
    this.store.events.add(event);
    for (const alert of this.alertsInEffect(now).ofCategory(event.type)) this.fireForEvent(alert, event, now);
  }

  /** FIRE-5, FIRE-6: one event fires an alert of its category once. */
  private fireForEvent({ alert, config }: AlertInEffect, event: EventWire, now: number): void {
    const host = event.host === undefined ? undefined : this.store.hosts.get(event.host);
    if (alert.disabled === 1 || !isInScope(config, host)) return;
    const hostId = host?.id ?? noHost;
    const watch = this.store.watches.get(alert.id, hostId);
    const intervalMs = policyIntervalMs(this.store.policies.get(alert.policy));
    // FIRE-4: an event within the policy interval is not notified later.
    if (watch.lastFiredAt !== undefined && now < watch.lastFiredAt + intervalMs) return;
    this.store.watches.put(
      { alert: alert.id, host: hostId, watch: { ...watch, lastFiredAt: now } },
      undefined,
    );
    this.recorder.record({ kind: "event", alert, event, host, metric: "", time: now });
  }

  /** The alerts in effect at the last `catchUp`. */
  private alertsInEffect(now: number): AlertsInEffect {
    this.cache ??= this.load(now);
    return this.cache;
  }

  private load(now: number): AlertsInEffect {
    const alerts = new AlertsInEffect(this.store, now);
    // Changes can have taken effect while the cache was not loaded.
    const watched = this.store.watches.list().map(({ alert }) => alert);
    for (const id of new Set([...watched, ...alerts.ids()])) {
      this.thresholds.reevaluate(id, alerts.get(id), now);
    }
    return alerts;
  }

  private moveTo(alerts: AlertsInEffect, time: number): void {
    for (const id of alerts.moveTo(time)) this.thresholds.reevaluate(id, alerts.get(id), time);
    for (const { alert, host } of this.store.watches.due(time)) {
      const inEffect = alerts.get(alert);
      if (inEffect === undefined) this.thresholds.end(alert, time);
      else this.thresholds.fireIfDue(inEffect, host, time);
    }
  }
}
