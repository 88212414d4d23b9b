/**
 * The plan: the changes that turn the live alerts into the desired ones. Pure functions that read and write nothing.
 * match.ts decides which live alert belongs to a definition.
 *
 *     live alert   kind          configuration   name      fields    change
 *     ----------   -----------   -------------   -------   -------   ---------
 *     none         –             –               –         –         create
 *     one          differs       –               –         –         replace
 *     one          same          absent          –         –         complete
 *     one          same          present         differs   –         rename
 *     one          same          present         same      differ    update
 *     one          same          present         same      equal     unchanged
 *     several      –             –               –         –         (problem, no changes)
 *     one          unsupported   –               –         –         (problem, no changes)
 *
 * Live alerts without a definition do not change. Those that match `prune` are deleted.
 */
import { compareStrings, isError, type Problem } from "../diagnostics";
import {
  type Alert,
  type AlertConfig,
  type AlertSettings,
  isSameText,
  type ListedAlert,
  TextMap,
  type UnsupportedAlert,
} from "../service";
import { allFields, compare, type FieldChange, fieldsOf, isInSync } from "./compare";
import {
  configOf,
  type DesiredAlert,
  keepIgnored,
  type LiveAlert,
  type PartialLiveAlert,
} from "./desired-alert";
import { type Matching, type Pair } from "./match";
import { type NamedDefinition } from "./name-table";
import { findRenameCycles } from "./renames";
import { explainHosts } from "./select-hosts";
import { findMissingSources, findUnsupportedMatches, findUnsupportedRemovals } from "./unsupported-alerts";

type LiveAction = "replace" | "complete" | "rename" | "update" | "unchanged";

export type Change =
  CreateChange | { [Action in LiveAction]: ChangeOfLive<Action> }[LiveAction] | DeleteChange;

interface Ordered {
  /** Name of the change that must free the name of this one first. */
  readonly after?: string;
}

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
  /** Whether the alert belongs to the definitions by its name, and they no longer define it. */
  readonly isOwned?: true;
  readonly live: LiveAlert;
}

export type ChangeAction = Change["action"];

export type WritingChange = Exclude<Change, { readonly action: "unchanged" }>;

export function isWriting(change: Change): change is WritingChange {
  return change.action !== "unchanged";
}

/** The desired name, or for a deletion the live name. */
export function nameOf(change: Change): string {
  return change.action === "delete" ? change.live.alert.name : change.desired.name;
}

export interface AlertVersion extends Omit<AlertSettings, "kind"> {
  /** Undefined for an incomplete alert, and if it was not read. */
  readonly config?: AlertConfig | undefined;
}

export interface ChangeVersions {
  /** Undefined for a creation. */
  readonly before: AlertVersion | undefined;
  /** Undefined for a deletion. */
  readonly after: AlertVersion | undefined;
}

export function versionsOfChange(change: Change): ChangeVersions {
  return {
    before: change.action === "create" ? undefined : { ...change.live.alert, config: change.live.config },
    after: change.action === "delete" ? undefined : { ...change.desired, config: configOf(change.desired) },
  };
}

/** The change that turns the live alert, if any, into the desired one. */
export function changeOf(
  definition: DesiredAlert,
  live: LiveAlert | undefined,
): Exclude<Change, DeleteChange> {
  if (live === undefined) {
    return { action: "create", desired: definition, fields: explainHosts(allFields(definition), definition) };
  }
  const desired = keepIgnored(definition, live);
  const comparison = compare(desired, live);
  const fields = explainHosts(fieldsOf(comparison), desired);
  if (comparison.kindChanged) return { action: "replace", desired, live, fields };
  if (comparison.isIncomplete) return { action: "complete", desired, live, fields };
  if (isInSync(comparison)) return { action: "unchanged", desired, live, fields };
  const isRename = !isSameText(desired.name, live.alert.name);
  return { action: isRename ? "rename" : "update", desired, live, fields };
}

/** The writing endpoints of the service, by their names in service/. */
type WritingCall = "createAlert" | "updateAlert" | "writeAlertConfig" | "deleteAlert";

/** The calls that a change makes, in order, if none fails and the live alert does not change first. */
export function callsOf(change: Change): readonly WritingCall[] {
  switch (change.action) {
    case "unchanged":
      return [];
    case "create":
      return ["createAlert", "writeAlertConfig"];
    case "replace":
      return ["deleteAlert", "createAlert", "writeAlertConfig"];
    case "delete":
      return ["deleteAlert"];
    case "complete":
    case "rename":
    case "update": {
      const { settings, config } = compare(change.desired, change.live);
      return [
        ...(settings.length === 0 ? [] : (["updateAlert"] as const)),
        ...(config.length === 0 ? [] : (["writeAlertConfig"] as const)),
      ];
    }
  }
}

/** What executable and refused plans have in common. */
export interface PlanContents {
  /** One change per definition, and the deletions, sorted by name. */
  readonly changes: readonly Change[];
  /** Live alerts that match no definition and are not deleted, including those of an unsupported kind. */
  readonly unmanaged: readonly ListedAlert[];
  readonly problems: readonly Problem[];
}

type Warning = Problem & { readonly severity: "warning" };

/** A plan without errors. Only this kind of plan can be executed. */
export interface ExecutablePlan extends PlanContents {
  readonly status: "executable";
  readonly problems: readonly Warning[];
}

/** A plan with at least one error. Its changes, if it has any, are for display only. */
interface RefusedPlan extends PlanContents {
  readonly status: "refused";
}

export type Plan = ExecutablePlan | RefusedPlan;

