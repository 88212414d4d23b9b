/**
 * Decides when the alerts of one environment fire and resolve (FIRE-1 to FIRE-6). Inputs are metric values, events and the passing of
 * time. All state except an index is in `EvaluatorState`. Times are milliseconds.
 */
import { isInScope } from "../service";
import { type AlertEvent, type EffectiveAlert, type MetricValue } from "./alert";
import { AlertsInEffect } from "./alerts-in-effect";
import { type EvaluatorState, noHost } from "./evaluator-state";
import { nextAllowedTime } from "./threshold";
import { ThresholdEvaluator } from "./threshold-evaluator";

export class AlertEvaluator<E extends AlertEvent> {
  readonly #alerts: AlertsInEffect;
  readonly #thresholds: ThresholdEvaluator<E>;

  /** Applies the changes that took effect by `now`. */
  constructor(
    private readonly state: EvaluatorState<E>,
    now: number,
  ) {
    this.#alerts = new AlertsInEffect(state.history, now);
    this.#thresholds = new ThresholdEvaluator(state, (event, time) => {
      this.raise(event, time);
    });
    // Changes can have taken effect while no evaluator existed.
    for (const id of new Set([...state.watches.alerts(), ...this.#alerts.ids()])) {
      this.#thresholds.reevaluate(id, this.#alerts.get(id), now);
    }
  }

  /** Applies the changes that took effect, and fires the alerts that became due by `now`, in order of time. */
  catchUp(now: number): void {
    for (let time = this.nextDueTime(); time !== undefined && time <= now; time = this.nextDueTime()) {
      this.#moveTo(time);
    }
    this.#moveTo(now);
  }

  /** When the next change takes effect or the next alert fires. Undefined if only new input can fire an alert. */
  nextDueTime(): number | undefined {
    // Without metric values, no alert becomes due, and several changes can be applied in one step.
    if (this.state.values.isEmpty()) return undefined;
    const due = this.state.watches.nextDue();
    const change = this.#alerts.nextChange();
    if (due === undefined || change === undefined) return due ?? change;
    return Math.min(due, change);
  }

  /**
   * Applies a metric value, whose time can be before that of the last `catchUp`. Alerts that it makes due fire only in the next
   * `catchUp`, because a later value of the same report can end the exceedance.
   */
  record(value: MetricValue): void {
    const alerts = this.#alerts.ofMetric(value.metric);
    // The previous value holds until the time of the new value.
    for (const alert of alerts) this.#thresholds.fireIfDue(alert, value.host, value.at);
    this.state.values.put(value);
    for (const alert of alerts) this.#thresholds.observe(alert, value);
  }

  /** Fires the event alerts of the event's category. */
  raise(event: E, now: number): void {
    this.state.recorder.addEvent(event);
    for (const alert of this.#alerts.ofCategory(event.type)) this.#fireForEvent(alert, event, now);
  }

  /** FIRE-5, FIRE-6: one event fires an alert of its category once. */
  #fireForEvent(alert: EffectiveAlert, event: E, now: number): void {
    const { catalog, watches, recorder } = this.state;
    const host = event.host === undefined ? undefined : catalog.host(event.host);
    if (alert.disabled || !isInScope(alert.config, host)) return;
    const hostId = host?.id ?? noHost;
    const watch = watches.get(alert.id, hostId);
    // FIRE-4: an event within the policy interval is not notified later.
    if (now < nextAllowedTime(watch, catalog.policyIntervalMs(alert.policy))) return;
    watches.put({ alert: alert.id, host: hostId, watch: { ...watch, lastFiredAt: now } }, undefined);
    recorder.addFiring({ alert, host, event, at: now });
  }

  #moveTo(time: number): void {
    for (const id of this.#alerts.moveTo(time)) this.#thresholds.reevaluate(id, this.#alerts.get(id), time);
    for (const { alert: id, host } of this.state.watches.due(time)) {
      const alert = this.#alerts.get(id);
      if (alert === undefined) this.#thresholds.end(id, time);
      else this.#thresholds.fireIfDue(alert, host, time);
    }
  }
}
