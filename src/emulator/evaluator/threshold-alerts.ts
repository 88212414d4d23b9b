/** Applies metric values and due times to threshold alerts and stores the results (FIRE-1 to FIRE-4). */
import { type EventWire, type HostWire, type ThresholdCondition } from "../../service";
import { makeEvent } from "../rules/make-event";
import { type MetricValue, type Watch } from "../store/firing-stores";
import { type EnvironmentStore } from "../store/store";
import {
  dueTime,
  fired,
  isInScope,
  observe,
  policyIntervalMs,
  type ThresholdRule,
  withoutExceeding,
} from "./alert-semantics";
import { type AlertInEffect } from "./alerts-in-effect";
import { type FiringRecorder } from "./firing-recorder";

interface ThresholdAlert extends AlertInEffect {
  readonly condition: ThresholdCondition;
}

/** Times are milliseconds since the Unix epoch. */
export class ThresholdAlerts {
  constructor(
    private readonly store: EnvironmentStore,
    private readonly recorder: FiringRecorder,
    private readonly raise: (event: EventWire, time: number) => void,
  ) {}

  /** Evaluates an alert against the current values after a change took effect. @param alert undefined if deleted */
  reevaluate(id: number, alert: AlertInEffect | undefined, time: number): void {
    if (alert === undefined) this.end(id, time);
    else if (alert.config.condition.kind === "threshold") {
      const { metric } = alert.config.condition;
      for (const value of this.store.metrics.ofMetric(metric)) this.observe(alert, value);
      this.clearExceeding(id, metric);
    }
  }

  /** After a change of the alert's metric, hosts without a value of the new metric no longer exceed the trigger. */
  private clearExceeding(id: number, metric: string): void {
    for (const { host, watch } of this.store.watches.ofAlert(id)) {
      if (watch.exceedingSince === undefined || this.store.metrics.get(host, metric) !== undefined) continue;
      this.store.watches.put({ alert: id, host, watch: withoutExceeding(watch) }, undefined);
    }
  }

  /** Applies a value, which holds from its timestamp on. */
  observe(alert: AlertInEffect, { host, value, ts }: MetricValue): void {
    const threshold = thresholdOf(alert);
    if (threshold === undefined) return;
    const before = this.store.watches.get(alert.alert.id, host);
    const rule = this.ruleFor(threshold, host);
    const { watch, isResolved } = observe(before, rule, value, ts * 1000);
    if (isResolved && before.firing !== undefined) {
      this.store.firings.resolve(before.firing, Math.max(ts, seconds(rule.since)));
    }
    // Most pairs of alert and host never have state, so empty state is not stored.
    if (isEmpty(before) && isEmpty(watch)) return;
    this.put(threshold, host, watch, rule);
  }

  private put({ alert }: AlertInEffect, host: number, watch: Watch, rule: ThresholdRule): void {
    this.store.watches.put({ alert: alert.id, host, watch }, dueTime(watch, rule));
  }

  /**
   * Fires the alert if it is due by `until`. Otherwise stores its due time again, because a changed policy, duration or
   * host can have moved it.
   */
  fireIfDue(alert: AlertInEffect, hostId: number, until: number): void {
    const threshold = thresholdOf(alert);
    const watch = this.store.watches.get(alert.alert.id, hostId);
    if (threshold === undefined || watch.exceedingSince === undefined) return;
    const rule = this.ruleFor(threshold, hostId);
    const at = dueTime(watch, rule);
    const host = this.store.hosts.get(hostId);
    if (host === undefined || !rule.isActive) this.put(alert, hostId, withoutExceeding(watch), rule);
    else if (at === undefined || at > until) this.put(alert, hostId, watch, rule);
    else this.put(alert, hostId, fired(watch, this.fire(threshold, host, rule, at), at), rule);
  }

  /** @returns the id of the firing */
  private fire(
    { alert, condition }: ThresholdAlert,
    host: HostWire,
    rule: ThresholdRule,
    time: number,
  ): number {
    const { metric, alertLevel } = condition;
    const value = this.store.metrics.get(host.id, metric)?.value ?? 0;
    const message =
      `Metric ${metric} at ${value}, greater than trigger threshold of ${rule.trigger} ` +
      `for ${rule.durationMs / 1000} seconds`;
    const event = makeEvent({
      start: seconds(time),
      type: "Threshold Alert",
      message,
      host: host.id,
      level: alertLevel,
    });
    const firing = this.recorder.record({ kind: "threshold", alert, event, host, metric, time });
    this.raise(event, time);
    return firing;
  }

  /** Resolves the firings of a deleted alert and removes its state. */
  end(id: number, time: number): void {
    for (const { watch } of this.store.watches.ofAlert(id)) {
      if (watch.firing !== undefined) this.store.firings.resolve(watch.firing, seconds(time));
    }
    this.store.watches.removeAlert(id);
  }

  private ruleFor({ alert, config, condition, since }: ThresholdAlert, hostId: number): ThresholdRule {
    const host = this.store.hosts.get(hostId);
    return {
      trigger: condition.trigger,
      reset: condition.reset,
      durationMs: (this.store.durations.get(condition.duration)?.seconds ?? 0) * 1000,
      policyIntervalMs: policyIntervalMs(this.store.policies.get(alert.policy)),
      isActive: alert.disabled === 0 && host?.deleted === 0 && isInScope(config, host),
      since,
    };
  }
}

function isEmpty(watch: Watch): boolean {
  return Object.values(watch).every((value) => value === undefined);
}

function thresholdOf(alert: AlertInEffect): ThresholdAlert | undefined {
  const { condition } = alert.config;
  return condition.kind === "threshold" ? { ...alert, condition } : undefined;
}

function seconds(time: number): number {
  return Math.floor(time / 1000);
}
