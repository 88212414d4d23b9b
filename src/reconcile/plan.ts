/**
 * The plan: what has to be done so that the live alerts become the desired ones. A pure function; it reads nothing
 * and writes nothing.
 *
 *     live alert of the name   kind      configuration   fields    change
 *     ----------------------   -------   -------------   -------   ---------
 *     none                     –         –               –         create
 *     one                      differs   –               –         replace
 *     one                      same      absent          –         complete
 *     one                      same      present         differ    update
 *     one                      same      present         equal     unchanged
 *     several                  –         –               –         (problem; no change at all)
 *
 * Live alerts that no definition names are left alone.
 */
import { isError, type Problem } from "../diagnostics";
import { type Alert } from "../service";
import { allFields, compare, type FieldChange, isInSync } from "./compare";
import { type DesiredAlert, type LiveAlert, normalise } from "./desired-alert";
import { matchByName } from "./match";

export type Change =
  | { readonly action: "create"; readonly desired: DesiredAlert; readonly fields: readonly FieldChange[] }
  | ChangeOfLive<"replace">
  | ChangeOfLive<"complete">
  | ChangeOfLive<"update">
  | ChangeOfLive<"unchanged">
  | { readonly action: "delete"; readonly live: Alert };

interface ChangeOfLive<Action extends string> {
  readonly action: Action;
  readonly desired: DesiredAlert;
  readonly live: LiveAlert;
  readonly fields: readonly FieldChange[];
}

export type Action = Change["action"];

export interface Plan {
  /** One change for each desired alert, by name. Empty where a problem is an error. */
  readonly changes: readonly Change[];
  /** Live alerts that no definition names. */
  readonly unmanaged: readonly Alert[];
  readonly problems: readonly Problem[];
}

/**
 * @param desired the alerts as they should be, in any order
 * @param live the live alerts, each with its configuration as far as {@link alertsToRead} named it
 */
export function plan(desired: readonly DesiredAlert[], live: readonly LiveAlert[]): Plan {
  const matching = matchByName(
    desired,
    live.map(({ alert }) => alert),
  );
  const unmanaged = [...matching.unmanaged].sort(byName);
  if (matching.problems.some(isError)) return { changes: [], unmanaged, problems: matching.problems };
  const liveById = new Map(live.map((one) => [one.alert.id, one]));
  const changes = matching.pairs.map((pair) =>
    changeOf(normalise(pair.desired), pair.live === undefined ? undefined : liveById.get(pair.live.id)),
  );
  return {
    changes: changes.sort((a, b) => byName(nameable(a), nameable(b))),
    unmanaged,
    problems: matching.problems,
  };
}

/** The plan that removes the alerts that the definitions name, and nothing else. */
export function planRemoval(desired: readonly DesiredAlert[], live: readonly Alert[]): Plan {
  const { pairs, unmanaged, problems } = matchByName(desired, live);
  const existing = pairs.flatMap((pair) => (pair.live === undefined ? [] : [pair.live]));
  const changes: Change[] = existing.sort(byName).map((alert) => ({ action: "delete", live: alert }));
  return { changes: problems.some(isError) ? [] : changes, unmanaged: [...unmanaged].sort(byName), problems };
}

/** What one desired alert asks for, given the live alert of its name. */
export function changeOf(desired: DesiredAlert, live: LiveAlert | undefined): Change {
  if (live === undefined) return { action: "create", desired, fields: allFields(desired) };
  const comparison = compare(desired, live);
  const fields = [...comparison.settings, ...comparison.config];
  if (comparison.kindChanged) return { action: "replace", desired, live, fields };
  if (comparison.isHalfMade) return { action: "complete", desired, live, fields };
  return { action: isInSync(comparison) ? "unchanged" : "update", desired, live, fields };
}

/** The alerts whose configuration the plan needs: those that a definition names and whose kind it keeps. */
export function alertsToRead(desired: readonly DesiredAlert[], live: readonly Alert[]): Alert[] {
  return matchByName(desired, live).pairs.flatMap((pair) =>
    pair.live !== undefined && pair.live.kind === pair.desired.condition.kind ? [pair.live] : [],
  );
}

/** The name that a change is about. */
export function nameOf(change: Change): string {
  return nameable(change).name;
}

function nameable(change: Change): { readonly name: string } {
  return change.action === "delete" ? change.live : change.desired;
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
