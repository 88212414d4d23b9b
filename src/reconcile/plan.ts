/**
 * The plan: what has to be done so that the live alerts become the desired ones. A pure function; it reads nothing
 * and writes nothing. Which live alert a desired one means, match.ts says.
 *
 *     live alert   kind      configuration   name      fields    change
 *     ----------   -------   -------------   -------   -------   ---------
 *     none         –         –               –         –         create
 *     one          differs   –               –         –         replace
 *     one          same      absent          –         –         complete
 *     one          same      present         differs   –         rename
 *     one          same      present         same      differ    update
 *     one          same      present         same      equal     unchanged
 *     several      –         –               –         –         (problem; no change at all)
 *     one          unknown   –               –         –         (problem; no change at all)
 *
 * Live alerts that no definition means are left alone, but for those that the caller has a name pattern for: delete.
 */
import { isError, type Problem } from "../diagnostics";
import { type Alert, type ListedAlert, type UnsupportedAlert } from "../service";
import { allFields, compare, type FieldChange, fieldsOf, isInSync } from "./compare";
import { type DesiredAlert, leavingIgnored, type LiveAlert, normalize } from "./desired-alert";
import { match, type Pair } from "./match";
import { type ReferredNames } from "./referred-names";
import { unsupportedAlertProblems, unsupportedNotRemoved } from "./unsupported-alerts";
import { targeted } from "./targets";

export type Change =
  | CreateChange
  | ChangeOfLive<"replace">
  | ChangeOfLive<"complete">
  | ChangeOfLive<"rename">
  | ChangeOfLive<"update">
  | ChangeOfLive<"unchanged">
  | DeleteChange;

interface CreateChange extends Ordered {
  readonly action: "create";
  readonly desired: DesiredAlert;
  readonly fields: readonly FieldChange[];
}

interface ChangeOfLive<Action extends string> extends Ordered {
  readonly action: Action;
  readonly desired: DesiredAlert;
  readonly live: LiveAlert;
  readonly fields: readonly FieldChange[];
}

interface DeleteChange extends Ordered {
  readonly action: "delete";
  readonly live: LiveAlert;
}

interface Ordered {
  /** Name of the change that has to free this one's name first. */
  readonly after?: string;
  /** Name that the alert takes first, where renames go round in a circle. */
  readonly interim?: string;
}

export type Action = Change["action"];

/** A change for which there is something to write. */
export type WritingChange = Exclude<Change, { readonly action: "unchanged" }>;

export function isWriting(change: Change): change is WritingChange {
  return change.action !== "unchanged";
}

/** The contents of every plan. */
export interface PlanContents {
  /** One change per desired alert, and the deletions, sorted by name. */
  readonly changes: readonly Change[];
  /** Live alerts that no definition matches and the plan does not delete, including those of an unsupported kind. */
  readonly unmanaged: readonly ListedAlert[];
  readonly problems: readonly Problem[];
  /** Names of the objects that the changes refer to by id. For display only. */
  readonly names?: ReferredNames;
}

/** A problem that does not prevent execution. */
export type Warning = Problem & { readonly severity: "warning" };

/** A plan without errors. Only this kind of plan can be executed. */
export interface ExecutablePlan extends PlanContents {
  readonly status: "executable";
  readonly problems: readonly Warning[];
}

/** A plan with at least one error. Its changes, if it has any, are for display only. */
export interface RefusedPlan extends PlanContents {
  readonly status: "refused";
}

export type Plan = ExecutablePlan | RefusedPlan;

/** The plan with these contents: refused if one of its problems is an error. */
export function asPlan(contents: PlanContents): Plan {
  const { problems } = contents;
  return problems.every(isWarning)
    ? { ...contents, status: "executable", problems }
    : { ...contents, status: "refused" };
}

function isWarning(problem: Problem): problem is Warning {
  return problem.severity === "warning";
}

export interface PlanOptions {
  /** Which of the live alerts that no definition means are to be deleted, by name. None by default. */
  readonly prune?: ((name: string) => boolean) | undefined;
  /**
   * Names of the definitions that alone are carried out, with those that have to free these names first; then nothing is deleted.
   * All by default.
   */
  readonly targets?: readonly string[] | undefined;
  /** Live alerts of an unknown kind. They hold their names, and are left alone whatever `prune` says. */
  readonly unsupportedAlerts?: readonly UnsupportedAlert[] | undefined;
}

/**
 * @param desired the alerts as they should be, in any order
 * @param live the live alerts, each with its configuration as far as {@link alertsToRead} named it
 */
export function plan(
  desired: readonly DesiredAlert[],
  live: readonly LiveAlert[],
  { prune = () => false, targets, unsupportedAlerts = [] }: PlanOptions = {},
): Plan {
  const { pairs, unmanaged, ...matching } = match(desired, live, isAsWanted);
  const problems = [...matching.problems, ...unsupportedAlertProblems(desired, live, unsupportedAlerts)];
  const isPossible = !problems.some(isError);
  const mayDelete = isPossible && targets === undefined;
  const pruned = new Set(mayDelete ? unmanaged.filter(({ alert }) => prune(alert.name)) : []);
  const left = unmanaged.filter((one) => !pruned.has(one));
  const changes = isPossible ? [...pairs.map(changeFor), ...[...pruned].map(deletionOf)] : [];
  return asPlan({
    changes: [...targeted(changes, targets, nameOf)].sort((a, b) => byName(nameable(a), nameable(b))),
    unmanaged: listed(left, unsupportedAlerts),
    problems,
  });
}

