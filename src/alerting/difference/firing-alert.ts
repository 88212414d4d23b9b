/** An alert that can fire, with the lengths that a comparison uses. Times are milliseconds. */
import { type EventCondition, type ThresholdCondition } from "../../service";
import { type ConfiguredAlert } from "../alert";
import { compareLengths } from "./lengths";
import { type ComparedAlert, type KnownObjects } from "./situation";
import { valueAbove } from "./values";

export interface FiringAlert<Condition = EventCondition | ThresholdCondition> {
  /** The alert for a simulation. Its policy and duration have its own ID. */
  readonly alert: ConfiguredAlert;
  readonly condition: Condition;
  readonly intervalMs: number;
  /** 0 for an event alert. */
  readonly durationMs: number;
}

export interface FiringAlerts {
  /** Undefined if the alert cannot fire. */
  readonly first: FiringAlert | undefined;
  readonly second: FiringAlert | undefined;
  /** Whether one of two different references has an assumed length. */
  readonly isAssumed: boolean;
}

export function firingAlerts(
  before: ComparedAlert | undefined,
  after: ComparedAlert | undefined,
  known: KnownObjects,
): FiringAlerts {
  const { durations, intervals, isAssumed } = compareLengths(before, after, known);
  return {
    first: before && firingAlert(1, before, intervals[0], durations[0]),
    second: after && firingAlert(2, after, intervals[1], durations[1]),
    isAssumed,
  };
}

function firingAlert(
  id: number,
  { disabled, destinations, config }: ComparedAlert,
  intervalMs: number,
  thresholdDurationMs: number,
): FiringAlert | undefined {
  if (disabled || config === undefined) return undefined;
  const { condition } = config;
  const settings = { id, policy: id, disabled, destinations };
  if (condition.kind === "event") {
    const isPossible = condition.categories.length > 0;
    return isPossible ? { alert: { ...settings, config }, condition, intervalMs, durationMs: 0 } : undefined;
  }
  if (valueAbove(condition.trigger) === undefined) return undefined;
  const alert = { ...settings, config: { ...config, condition: { ...condition, duration: id } } };
  return { alert, condition, intervalMs, durationMs: thresholdDurationMs };
}

export function isThreshold(alert: FiringAlert): alert is FiringAlert<ThresholdCondition> {
  return alert.condition.kind === "threshold";
}

export function isEvent(alert: FiringAlert): alert is FiringAlert<EventCondition> {
  return alert.condition.kind === "event";
}

export function hasSameDestinations({ alert: before }: FiringAlert, { alert: after }: FiringAlert): boolean {
  const [first, second] = [new Set(before.destinations), new Set(after.destinations)];
  return first.size === second.size && [...first].every((id) => second.has(id));
}
