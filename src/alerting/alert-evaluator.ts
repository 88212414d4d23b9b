/**
 * Decides when the alerts of one environment fire and resolve (FIRE-1 to FIRE-6). Inputs are metric values, events and the passing of
 * time. All state except an index is in `EvaluatorState`. Times are milliseconds.
 */
import { isInScope, type ThresholdCondition } from "../service";
import { type AlertEvent, type EffectiveAlert, type MetricValue } from "./alert";
import { AlertsInEffect } from "./alerts-in-effect";
import { type EvaluatorState, noHost } from "./evaluator-state";
import {
  dueTime,
  fired,
  nextAllowedTime,
  observe,
  type ThresholdRule,
  type Watch,
  withoutExceeding,
} from "./threshold";

export class AlertEvaluator<E extends AlertEvent> {
  readonly #alerts: AlertsInEffect;

  /** Applies the changes that took effect by `now`. */
  constructor(
    private readonly state: EvaluatorState<E>,
    now: number,
  ) {
    this.#alerts = new AlertsInEffect(state.history, now);
    // Changes can have taken effect while no evaluator existed.
    for (const id of new Set([...state.watches.alerts(), ...this.#alerts.ids()])) this.#reevaluate(id, now);
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
    for (const alert of alerts) this.#fireIfDue(alert, value.host, value.at);
    this.state.values.put(value);
    for (const alert of alerts) this.#observe(alert, value);
  }

  /** Fires the event alerts of the event's category. */
  raise(event: E, now: number): void {
    this.state.recorder.addEvent(event);
    for (const alert of this.#alerts.ofCategory(event.type)) this.#fireForEvent(alert, event, now);
  }

  /** FIRE-5, FIRE-6: one event fires an alert of its category once. */
  #fireForEvent(alert: EffectiveAlert, event: E, now: number): void {
    const { objects, watches, recorder } = this.state;
    const host = event.host === undefined ? undefined : objects.host(event.host);
    if (alert.disabled || !isInScope(alert.config, host)) return;
    const hostId = host?.id ?? noHost;
    const watch = watches.get(alert.id, hostId);
    // FIRE-4: an event within the policy interval is not notified later.
    if (now < nextAllowedTime(watch, objects.policyIntervalMs(alert.policy) ?? 0)) return;
    watches.put({ alert: alert.id, host: hostId, watch: { ...watch, lastFiredAt: now } }, undefined);
    recorder.addFiring({ alert, host, event, at: now });
  }

  #moveTo(time: number): void {
    for (const id of this.#alerts.moveTo(time)) this.#reevaluate(id, time);
    for (const { alert: id, host } of this.state.watches.due(time)) {
      const alert = this.#alerts.get(id);
      if (alert === undefined) this.#end(id, time);
      else this.#fireIfDue(alert, host, time);
    }
  }

  /** Evaluates an alert against the current values after a change took effect. */
  #reevaluate(id: number, time: number): void {
    const alert = this.#alerts.get(id);
    if (alert === undefined) {
      this.#end(id, time);
      return;
    }
    const { condition } = alert.config;
    if (condition.kind !== "threshold") return;
    const { values, watches } = this.state;
    for (const value of values.ofMetric(condition.metric)) this.#observe(alert, value);
    // After a change of the alert's metric, hosts without a value of the new metric no longer exceed the trigger.
    for (const { host, watch } of watches.ofAlert(id)) {
      if (values.get(host, condition.metric) !== undefined) continue;
      watches.put({ alert: id, host, watch: withoutExceeding(watch) }, undefined);
    }
  }

  /** Resolves the firings of a deleted alert and removes its state. */
  #end(id: number, time: number): void {
    const { watches, recorder } = this.state;
    for (const { watch } of watches.ofAlert(id)) {
      if (watch.firing !== undefined) recorder.resolveFiring(watch.firing, time);
    }
    watches.removeAlert(id);
  }

  /** Applies a value to a threshold alert. The value holds from its time on. */
  #observe(alert: EffectiveAlert, { host, value, at }: MetricValue): void {
    const { condition } = alert.config;
    if (condition.kind !== "threshold") return;
    const before = this.state.watches.get(alert.id, host);
    const rule = this.#ruleFor(alert, condition, host);
    const { watch, resolved } = observe(before, rule, value, at);
    if (resolved !== undefined) this.state.recorder.resolveFiring(resolved, Math.max(at, rule.since));
    // Most pairs of alert and host never have state, so empty state is not stored.
    if (watch !== before) this.#put(alert, host, watch, rule);
  }

  /**
   * Fires a threshold alert if it is due by `until`. Otherwise stores its due time again, because a changed policy, duration or host can
   * have moved it.
   */
  #fireIfDue(alert: EffectiveAlert, hostId: number, until: number): void {
    const { condition } = alert.config;
    const { objects, watches, recorder } = this.state;
    const watch = watches.get(alert.id, hostId);
    // The kind of an alert never changes.
    if (condition.kind !== "threshold" || watch.exceedingSince === undefined) return;
    const rule = this.#ruleFor(alert, condition, hostId);
    const at = dueTime(watch, rule);
    const host = objects.host(hostId);
    if (host === undefined || !rule.isActive) this.#put(alert, hostId, withoutExceeding(watch), rule);
    else if (at === undefined || at > until) this.#put(alert, hostId, watch, rule);
    else {
      const event = recorder.createThresholdEvent(alert, host, at);
      const firing = recorder.addFiring({ alert, host, event, at });
      this.#put(alert, hostId, fired(watch, firing, at), rule);
      this.raise(event, at);
    }
  }

  #put({ id }: EffectiveAlert, host: number, watch: Watch, rule: ThresholdRule): void {
    this.state.watches.put({ alert: id, host, watch }, dueTime(watch, rule));
  }

  #ruleFor(alert: EffectiveAlert, condition: ThresholdCondition, hostId: number): ThresholdRule {
    const { objects } = this.state;
    const host = objects.host(hostId);
    return {
      trigger: condition.trigger,
      reset: condition.reset,
      durationMs: objects.durationMs(condition.duration) ?? 0,
      policyIntervalMs: objects.policyIntervalMs(alert.policy) ?? 0,
      isActive: !alert.disabled && host?.isDeleted === false && isInScope(alert.config, host),
      since: alert.since,
    };
  }
}
