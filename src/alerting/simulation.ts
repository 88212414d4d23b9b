/**
 * Simulates the alerts of one environment over a timeline of metric values, events and alert changes. Times are milliseconds since any
 * fixed point in time.
 */
import { type AlertKind, type AlertLevel } from "../service";
import {
  type AlertEvent,
  type AlertHost,
  type ConfiguredAlert,
  type EffectiveAlert,
  type MetricValue,
  thresholdEventType,
} from "./alert";
import { AlertEvaluator } from "./alert-evaluator";
import { type EvaluatedFiring, type KnownObjects } from "./evaluator-state";
import { SimulatedHistory, SimulatedValues, SimulatedWatches } from "./simulated-state";

export interface SimulatedEvent extends AlertEvent {
  readonly at: number;
  /** `info` by default. */
  readonly level?: AlertLevel | undefined;
  readonly message?: string | undefined;
}

/** A write of an alert at the time `at`. It takes effect one propagation window later (PROP-1). */
export interface AlertChange {
  readonly at: number;
  readonly id: number;
  /** The alert after the change. Undefined deletes the alert. */
  readonly alert: ConfiguredAlert | undefined;
}

/** The settings and objects that do not change during a simulation. */
export interface SimulationEnvironment {
  /** Alerts in effect from the start. */
  readonly alerts: readonly ConfiguredAlert[];
  readonly objects: KnownObjects;
  /** How long a change needs to take effect; 60,000 by default. */
  readonly propagationWindowMs?: number;
}

/** The inputs are lists in any order. At the same time, changes come first, then metric values, then events. */
export interface SimulationInput extends SimulationEnvironment {
  readonly values?: readonly MetricValue[];
  readonly events?: readonly SimulatedEvent[];
  readonly changes?: readonly AlertChange[];
  /** The end of the simulation. Alerts that become due by then fire. Later inputs are ignored. */
  readonly until: number;
}

/** One firing of an alert on a host, or for a global event. */
export interface Firing {
  readonly alert: number;
  readonly kind: AlertKind;
  /** ID of the host. Undefined for a global event. */
  readonly host: number | undefined;
  readonly level: AlertLevel;
  readonly at: number;
  /** Undefined for an event alert, and for a threshold alert that is unresolved at the end. */
  readonly resolvedAt: number | undefined;
  readonly destinations: readonly number[];
  /** The event that fired the alert, or that the threshold alert generated. */
  readonly event: SimulatedEvent;
}

export const defaultPropagationWindowMs = 60_000;

/**
 * Simulates a whole timeline.
 *
 * @returns the firings in the order of their times
 * @example
 * simulateTimeline({
 *   alerts: [
 *     { id: 1, policy: 1, disabled: false, destinations: [7], config: { ...allHosts, condition } },
 *   ],
 *   objects: { host: (id) => hosts.get(id), policyIntervalMs: () => 0, durationMs: () => 300_000 },
 *   events: [{ at: 60_000, type: "Database Server Restart", host: 1 }],
 *   until: 600_000,
 * });
 */
export function simulateTimeline({
  values = [],
  events = [],
  changes = [],
  until,
  ...environment
}: SimulationInput): Firing[] {
  const { propagationWindowMs = defaultPropagationWindowMs } = environment;
  const history = new SimulatedHistory(environment.alerts);
  for (const { at, id, alert } of changes) history.add(at + propagationWindowMs, id, alert);
  const firings: Firing[] = [];
  const evaluator = createEvaluator(environment.objects, history, firings);
  // Sorting is stable, so that values come before events of the same time.
  const inputs = [...values, ...events].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
  for (const input of inputs) {
    evaluator.catchUp(input.at);
    if ("metric" in input) evaluator.record(input);
    else evaluator.raise(input, input.at);
  }
  evaluator.catchUp(until);
  return firings;
}

/** @param firings receives the firings. A firing is replaced when it resolves. */
function createEvaluator(
  objects: KnownObjects,
  history: SimulatedHistory,
  firings: Firing[],
): AlertEvaluator<SimulatedEvent> {
  const state = {
    history,
    values: new SimulatedValues(),
    watches: new SimulatedWatches(),
    objects,
    recorder: {
      createThresholdEvent,
      addEvent: () => undefined,
      addFiring: ({ alert, host, event, at }: EvaluatedFiring<SimulatedEvent>) =>
        // Without spreads, which take long in simulations of many alerts.
        firings.push({
          alert: alert.id,
          kind: alert.config.condition.kind,
          host: host?.id,
          level: event.level ?? "info",
          at,
          resolvedAt: undefined,
          destinations: alert.destinations,
          event,
        }) - 1,
      resolveFiring: (index: number, at: number) => {
        const firing = firings[index];
        if (firing !== undefined) firings[index] = { ...firing, resolvedAt: at };
      },
    },
  };
  return new AlertEvaluator(state, Number.NEGATIVE_INFINITY);
}

function createThresholdEvent({ config }: EffectiveAlert, host: AlertHost, at: number): SimulatedEvent {
  const level = config.condition.kind === "threshold" ? config.condition.alert_level : "info";
  return { type: thresholdEventType, host: host.id, level, at };
}
