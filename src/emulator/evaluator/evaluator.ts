/**
 * Makes the alerts of one environment fire (FIRE-1 to FIRE-6). Called with what happens: a metric's value, an event, time
 * that passes. Everything it decides is in the store; each call is to be one transaction. Times are milliseconds since the
 * Unix epoch, but for those of what the service shows, which are whole seconds.
 */
import { type EventWire } from "../../service";
import { type MetricValue } from "../store/firing-stores";
import { type EnvironmentStore } from "../store/store";
import { AlertsInEffect } from "./alerts-in-effect";
import { fireForEvent } from "./event-alerts";
import { FiringRecorder, type NotificationOptions } from "./firing-recorder";
import { ThresholdAlerts } from "./threshold-alerts";

export class Evaluator {
  private loaded: AlertsInEffect | undefined;
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

  /** Forgets what is only kept at hand; it is read anew. */
  reset(): void {
    this.loaded = undefined;
  }

  /** What time has brought: changes that took effect, and alerts that are due, in their order. */
  catchUp(now: number): void {
    const alerts = this.inEffect(now);
    // Without a value nothing can be due in between, and the steps can be one.
    for (let time = this.nextMoment(); time !== undefined && time <= now; time = this.nextMoment()) {
      this.moveTo(alerts, time);
    }
    this.moveTo(alerts, now);
  }

  /** When time brings something; undefined: unless something happens, never. */
  nextMoment(): number | undefined {
    if (!this.store.metrics.hasAny()) return undefined;
    const moments = [this.store.watches.nextDue(), this.loaded?.nextChange()].filter(
      (moment) => moment !== undefined,
    );
    return moments.length === 0 ? undefined : Math.min(...moments);
  }

  /**
   * A metric takes a value, whose own time may be before now. What it makes due by now waits for `catchUp`: a later value of
   * the same report may say that it did not hold that long.
   */
  record(value: MetricValue, now: number): void {
    const alerts = this.inEffect(now).ofMetric(value.metric);
    // Until the new value's time, the one before it held.
    for (const alert of alerts) this.thresholds.fireIfDue(alert, value.host, value.ts * 1000);
    this.store.metrics.put(value);
    for (const alert of alerts) this.thresholds.look(alert, value);
  }

  /** An event has happened: it is kept, and the alerts of its category fire. */
  raise(event: EventWire, now: number): void {
    this.store.events.add(event);
    for (const alert of this.inEffect(now).ofCategory(event.type)) {
      fireForEvent(this.store, this.recorder, alert, event, now);
    }
  }

  /** The alerts as they were in effect when `catchUp` was last called. */
  private inEffect(now: number): AlertsInEffect {
    this.loaded ??= this.load(now);
    return this.loaded;
  }

  private load(now: number): AlertsInEffect {
    const alerts = new AlertsInEffect(this.store, now);
    // What took effect while nobody watched.
    const watched = this.store.watches.list().map(({ alert }) => alert);
    for (const id of new Set([...watched, ...alerts.ids()]))
      this.thresholds.reconsider(id, alerts.get(id), now);
    return alerts;
  }

  private moveTo(alerts: AlertsInEffect, time: number): void {
    for (const id of alerts.moveTo(time)) this.thresholds.reconsider(id, alerts.get(id), time);
    for (const { alert, host } of this.store.watches.due(time)) {
      const inEffect = alerts.get(alert);
      if (inEffect === undefined) this.thresholds.end(alert, time);
      else this.thresholds.fireIfDue(inEffect, host, time);
    }
  }
}