/** Makes a plan of these contents. It is refused if one of its problems is an error. */
export function withPlanStatus<T extends PlanContents>(contents: T): T & Plan {
  const { problems } = contents;
  return problems.every(isWarning)
    ? { ...contents, status: "executable", problems }
    : { ...contents, status: "refused" };
}

function isWarning(problem: Problem): problem is Warning {
  return problem.severity === "warning";
}

export interface PlanSelection {
  /** Selects the unmanaged live alerts to delete, by name. Default: none. */
  readonly prune?: ((name: string) => boolean) | undefined;
  /**
   * Names of definitions. The plan contains only their changes, and those that must free their names first. It deletes
   * nothing. Default: all definitions.
   */
  readonly targets?: readonly string[] | undefined;
}

export interface PlanOptions extends PlanSelection {
  /** Live alerts of an unsupported kind. Their names are in use, and `prune` does not delete them. */
  readonly unsupportedAlerts?: readonly UnsupportedAlert[] | undefined;
}

/** Returns the alert with its configuration, if it was read. Makes no call. */
type FindRead<L> = (listed: L) => LiveAlert | undefined;

/** The alerts whose configurations a plan needs: those that may match a definition, and those to delete. */
export function alertsToRead(
  { pairs, unmanaged }: Matching<NamedDefinition, PartialLiveAlert>,
  { prune = () => false, targets }: PlanSelection = {},
): Alert[] {
  const matched = selectTargets(pairs, targets).flatMap(({ live }) => live ?? []);
  const pruned = targets === undefined ? unmanaged.filter(({ alert }) => prune(alert.name)) : [];
  return [...matched, ...pruned].map(({ alert }) => alert);
}

export function plan<L extends PartialLiveAlert>(
  matching: Matching<DesiredAlert, L>,
  findRead: FindRead<L>,
  { prune = () => false, targets, unsupportedAlerts = [] }: PlanOptions = {},
): Plan {
  const { pairs, unmanaged } = matching;
  const problems = [
    ...matching.problems,
    ...findRenameCycles(pairs.map(({ definition }) => definition)),
    ...findUnsupportedMatches(matching, unsupportedAlerts),
    ...findMissingSources(matching, unsupportedAlerts),
  ];
  if (problems.some(isError)) {
    return withPlanStatus({ changes: [], unmanaged: sortListed(unmanaged, unsupportedAlerts), problems });
  }
  const pruned = new Set(targets === undefined ? unmanaged.filter(({ alert }) => prune(alert.name)) : []);
  const changes = [
    ...selectTargets(pairs, targets).map((pair) => changeOfPair(pair, findRead)),
    ...[...pruned].map((listed) => deletionOf(listed, findRead)),
  ];
  const remaining = pruned.size === 0 ? unmanaged : unmanaged.filter((listed) => !pruned.has(listed));
  return withPlanStatus({
    changes: changes.sort((a, b) => compareStrings(nameOf(a), nameOf(b))),
    unmanaged: sortListed(remaining, unsupportedAlerts),
    problems,
  });
}

/** The plan that deletes the defined alerts, and nothing else. */
export function planRemoval<L extends PartialLiveAlert>(
  matching: Matching<NamedDefinition, L>,
  findRead: FindRead<L>,
  { unsupportedAlerts = [], targets }: Pick<PlanOptions, "unsupportedAlerts" | "targets"> = {},
): Plan {
  const { pairs, unmanaged } = matching;
  const problems = [...matching.problems, ...findUnsupportedRemovals(matching, unsupportedAlerts)];
  const existing = selectTargets(pairs, targets).flatMap(({ live }) => live ?? []);
  return withPlanStatus({
    changes: problems.some(isError)
      ? []
      : existing
          .map((listed) => deletionOf(listed, findRead))
          .sort((a, b) => compareStrings(nameOf(a), nameOf(b))),
    unmanaged: sortListed(unmanaged, unsupportedAlerts),
    problems,
  });
}

function changeOfPair<L extends PartialLiveAlert>(
  { definition, live, after }: Pair<DesiredAlert, L>,
  findRead: FindRead<L>,
): Change {
  const change = changeOf(definition, live && requireRead(live, findRead));
  return after === undefined ? change : { ...change, after };
}

function deletionOf<L extends PartialLiveAlert>(listed: L, findRead: FindRead<L>): Change {
  return { action: "delete", live: requireRead(listed, findRead) };
}

function requireRead<L extends PartialLiveAlert>(listed: L, findRead: FindRead<L>): LiveAlert {
  const live = findRead(listed);
  if (live === undefined) throw new Error(`alert ${listed.alert.id}: the plan needs its configuration`);
  return live;
}

/** The pairs of the targets, and those that must free their names first. All pairs if there are no targets. */
function selectTargets<D extends NamedDefinition, L>(
  pairs: readonly Pair<D, L>[],
  targets: readonly string[] | undefined,
): readonly Pair<D, L>[] {
  if (targets === undefined) return pairs;
  const byName = new TextMap(pairs.map((pair) => [pair.definition.name, pair]));
  const selected = new Set<Pair<D, L>>();
  for (const target of targets) {
    let pair = byName.get(target);
    while (pair !== undefined && !selected.has(pair)) {
      selected.add(pair);
      pair = pair.after === undefined ? undefined : byName.get(pair.after);
    }
  }
  return pairs.filter((pair) => selected.has(pair));
}

function sortListed(
  listed: readonly PartialLiveAlert[],
  unsupportedAlerts: readonly UnsupportedAlert[],
): ListedAlert[] {
  const alerts: ListedAlert[] = [...listed.map(({ alert }) => alert), ...unsupportedAlerts];
  return alerts.sort((a, b) => compareStrings(a.name, b.name));
}
