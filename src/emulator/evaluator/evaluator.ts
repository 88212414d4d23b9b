/**
 * Makes the alerts of one environment fire (FIRE-1 to FIRE-6). Called with what happens: a metric's value, an event, time
 * that passes. Everything it decides is in the store; each call is to be one transaction. Times are milliseconds since the
 * Unix epoch, but for those of what the service shows, which are whole seconds.
 */
import { type EventWire, type HostWire, type ThresholdCondition } from "../../service";
import { makeEvent } from "../rules/make-event";
import { type MetricValue, noHost, type Watch } from "../store/firing-stores";
import { type EnvironmentStore } from "../store/store";
import { isInScope } from "./alert-scope";
import { type AlertInEffect, AlertsInEffect } from "./alerts-in-effect";
import { type FiringReport } from "./notification-body";
import { notifyDestinations } from "./notify";
import { dueAt, fired, observe, type ThresholdRule } from "./threshold-watch";
import { type WebhookReach } from "./webhook";

interface ThresholdAlert extends AlertInEffect {
  readonly condition: ThresholdCondition;
}

export interface NotificationOptions {
  readonly webhooks: WebhookReach;
  /** Address of the emulator, known once it listens. */
  readonly baseUrl: () => string;
}

export class Evaluator {
  private loaded: AlertsInEffect | undefined;

  constructor(
    private readonly store: EnvironmentStore,
    private readonly options: NotificationOptions,
  ) {}

  /** The alerts as they were in effect when `catchUp` was last called. */
  inEffect(now: number): AlertsInEffect {
    this.loaded ??= this.load(now);
    return this.loaded;
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

  /** A metric takes a value, whose own time may be before now. */
  record(value: MetricValue, now: number): void {
    const alerts = this.inEffect(now).ofMetric(value.metric);
    // Until the new value's time, the one before it held.
    for (const alert of alerts) this.fireIfDue(alert, value.host, value.ts * 1000);
    this.store.metrics.put(value);
    for (const alert of alerts) {
      this.look(alert, value);
      this.fireIfDue(alert, value.host, now);
    }
  }

  /** An event has happened: it is kept, and the alerts of its category fire. */
  raise(event: EventWire, now: number): void {
    this.store.events.add(event);
    const host = event.host === undefined ? undefined : this.store.hosts.get(event.host);
    const at = seconds(now);
    for (const { alert, config } of this.inEffect(now).ofCategory(event.type)) {
      if (alert.disabled === 1 || !isInScope(config, host)) continue;
      const watch = this.store.watches.get(alert.id, host?.id ?? noHost);
      const { lastFiredAt } = watch;
      if (lastFiredAt !== undefined && now < lastFiredAt + this.policyMs(alert.policy)) continue;
      this.store.watches.put(
        { alert: alert.id, host: host?.id ?? noHost, watch: { ...watch, lastFiredAt: now } },
        undefined,
      );
      const firing = this.store.firings.add({
        alert: alert.id,
        alert_name: alert.name,
        kind: "event",
        level: event.level,
        host: host?.id ?? null,
        at,
        resolved_at: null,
        event: event.uuid,
        message: event.message,
      });
      this.notify({ firing, alert, event, host, metric: "", at });
    }
  }

  private load(now: number): AlertsInEffect {
    const alerts = new AlertsInEffect(this.store, now);
    // What took effect while nobody watched.
    const known = this.store.watches.list().map(({ alert }) => alert);
    for (const id of new Set([...known, ...alerts.list().map(({ alert }) => alert.id)])) {
      this.reconsider(alerts, id, now);
    }
    return alerts;
  }

  private moveTo(alerts: AlertsInEffect, time: number): void {
    for (const id of alerts.moveTo(time)) this.reconsider(alerts, id, time);
    for (const { alert, host } of this.store.watches.due(time)) {
      const inEffect = alerts.get(alert);
      if (inEffect === undefined) this.end(alert, time);
      else this.fireIfDue(inEffect, host, time);
    }
  }

  /** Holds an alert that took effect, in whatever form, against the values that are there. */
  private reconsider(alerts: AlertsInEffect, id: number, time: number): void {
    const alert = alerts.get(id);
    if (alert === undefined) {
      this.end(id, time);
      return;
    }
    const { condition } = alert.config;
    if (condition.kind === "event") return;
    for (const value of this.store.metrics.ofMetric(condition.metric)) this.look(alert, value);
  }

  private look(alert: AlertInEffect, { host, value, ts }: MetricValue): void {
    const threshold = thresholdOf(alert);
    if (threshold === undefined) return;
    const before = this.store.watches.get(alert.alert.id, host);
    const rule = this.ruleFor(threshold, host);
    const { watch, decision } = observe(before, rule, value, ts * 1000);
    if (decision === "resolve" && before.firing !== undefined) {
      this.store.firings.resolve(before.firing, Math.max(ts, seconds(rule.since)));
    }
    this.put(threshold, host, watch, rule);
  }

  private put({ alert }: AlertInEffect, host: number, watch: Watch, rule: ThresholdRule): void {
    this.store.watches.put({ alert: alert.id, host, watch }, dueAt(watch, rule));
  }

  /**
   * Fires the alert, or, where it cannot now, notes until when it stands: a policy, a duration or a host may be other than
   * when that was noted last.
   */
  private fireIfDue(alert: AlertInEffect, hostId: number, until: number): void {
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
    const at = seconds(time);
    const { metric, alertLevel } = condition;
    const value = this.store.metrics.get(host.id, metric)?.value ?? 0;
    const message =
      `Metric ${metric} at ${value}, greater than trigger threshold of ${rule.trigger} ` +
      `for ${rule.durationMs / 1000} seconds`;
    const event = makeEvent({
      start: at,
      type: "Threshold Alert",
      message,
      host: host.id,
      level: alertLevel,
    });
    const firing = this.store.firings.add({
      alert: alert.id,
      alert_name: alert.name,
      kind: "threshold",
      level: alertLevel,
      host: host.id,
      at,
      resolved_at: null,
      event: event.uuid,
      message,
    });
    this.notify({ firing, alert, event, host, metric, at });
    this.raise(event, time);
    return firing;
  }

  private notify(report: Omit<FiringReport, "baseUrl">): void {
    const { webhooks, baseUrl } = this.options;
    notifyDestinations(this.store, webhooks, { ...report, baseUrl: baseUrl() });
  }

  /** The alert is gone, and with it what it had fired. */
  private end(id: number, time: number): void {
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
      policyMs: this.policyMs(alert.policy),
      isActive: alert.disabled === 0 && host?.deleted === 0 && isInScope(config, host),
      since,
    };
  }

  private policyMs(policy: number): number {
    const interval = this.store.policies.get(policy)?.seconds;
    return typeof interval === "number" ? interval * 1000 : 0;
  }
}

function thresholdOf(alert: AlertInEffect): ThresholdAlert | undefined {
  const { condition } = alert.config;
  return condition.kind === "threshold" ? { ...alert, condition } : undefined;
}

function seconds(time: number): number {
  return Math.floor(time / 1000);
}
