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
import { compareTexts, isError, omitUndefined, type Problem } from "../diagnostics";
import { type Alert, type ListedAlert, TextMap, type UnsupportedAlert } from "../service";
import { type Change, changeOf, nameOf } from "./change";
import { compare, isInSync } from "./compare";
import { type DesiredAlert, keepIgnored, type LiveAlert, type PartialLiveAlert } from "./desired-alert";
import { type Matching, type Pair } from "./match";
import { findMissingSources, findUnsupportedMatches, findUnsupportedRemovals } from "./unsupported-alerts";
import { type NamedDefinition } from "./name-table";

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
export function asPlan<T extends PlanContents>(contents: T): T & Plan {
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
  matching: Matching<NamedDefinition, PartialLiveAlert>,
  { prune = () => false, targets }: PlanSelection = {},
): Alert[] {
  const pairings = matching.possiblePairings();
  const matched = pairings
    .flatMap(({ pairs }) => selectTargets(pairs, targets))
    .flatMap(({ live }) => live ?? []);
  const unmanaged = targets === undefined ? pairings.flatMap((pairing) => pairing.unmanaged) : [];
  const pruned = unmanaged.filter(({ alert }) => prune(alert.name));
  return [...new Set([...matched, ...pruned].map(({ alert }) => alert))];
}

export function plan<L extends PartialLiveAlert>(
  matching: Matching<DesiredAlert, L>,
  findRead: FindRead<L>,
  { prune = () => false, targets, unsupportedAlerts = [] }: PlanOptions = {},
): Plan {
  const pairing = matching.pair((desired, listed) => {
    const live = findRead(listed);
    return live !== undefined && isInSync(compare(keepIgnored(desired, live), live));
  });
  const { pairs, unmanaged } = pairing;
  const problems = [
    ...matching.problems,
    ...pairing.warnings,
    ...findUnsupportedMatches(matching, unsupportedAlerts),
    ...findMissingSources(matching, pairing, unsupportedAlerts),
  ];
  if (problems.some(isError)) {
    return asPlan({ changes: [], unmanaged: sortListed(unmanaged, unsupportedAlerts), problems });
  }
  const pruned = new Set(targets === undefined ? unmanaged.filter(({ alert }) => prune(alert.name)) : []);
  const changes = [
    ...selectTargets(pairs, targets).map((pair) => changeOfPair(pair, findRead)),
    ...[...pruned].map((listed) => deletionOf(listed, findRead)),
  ];
  const remaining = pruned.size === 0 ? unmanaged : unmanaged.filter((listed) => !pruned.has(listed));
  return asPlan({
    changes: changes.sort((a, b) => compareTexts(nameOf(a), nameOf(b))),
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
  const { pairs, unmanaged, warnings } = matching.pair(() => true);
  const problems = [
    ...matching.problems,
    ...warnings,
    ...findUnsupportedRemovals(matching.definitions, unsupportedAlerts),
  ];
  const existing = selectTargets(pairs, targets).flatMap(({ live }) => live ?? []);
  return asPlan({
    changes: problems.some(isError)
      ? []
      : existing
          .map((listed) => deletionOf(listed, findRead))
          .sort((a, b) => compareTexts(nameOf(a), nameOf(b))),
    unmanaged: sortListed(unmanaged, unsupportedAlerts),
    problems,
  });
}

function changeOfPair<L extends PartialLiveAlert>(
  { definition, live, after, interim }: Pair<DesiredAlert, L>,
  findRead: FindRead<L>,
): Change {
  const change = changeOf(definition, live && requireRead(live, findRead));
  return { ...change, ...omitUndefined({ after, interim }) };
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
  return alerts.sort((a, b) => compareTexts(a.name, b.name));
}
