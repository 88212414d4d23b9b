/** An alert that can fire, with the lengths that a comparison uses. Times are milliseconds. */
import { toNfc } from "../../diagnostics";
import { type EventCondition, type ThresholdCondition } from "../../service";
import { type ConfiguredAlert } from "../alert";
import { type KnownObjects } from "../evaluator-state";
import { type ComparedAlert, valueAbove, valueInside } from "./situation";

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

/**
 * An unknown length is assumed. If the reference changes, the length after the change is assumed to be the longer one, so that no change
 * that can silence the alert is overlooked.
 */
export function firingAlerts(
  before: ComparedAlert | undefined,
  after: ComparedAlert | undefined,
  known: KnownObjects,
): FiringAlerts {
  const durations = comparePair(durationOf(before), durationOf(after), known.durationMs, {
    unchanged: assumedDurationMs,
    unnoticed: 0,
    additional: assumedDurationMs,
  });
  // An interval that ends before the alert can be due again makes no difference.
  const unnoticed = Math.max(...durations.lengths, secondMs) + secondMs;
  const intervals = comparePair(before?.policy, after?.policy, known.policyIntervalMs, {
    unchanged: 0,
    unnoticed,
    additional: unnoticed + hourMs,
  });
  return {
    first: before && firingAlert(1, before, intervals.lengths[0], durations.lengths[0]),
    second: after && firingAlert(2, after, intervals.lengths[1], durations.lengths[1]),
    isAssumed: durations.isAssumed || intervals.isAssumed,
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
    const inNfc = { ...condition, categories: condition.categories.map(toNfc) };
    const alert = { ...settings, config: { ...config, condition: inNfc } };
    return inNfc.categories.length > 0 ? { alert, condition: inNfc, intervalMs, durationMs: 0 } : undefined;
  }
  if (valueAbove(condition.trigger) === undefined) return undefined;
  const inNfc = { ...condition, metric: toNfc(condition.metric) };
  const alert = { ...settings, config: { ...config, condition: { ...inNfc, duration: id } } };
  return { alert, condition: inNfc, intervalMs, durationMs: thresholdDurationMs };
}

export function isThreshold(alert: FiringAlert): alert is FiringAlert<ThresholdCondition> {
  return alert.condition.kind === "threshold";
}

export function isEvent(alert: FiringAlert): alert is FiringAlert<EventCondition> {
  return alert.condition.kind === "event";
}

/**
 * The least time between two firings that no policy delays. A value resolves the alert as soon as it fired. With a reset above the trigger, the
 * same value can start the next duration.
 */
export function shortestCycleMs({ trigger, reset }: ThresholdCondition, durationMs: number): number {
  const fallMs = Math.max(durationMs, secondMs);
  return canExceedAfterReset({ trigger, reset }) ? fallMs : fallMs + secondMs;
}

/** Whether a value that resolves the alert can exceed its trigger. */
export function canExceedAfterReset({
  trigger,
  reset,
}: Pick<ThresholdCondition, "trigger" | "reset">): boolean {
  return valueInside(trigger, reset) !== undefined;
}

export function hasSameDestinations({ alert: before }: FiringAlert, { alert: after }: FiringAlert): boolean {
  const [first, second] = [new Set(before.destinations), new Set(after.destinations)];
  return first.size === second.size && [...first].every((id) => second.has(id));
}

/** The least time between two values. */
export const secondMs = 1000;
const hourMs = 3_600_000;

/** The length of a duration that is unknown and does not change. The interval of such a policy is 0. */
export const assumedDurationMs = 300_000;

function durationOf(alert: ComparedAlert | undefined): number | undefined {
  const condition = alert?.config?.condition;
  return condition?.kind === "threshold" ? condition.duration : undefined;
}

interface Assumptions {
  /** An unknown length, if the reference does not change. */
  readonly unchanged: number;
  /** Lengths up to this one are the same for the alert. */
  readonly unnoticed: number;
  /** What the longer of two different lengths has in addition. */
  readonly additional: number;
}

function comparePair(
  before: number | undefined,
  after: number | undefined,
  lengthOf: (reference: number) => number | undefined,
  { unchanged, unnoticed, additional }: Assumptions,
): { readonly lengths: readonly [number, number]; readonly isAssumed: boolean } {
  const first = before === undefined ? undefined : lengthOf(before);
  const second = after === undefined ? undefined : lengthOf(after);
  const isChanged = before !== undefined && after !== undefined && before !== after;
  if (!isChanged || (first !== undefined && second !== undefined))
    return { lengths: [first ?? unchanged, second ?? unchanged], isAssumed: false };
  if (second === undefined) return { lengths: [first ?? 0, (first ?? 0) + additional], isAssumed: true };
  return { lengths: [second > unnoticed ? 0 : second + additional, second], isAssumed: true };
}
