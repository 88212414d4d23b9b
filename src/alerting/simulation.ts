/**
 * Simulates the alerts of one environment over a timeline of metric values, events and alert changes. The result is the same whether
 * the timeline is simulated in one step or in several. Times are milliseconds since any fixed point in time.
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
  /** ID of the alert. */
  readonly id: number;
  /** The alert after the change. Undefined deletes the alert. */
  readonly alert: ConfiguredAlert | undefined;
}

/** What does not change during a simulation. */
export interface SimulationEnvironment {
  /** Alerts in effect from the start. */
  readonly alerts: readonly ConfiguredAlert[];
  readonly hosts: readonly AlertHost[];
  /** Minimum time between two firings on one host, by the policy's ID. 0 for an unlisted policy. */
  readonly policyIntervalsMs?: ReadonlyMap<number, number>;
  /** By the ID of the alert duration. 0 for an unlisted duration. */
  readonly durationsMs?: ReadonlyMap<number, number>;
  /** How long a change needs to take effect; 60,000 by default. */
  readonly propagationWindowMs?: number;
}

/** The inputs of a period, each list in any order. At the same time, changes come first, then metric values, then events. */
export interface SimulationInputs {
  readonly values?: readonly MetricValue[];
  readonly events?: readonly SimulatedEvent[];
  readonly changes?: readonly AlertChange[];
}

export interface SimulationInput extends SimulationEnvironment, SimulationInputs {
  /** The end of the simulation. Alerts that become due by then fire. Later inputs are ignored. */
  readonly until: number;
}

/** One firing of an alert on a host, or for a global event. */
export interface Firing {
  /** ID of the alert. */
  readonly alert: number;
  readonly kind: AlertKind;
  /** ID of the host. Undefined for a global event. */
  readonly host: number | undefined;
  readonly level: AlertLevel;
  readonly at: number;
  /** Undefined for an event alert, and for a threshold alert that is unresolved at the end. */
  readonly resolvedAt: number | undefined;
  /** IDs of the notified destinations. */
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
 * simulate({
 *   alerts: [
 *     { id: 1, policy: 1, disabled: false, destinations: [7], config: { ...allHosts, condition } },
 *   ],
 *   hosts: [{ id: 1, type: "mysql", isDeleted: false }],
 *   events: [{ at: 60_000, type: "Database Server Restart", host: 1 }],
 *   until: 600_000,
 * });
 */
export function simulate({
  values = [],
  events = [],
  changes = [],
  until,
  ...environment
}: SimulationInput): Firing[] {
  const simulation = new Simulation(environment);
  simulation.advance(until, {
    values: upTo(until, values),
    events: upTo(until, events),
    changes: upTo(until, changes),
  });
  return simulation.firings();
}

/**
 * A simulation in steps.
 *
 * @example
 * const simulation = new Simulation({ alerts, hosts });
 * simulation.advance(60_000, { values: [{ at: 0, host: 1, metric: "os.cpu.user_us", value: 97 }] });
 * simulation.advance(120_000);
 * simulation.firings();
 */
export class Simulation {
  readonly #firings: Firing[] = [];
  readonly #history: SimulatedHistory;
  readonly #evaluator: AlertEvaluator<SimulatedEvent>;
  readonly #propagationWindowMs: number;

  constructor(environment: SimulationEnvironment) {
    const { policyIntervalsMs, durationsMs } = environment;
    const hosts = new Map(environment.hosts.map((host) => [host.id, host]));
    this.#propagationWindowMs = environment.propagationWindowMs ?? defaultPropagationWindowMs;
    this.#history = new SimulatedHistory(environment.alerts);
    this.#evaluator = new AlertEvaluator(
      {
        history: this.#history,
        values: new SimulatedValues(),
        watches: new SimulatedWatches(),
        catalog: {
          host: (id) => hosts.get(id),
          policyIntervalMs: (policy) => policyIntervalsMs?.get(policy) ?? 0,
          durationMs: (duration) => durationsMs?.get(duration) ?? 0,
        },
        recorder: {
          createThresholdEvent,
          addEvent: () => undefined,
          addFiring: ({ alert, host, event, at }) => {
            const { condition } = alert.config;
            const level = event.level ?? "info";
            const { id, destinations } = alert;
            const target = { alert: id, kind: condition.kind, host: host?.id, destinations };
            return this.#firings.push({ ...target, level, at, resolvedAt: undefined, event }) - 1;
          },
          resolveFiring: (index, at) => {
            const firing = this.#firings[index];
            if (firing !== undefined) this.#firings[index] = { ...firing, resolvedAt: at };
          },
        },
      },
      Number.NEGATIVE_INFINITY,
    );
  }

  /**
   * Simulates until the given time, which is not before that of the previous step.
   *
   * @param inputs those of the period. An input before the end of the previous step is applied at once.
   */
  advance(until: number, { values = [], events = [], changes = [] }: SimulationInputs = {}): void {
    for (const { at, id, alert } of sortByTime(changes)) {
      this.#history.add(at + this.#propagationWindowMs, id, alert);
    }
    const sortedEvents = sortByTime(events);
    let next = 0;
    const raiseBefore = (time: number): void => {
      for (
        let event = sortedEvents[next];
        event !== undefined && event.at < time;
        event = sortedEvents[++next]
      ) {
        this.#evaluator.catchUp(event.at);
        this.#evaluator.raise(event, event.at);
      }
    };
    for (const value of sortByTime(values)) {
      raiseBefore(value.at);
      this.#evaluator.catchUp(value.at);
      this.#evaluator.record(value);
    }
    raiseBefore(Number.POSITIVE_INFINITY);
    this.#evaluator.catchUp(until);
  }

  /** The firings so far, in the order of their times. */
  firings(): Firing[] {
    return [...this.#firings];
  }
}

function upTo<T extends { readonly at: number }>(until: number, inputs: readonly T[]): readonly T[] {
  return inputs.every(({ at }) => at <= until) ? inputs : inputs.filter(({ at }) => at <= until);
}

function createThresholdEvent({ config }: EffectiveAlert, host: AlertHost, at: number): SimulatedEvent {
  const level = config.condition.kind === "threshold" ? config.condition.alert_level : "info";
  return { type: thresholdEventType, host: host.id, level, at };
}

/** Stable: inputs of the same time keep their order. Does not copy a sorted list. */
function sortByTime<T extends { readonly at: number }>(inputs: readonly T[]): readonly T[] {
  const isSorted = inputs.every(({ at }, index) => index === 0 || (inputs[index - 1]?.at ?? at) <= at);
  return isSorted ? inputs : [...inputs].sort((a, b) => a.at - b.at);
}
