/**
 * The state of the evaluator. The emulator implements it with its store, and a simulation with maps. Times are milliseconds.
 *
 * @typeParam E an event with all fields that the implementation stores
 */
import { type AlertEvent, type AlertHost, type EffectiveAlert, type MetricValue } from "./alert";
import { type Watch } from "./threshold";

export interface EvaluatorState<E extends AlertEvent> {
  readonly history: AlertHistory;
  readonly values: MetricValues;
  readonly watches: Watches;
  readonly objects: KnownObjects;
  readonly recorder: Recorder<E>;
}

/** Alerts by the time at which their changes take effect (PROP-1). */
export interface AlertHistory {
  listInEffect(time: number): Iterable<EffectiveAlert>;
  /** Undefined also for an alert without a configuration. */
  getInEffect(id: number, time: number): EffectiveAlert | undefined;
  /** IDs of the alerts with a change that takes effect in the interval, both ends inclusive. */
  changedAlerts(from: number, until: number): readonly number[];
  /** When the first change after `time` takes effect. */
  nextChange(time: number): number | undefined;
}

/** The current value of each metric on each host. */
export interface MetricValues {
  isEmpty(): boolean;
  get(host: number, metric: string): MetricValue | undefined;
  ofMetric(metric: string): Iterable<MetricValue>;
  put(value: MetricValue): void;
}

/** The host ID in the state of a global event. */
export const noHost = 0;

export interface HostWatch {
  readonly alert: number;
  /** `noHost` for global events. */
  readonly host: number;
  readonly watch: Watch;
}

/** The state of each alert on each host. */
export interface Watches {
  get(alert: number, host: number): Watch;
  ofAlert(alert: number): readonly HostWatch[];
  /** IDs of the alerts with state. */
  alerts(): Iterable<number>;
  /** The states whose alert fires by `until` without new input, ordered by that time, alert and host. */
  due(until: number): readonly HostWatch[];
  /** When the next alert fires without new input. */
  nextDue(): number | undefined;
  /** @param dueAt when the alert fires without new input */
  put(state: HostWatch, dueAt: number | undefined): void;
  removeAlert(alert: number): void;
}

/** What is known about the objects that alerts refer to. Undefined is unknown. Lengths are whole seconds, in milliseconds. */
export interface KnownObjects {
  readonly host: (id: number) => AlertHost | undefined;
  /** Minimum time between two firings of an alert on one host (FIRE-4). An alert with an unknown one fires as if it were 0. */
  readonly policyIntervalMs: (policy: number) => number | undefined;
  readonly durationMs: (duration: number) => number | undefined;
}

/** An alert that fires on a host, or for a global event. */
export interface EvaluatedFiring<E extends AlertEvent> {
  readonly alert: EffectiveAlert;
  readonly host: AlertHost | undefined;
  /** The event that the threshold alert generates, or that the event alert matches. */
  readonly event: E;
  readonly at: number;
}

export interface Recorder<E extends AlertEvent> {
  /** Creates the event that a threshold alert generates when it fires (FIRE-2). */
  createThresholdEvent(alert: EffectiveAlert, host: AlertHost, at: number): E;
  /** Is called for each event, before the event alerts of its category fire. */
  addEvent(event: E): void;
  /** @returns the ID of the firing */
  addFiring(firing: EvaluatedFiring<E>): number;
  resolveFiring(firing: number, at: number): void;
}
