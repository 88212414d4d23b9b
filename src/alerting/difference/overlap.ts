/** Finds situations in which two alerts notify the same destination at the same instant. Times are milliseconds. */
import { type EventCondition, type ThresholdCondition } from "../../service";
import { type ConfiguredAlert } from "../alert";
import { type KnownObjects } from "../evaluator-state";
import { type Firing } from "../simulation";
import { createReplay } from "./difference";
import { hostsOf, inOrder, type TimedValue, withEvents, withValues } from "./find-situations";
import { type FiringAlert, firingAlerts, isEvent, isThreshold, secondMs } from "./firing-alert";
import {
  type Situation,
  type SituationHost,
  valueAbove,
  valueBelow,
  valueBetween,
  valueInside,
} from "./situation";

/** A situation, and the firings of the first and the second alert that coincide in it. */
export interface Overlap extends Situation {
  readonly firings: readonly [Firing, Firing];
  readonly destinations: readonly number[];
}

/**
 * Returns the shortest situation in which both alerts notify a destination at the same instant: the one with the fewest values and events, then
 * the least time. Undefined if they share no destination, host, or metric or category.
 *
 * @example
 * findOverlap(alert, { ...alert, id: 8 }, known)?.destinations; // those of both
 */
export function findOverlap(
  first: ConfiguredAlert,
  second: ConfiguredAlert,
  known: KnownObjects,
): Overlap | undefined {
  const destinations = first.destinations.filter((id) => second.destinations.includes(id));
  const compared = firingAlerts(first, second, known);
  if (destinations.length === 0 || compared.first === undefined || compared.second === undefined)
    return undefined;
  if (compared.isAssumed && !hasKnownDurations(first, second, known)) return undefined;
  const replay = createReplay(compared.first, compared.second);
  for (const situation of situationsOf(compared.first, compared.second, known)) {
    const firings = replay(situation);
    for (const firing of firings.filter(({ alert }) => alert === 1)) {
      const other = firings.find(({ alert, at }) => alert === 2 && at === firing.at);
      if (other !== undefined) return { ...situation, firings: [firing, other], destinations };
    }
  }
  return undefined;
}

function hasKnownDurations(first: ConfiguredAlert, second: ConfiguredAlert, known: KnownObjects): boolean {
  const durations = [first, second].flatMap(({ config: { condition } }) =>
    condition.kind === "threshold" ? condition.duration : [],
  );
  const isSame = new Set(durations).size < 2;
  return isSame || durations.every((duration) => known.durationMs(duration) !== undefined);
}

/** Those of the fewest inputs first. */
function* situationsOf(first: FiringAlert, second: FiringAlert, known: KnownObjects): Generator<Situation> {
  const { both } = hostsOf(first, second, known);
  if (both === undefined) return;
  if (isEvent(first) && isEvent(second)) yield* eventSituations(first, second, both);
  if (isThreshold(first) && isThreshold(second) && first.condition.metric === second.condition.metric)
    yield* thresholdSituations(first, second, both);
}

function* eventSituations(
  { condition }: FiringAlert<EventCondition>,
  { condition: { categories } }: FiringAlert<EventCondition>,
  host: SituationHost,
): Generator<Situation> {
  const common = condition.categories.find((category) => categories.includes(category));
  if (common !== undefined) yield withEvents("fires", host, common, [0]);
}

/**
 * With different durations, both can fire at the same instant if the alert with the shorter one starts later: because its trigger is higher,
 * because it resolves while the other alert still exceeds its trigger, or because its policy delays a second firing.
 */
function* thresholdSituations(
  first: FiringAlert<ThresholdCondition>,
  second: FiringAlert<ThresholdCondition>,
  host: SituationHost,
): Generator<Situation> {
  const situation = (values: readonly TimedValue[], until: number) =>
    withValues("fires", host, first.condition.metric, values, until);
  const [shorter, longer] = inOrder(first, second, ({ durationMs }) => durationMs);
  const [low, high] = inOrder(first, second, ({ condition }) => condition.trigger);
  const above = valueAbove(high.condition.trigger);
  const difference = longer.durationMs - shorter.durationMs;
  if (difference === 0) {
    yield* situation([[0, above]], longer.durationMs);
    return;
  }
  const isLowerAlone = low.condition.trigger < high.condition.trigger;
  const between = valueBetween(low.condition.trigger, high.condition.trigger);
  if (isLowerAlone && low === longer)
    yield* situation(
      [
        [0, between],
        [difference, above],
      ],
      longer.durationMs,
    );
  const resolving = valueInside(high.condition.trigger, shorter.condition.reset);
  yield* situation(
    [
      [0, above],
      [difference, resolving],
    ],
    longer.durationMs,
  );
  const fall = Math.max(shorter.durationMs, secondMs);
  const until = shorter.durationMs + shorter.intervalMs;
  const below = valueBelow(Math.min(low.condition.trigger, first.condition.reset, second.condition.reset));
  if (until - longer.durationMs > fall)
    yield* situation(
      [
        [0, isLowerAlone && low === shorter ? between : above],
        [fall, below],
        [until - longer.durationMs, above],
      ],
      until,
    );
}
