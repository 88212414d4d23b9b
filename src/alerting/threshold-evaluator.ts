/** Evaluates threshold alerts (FIRE-1 to FIRE-4). Times are milliseconds. */
import { isInScope, type ThresholdCondition } from "../service";
import { type AlertEvent, type EffectiveAlert, type MetricValue } from "./alert";
import { type EvaluatorState } from "./evaluator-state";
import { dueTime, fired, observe, type ThresholdRule, type Watch, withoutExceeding } from "./threshold";

export class ThresholdEvaluator<E extends AlertEvent> {
  constructor(
    private readonly state: EvaluatorState<E>,
    private readonly raise: (event: E, time: number) => void,
  ) {}

  /** Evaluates an alert against the current values after a change took effect. @param alert undefined if deleted */
  reevaluate(id: number, alert: EffectiveAlert | undefined, time: number): void {
    if (alert === undefined) {
      this.end(id, time);
      return;
    }
    const { condition } = alert.config;
    if (condition.kind !== "threshold") return;
    for (const value of this.state.values.ofMetric(condition.metric)) this.observe(alert, value);
    this.#clearExceeding(id, condition.metric);
  }

  /** After a change of the alert's metric, hosts without a value of the new metric no longer exceed the trigger. */
  #clearExceeding(id: number, metric: string): void {
    for (const { host, watch } of this.state.watches.ofAlert(id)) {
      if (this.state.values.get(host, metric) !== undefined) continue;
      this.state.watches.put({ alert: id, host, watch: withoutExceeding(watch) }, undefined);
    }
  }

  /** Applies a value, which holds from its time on. */
  observe(alert: EffectiveAlert, { host, value, at }: MetricValue): void {
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
   * Fires the alert if it is due by `until`. Otherwise stores its due time again, because a changed policy, duration or host can have
   * moved it.
   */
  fireIfDue(alert: EffectiveAlert, hostId: number, until: number): void {
    const { condition } = alert.config;
    const watch = this.state.watches.get(alert.id, hostId);
    // The kind of an alert never changes.
    if (condition.kind !== "threshold" || watch.exceedingSince === undefined) return;
    const rule = this.#ruleFor(alert, condition, hostId);
    const at = dueTime(watch, rule);
    const host = this.state.catalog.host(hostId);
    if (host === undefined || !rule.isActive) this.#put(alert, hostId, withoutExceeding(watch), rule);
    else if (at === undefined || at > until) this.#put(alert, hostId, watch, rule);
    else {
      const { recorder } = this.state;
      const event = recorder.createThresholdEvent(alert, host, at);
      const firing = recorder.addFiring({ alert, host, event, at });
      this.#put(alert, hostId, fired(watch, firing, at), rule);
      this.raise(event, at);
    }
  }

  /** Resolves the firings of a deleted alert and removes its state. */
  end(id: number, time: number): void {
    for (const { watch } of this.state.watches.ofAlert(id)) {
      if (watch.firing !== undefined) this.state.recorder.resolveFiring(watch.firing, time);
    }
    this.state.watches.removeAlert(id);
  }

  #put({ id }: EffectiveAlert, host: number, watch: Watch, rule: ThresholdRule): void {
    this.state.watches.put({ alert: id, host, watch }, dueTime(watch, rule));
  }

  #ruleFor(alert: EffectiveAlert, condition: ThresholdCondition, hostId: number): ThresholdRule {
    const { catalog } = this.state;
    const host = catalog.host(hostId);
    return {
      trigger: condition.trigger,
      reset: condition.reset,
      durationMs: catalog.durationMs(condition.duration),
      policyIntervalMs: catalog.policyIntervalMs(alert.policy),
      isActive: !alert.disabled && host?.isDeleted === false && isInScope(alert.config, host),
      since: alert.since,
    };
  }
}
