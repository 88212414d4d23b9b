/**
 * Finds the shortest situation in which an alert behaves differently before and after a change. A situation that loses a notification is
 * found first, then one that gains one.
 *
 * A situation is a timeline on one host: values of a metric, at most one each second and the first at 0, or events. The alert behaves
 * differently if it fires or resolves at other times, with another level, or notifies other destinations. Few situations have to be
 * tried: values around triggers and resets, ends of durations and of policies' intervals, hosts and categories of one alert only. If
 * none of them shows a difference, no situation does. Each is replayed by the simulation before it is returned.
 */
import { groupBy } from "../../diagnostics";
import { type KnownObjects } from "../evaluator-state";
import { type Firing, simulateTimeline } from "../simulation";
import { findSituations } from "./find-situations";
import { type FiringAlert, firingAlerts } from "./firing-alert";
import { type ComparedAlert, type Situation } from "./situation";

/** A situation, and what the alert does in it before and after the change. In firings, the ID of the alert is 1 before and 2 after. */
export interface AlertDifference extends Situation {
  readonly before: readonly Firing[];
  readonly after: readonly Firing[];
  /** Whether the situation assumes a length or a host type that is unknown and makes the difference. */
  readonly isAssumed: boolean;
}

/**
 * Returns the first difference of {@link differencesOf}. Undefined is a proof that the alert behaves the same.
 *
 * @example
 * differenceOf(alert, { ...alert, policy: 3 }, known)?.kind; // "frequency"
 */
export function differenceOf(...compared: Parameters<typeof differencesOf>): AlertDifference | undefined {
  return differencesOf(...compared)[0];
}

/**
 * Returns the shortest difference of each kind: first those that lose a notification, then those that gain one. The shortest has the
 * fewest values and events, then the least time. Empty if the alert behaves the same. A policy or duration of unknown length is the same only as
 * itself.
 *
 * @param before undefined for a creation
 * @param after undefined for a deletion
 * @example
 * differencesOf(alert, { ...alert, policy: 3, destinations: [] }, known).map(({ kind }) => kind); // ["destinations", "frequency"]
 */
export function differencesOf(
  before: ComparedAlert | undefined,
  after: ComparedAlert | undefined,
  known: KnownObjects,
): AlertDifference[] {
  const { first, second, isAssumed } = firingAlerts(before, after, known);
  const replay = createReplay(first, second);
  const found = findSituations(first, second, known).flatMap((situation): AlertDifference[] => {
    const { host } = situation;
    const isHostAssumed = host.kind === "named" && known.host(host.id) === undefined;
    const firings = replay(situation);
    const [before, after] = [1, 2].map((id) => firings.filter(({ alert }) => alert === id));
    if (before === undefined || after === undefined || outcomeOf(before) === outcomeOf(after)) return [];
    return [{ ...situation, before, after, isAssumed: isAssumed || isHostAssumed }];
  });
  const rank = ({ before, after }: AlertDifference) =>
    notifiesMore(before, after) ? 0 : notifiesMore(after, before) ? 1 : 2;
  const ranked = found.sort((a, b) => rank(a) - rank(b));
  return [...groupBy(ranked, ({ kind }) => kind).values()].flatMap((group) => group.slice(0, 1));
}

function notifiesMore(firings: readonly Firing[], others: readonly Firing[]): boolean {
  const count = (list: readonly Firing[], id: number) =>
    list.filter(({ destinations }) => destinations.includes(id)).length;
  return firings.some(({ destinations }) =>
    destinations.some((id) => count(firings, id) > count(others, id)),
  );
}

/** Returns a function that simulates both alerts in a situation. */
export function createReplay(
  first: FiringAlert | undefined,
  second: FiringAlert | undefined,
): (situation: Situation) => readonly Firing[] {
  const compared = [first, second].filter((alert) => alert !== undefined);
  const alerts = compared.map(({ alert }) => alert);
  const find = (id: number) => compared.find(({ alert }) => alert.id === id);
  const lengths = {
    policyIntervalMs: (id: number) => find(id)?.intervalMs,
    durationMs: (id: number) => find(id)?.durationMs,
  };
  // The event of a threshold alert must not fire an event alert that replaces it.
  const isSameKind = first?.condition.kind === second?.condition.kind;
  const groups = isSameKind ? [alerts] : alerts.map((alert) => [alert]);
  return ({ host, values, events, until }) => {
    const objects = { ...lengths, host: (id: number) => (id === host.id ? host : undefined) };
    return groups.flatMap((group) => simulateTimeline({ alerts: group, objects, values, events, until }));
  };
}

/** What can be observed of firings. Destinations are a set. */
function outcomeOf(firings: readonly Firing[]): string {
  const observed = firings.map(({ at, resolvedAt, level, destinations }) => {
    const notified = [...new Set(destinations)].sort((a, b) => a - b);
    return [at, resolvedAt, level, ...notified].join();
  });
  return observed.join(" ");
}
