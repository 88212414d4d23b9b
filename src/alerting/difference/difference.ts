/**
 * Finds the shortest situation in which an alert behaves differently before and after a change.
 *
 * A situation is a timeline on one host: values of a metric, at most one each second and the first at 0, or events. The alert behaves
 * differently if it fires or resolves at other times, with another level, or notifies other destinations. Few situations have to be
 * tried: values around triggers and resets, ends of durations and of policies' intervals, hosts and categories of one alert only. If
 * none of them shows a difference, no situation does. Each is replayed by the simulation before it is returned.
 */
import { type ConfiguredAlert } from "../alert";
import { type Firing, simulate } from "../simulation";
import { findSituations } from "./find-situations";
import { type FiringAlert, firingAlert } from "./firing-alert";
import { compareLengths } from "./lengths";
import { type ComparedAlert, type KnownObjects, type Situation } from "./situation";

/** A situation, and what the alert does in it before and after the change. In firings, the ID of the alert is 1 before and 2 after. */
export interface AlertDifference extends Situation {
  readonly before: readonly Firing[];
  readonly after: readonly Firing[];
  /** Whether more firings notify a destination before the change than after it. */
  readonly silences: boolean;
  /** Whether the situation assumes a length or a host type that is unknown and makes the difference. */
  readonly isAssumed: boolean;
}

/**
 * Returns the shortest difference: the one with the fewest values and events, then the least time. Undefined is a proof that the alert
 * behaves the same. A policy or duration of unknown length is the same only as itself.
 *
 * @param before undefined for a creation
 * @param after undefined for a deletion
 * @example
 * differenceOf(alert, { ...alert, policy: 3 }, known)?.kind; // "frequency"
 */
export function differenceOf(
  before: ComparedAlert | undefined,
  after: ComparedAlert | undefined,
  known: KnownObjects,
): AlertDifference | undefined {
  for (const difference of differences(before, after, known)) return difference;
  return undefined;
}

/**
 * Returns a difference of each kind, the shortest first. A kind of which the shortest does not silence the alert, but another does, has
 * two. Empty if the alert behaves the same.
 *
 * @example
 * differencesOf(alert, changed, known).some(({ silences }) => silences);
 */
export function differencesOf(
  before: ComparedAlert | undefined,
  after: ComparedAlert | undefined,
  known: KnownObjects,
): AlertDifference[] {
  const found = new Map<string, AlertDifference>();
  for (const difference of differences(before, after, known)) {
    const key = `${difference.kind} ${difference.silences}`;
    if (!found.has(key)) found.set(key, difference);
  }
  return [...found.values()];
}

/** The shortest first. */
function* differences(
  before: ComparedAlert | undefined,
  after: ComparedAlert | undefined,
  known: KnownObjects,
): Generator<AlertDifference> {
  const { durations, intervals, isAssumed } = compareLengths(before, after, known);
  const first = before && firingAlert(1, before, intervals[0], durations[0]);
  const second = after && firingAlert(2, after, intervals[1], durations[1]);
  for (const situation of findSituations(first, second, known)) {
    const { host } = situation;
    const isHostAssumed = host.kind === "named" && known.host(host.id) === undefined;
    const replayed = replay(first, second, situation);
    if (replayed !== undefined) yield { ...replayed, isAssumed: isAssumed || isHostAssumed };
  }
}

/** Undefined if the alert does the same before and after the change. */
function replay(
  first: FiringAlert | undefined,
  second: FiringAlert | undefined,
  situation: Situation,
): Omit<AlertDifference, "isAssumed"> | undefined {
  const compared = [first, second].filter((alert) => alert !== undefined);
  const run = (alerts: readonly ConfiguredAlert[]) =>
    simulate({
      alerts,
      hosts: [situation.host],
      policyIntervalsMs: new Map(compared.map(({ alert, intervalMs }) => [alert.id, intervalMs])),
      durationsMs: new Map(compared.map(({ alert, durationMs }) => [alert.id, durationMs])),
      values: situation.values,
      events: situation.events,
      until: situation.until,
    });
  const alerts = compared.map(({ alert }) => alert);
  // The event of a threshold alert must not fire an event alert that replaces it.
  const isSameKind = new Set(compared.map(({ condition }) => condition.kind)).size === 1;
  const firings = isSameKind ? run(alerts) : alerts.flatMap((alert) => run([alert]));
  const before = firings.filter(({ alert }) => alert === 1);
  const after = firings.filter(({ alert }) => alert === 2);
  if (observe(before) === observe(after)) return undefined;
  return { ...situation, before, after, silences: countNotifying(before) > countNotifying(after) };
}

/** What can be observed of firings. Destinations are a set. */
function observe(firings: readonly Firing[]): string {
  const observed = firings.map(({ at, resolvedAt, level, destinations }) => {
    const notified = [...new Set(destinations)].sort((a, b) => a - b);
    return [at, resolvedAt, level, ...notified].join();
  });
  return observed.join(" ");
}

function countNotifying(firings: readonly Firing[]): number {
  return firings.filter(({ destinations }) => destinations.length > 0).length;
}
