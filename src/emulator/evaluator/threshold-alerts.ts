/** Threshold alerts: a value, or time that passes, and what becomes of the alert on a host (FIRE-1 to FIRE-4). */
import { type EventWire, type HostWire, type ThresholdCondition } from "../../service";
import { makeEvent } from "../rules/make-event";
import { type MetricValue, type Watch } from "../store/firing-stores";
import { type EnvironmentStore } from "../store/store";
import { isInScope } from "./alert-scope";
import { type AlertInEffect } from "./alerts-in-effect";
import { type FiringRecorder } from "./firing-recorder";
import { policyMs } from "./policy";
import { dueAt, fired, observe, type ThresholdRule } from "./threshold-watch";

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

  /** Holds an alert that took effect, in whatever form, against the values that are there. @param alert none: deleted */
  reconsider(id: number, alert: AlertInEffect | undefined, time: number): void {
    if (alert === undefined) this.end(id, time);
    else if (alert.config.condition.kind === "threshold") {
      const { metric } = alert.config.condition;
      for (const value of this.store.metrics.ofMetric(metric)) this.look(alert, value);
      this.forgetHostsWithout(metric, id);
    }
  }

  /** The alert may have watched another metric before: what that one exceeded is nothing to the new one. */
  private forgetHostsWithout(metric: string, id: number): void {
    for (const { host, watch } of this.store.watches.ofAlert(id)) {
      if (watch.exceedingSince === undefined || this.store.metrics.get(host, metric) !== undefined) continue;
      const { exceedingSince: _, ...resting } = watch;
      this.store.watches.put({ alert: id, host, watch: resting }, undefined);
    }
  }

  /** The value holds from its time on. */
  look(alert: AlertInEffect, { host, value, ts }: MetricValue): void {
    const threshold = thresholdOf(alert);
    if (threshold === undefined) return;
    const before = this.store.watches.get(alert.alert.id, host);
    const rule = this.ruleFor(threshold, host);
    const { watch, decision } = observe(before, rule, value, ts * 1000);
    if (decision === "resolve" && before.firing !== undefined) {
      this.store.firings.resolve(before.firing, Math.max(ts, seconds(rule.since)));
    }
    // Most alerts and hosts never come near each other: nothing is kept of those.
    if (isNothing(before) && isNothing(watch)) return;
    this.put(threshold, host, watch, rule);
  }

  private put({ alert }: AlertInEffect, host: number, watch: Watch, rule: ThresholdRule): void {
    this.store.watches.put({ alert: alert.id, host, watch }, dueAt(watch, rule));
  }

  /**
   * Fires the alert, or, where it cannot now, notes until when it stands: a policy, a duration or a host may be other than
   * when that was noted last.
   */
  fireIfDue(alert: AlertInEffect, hostId: number, until: number): void {
    const threshold = thresholdOf(alert);
    const watch = this.store.watches.get(alert.alert.id, hostId);
    if (threshold === undefined || watch.exceedingSince === undefined) return;
    const rule = this.ruleFor(threshold, hostId);
    const { exceedingSince: _, ...resting } = watch;
    const at = dueAt(watch, rule);
    const host = this.store.hosts.get(hostId);
    if (host === undefined || !rule.isActive) this.put(alert, hostId, resting, rule);
    else if (at === undefined || at > until) this.put(alert, hostId, watch, rule);
    else this.put(alert, hostId, fired(watch, this.fire(threshold, host, rule, at), at), rule);
  }

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

  /** The alert is gone, and with it what it had fired. */
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
      policyMs: policyMs(this.store, alert.policy),
      isActive: alert.disabled === 0 && host?.deleted === 0 && isInScope(config, host),
      since,
    };
  }
}

function isNothing(watch: Watch): boolean {
  return Object.values(watch).every((value) => value === undefined);
}

function thresholdOf(alert: AlertInEffect): ThresholdAlert | undefined {
  const { condition } = alert.config;
  return condition.kind === "threshold" ? { ...alert, condition } : undefined;
}

function seconds(time: number): number {
  return Math.floor(time / 1000);
}