/** The plan that removes the alerts that the definitions name, and nothing else. */
export function planRemoval(
  desired: readonly DesiredAlert[],
  live: readonly LiveAlert[],
  { unsupportedAlerts = [], targets }: Pick<PlanOptions, "unsupportedAlerts" | "targets"> = {},
): Plan {
  const { pairs, unmanaged, ...matching } = match(desired.map(withoutPast), live);
  const problems = [...matching.problems, ...unsupportedNotRemoved(desired, unsupportedAlerts)];
  const existing = targeted(pairs, targets, nameOfPair).flatMap(({ live }) => live ?? []);
  const changes = existing.sort((a, b) => byName(a.alert, b.alert)).map(deletionOf);
  return asPlan({
    changes: problems.some(isError) ? [] : changes,
    unmanaged: listed(unmanaged, unsupportedAlerts),
    problems,
  });
}

function listed(live: readonly LiveAlert[], unsupportedAlerts: readonly UnsupportedAlert[]): ListedAlert[] {
  return [...live.map(({ alert }) => alert), ...unsupportedAlerts].sort(byName);
}

function deletionOf(live: LiveAlert): Change {
  return { action: "delete", live };
}

function isAsWanted(desired: DesiredAlert, live: LiveAlert): boolean {
  return isInSync(compare(leavingIgnored(desired, live), live));
}

function withoutPast(desired: DesiredAlert): DesiredAlert {
  const { renamedFrom: _, ...rest } = desired;
  return rest;
}

function changeFor({ desired, live, after, interim }: Pair): Change {
  const change = changeOf(desired, live);
  if (after === undefined && interim === undefined) return change;
  return {
    ...change,
    ...(after === undefined ? {} : { after }),
    ...(interim === undefined ? {} : { interim }),
  };
}

/** What one desired alert asks for, given the live alert that it means. */
export function changeOf(wanted: DesiredAlert, live: LiveAlert | undefined): Change {
  const kept = live === undefined ? wanted : leavingIgnored(wanted, live);
  const desired = normalize(kept);
  if (live === undefined) return { action: "create", desired, fields: allFields(desired) };
  // Sets that are written alike on both sides need no order to be the same.
  const comparison = compare(kept, live);
  const fields = fieldsOf(comparison);
  if (comparison.kindChanged) return { action: "replace", desired, live, fields };
  if (comparison.isIncomplete) return { action: "complete", desired, live, fields };
  if (desired.name !== live.alert.name) return { action: "rename", desired, live, fields };
  return { action: isInSync(comparison) ? "unchanged" : "update", desired, live, fields };
}

/**
 * The alerts whose configuration the plan needs: those that a definition may mean, and those that are to be deleted, which are
 * looked at once more before they go.
 */
export function alertsToRead(
  desired: readonly DesiredAlert[],
  live: readonly Alert[],
  { prune = () => false, targets }: Pick<PlanOptions, "prune" | "targets"> = {},
): Alert[] {
  const unread = live.map(withoutConfig);
  const { pairs, unmanaged } = match(desired, unread);
  // Only renames can go round in circles.
  const mayTurn = desired.some(({ renamedFrom }) => renamedFrom !== undefined);
  const ifCirclesTurn = mayTurn ? match(desired, unread, () => false) : { pairs: [], unmanaged: [] };
  // A circle that turns makes room for itself all the way round, so of a target's circle all are read.
  const meant = [pairs, ifCirclesTurn.pairs]
    .flatMap((some) => targeted(some, targets, nameOfPair))
    .flatMap((pair) => pair.live ?? []);
  const spare = targets === undefined ? [...unmanaged, ...ifCirclesTurn.unmanaged] : [];
  const left = spare.filter(({ alert }) => prune(alert.name));
  return [...new Set([...meant, ...left].map(({ alert }) => alert))];
}

/** The alerts whose configuration {@link planRemoval} needs: those of the definitions' names. */
export function alertsToRemove(
  desired: readonly DesiredAlert[],
  live: readonly Alert[],
  targets: readonly string[] | undefined,
): Alert[] {
  const { pairs } = match(desired.map(withoutPast), live.map(withoutConfig));
  return targeted(pairs, targets, nameOfPair).flatMap((pair) => pair.live?.alert ?? []);
}

function nameOfPair({ desired }: Pair): string {
  return desired.name;
}

function withoutConfig(alert: Alert): LiveAlert {
  return { alert, config: undefined };
}

/** The name that a change is about: the desired one, or that of the alert which goes. */
export function nameOf(change: Change): string {
  return nameable(change).name;
}

function nameable(change: Change): { readonly name: string } {
  return change.action === "delete" ? change.live.alert : change.desired;
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
