/**
 * Which live alert a desired one means: the one of its name, or the one that it was renamed from. Names are unique; anything
 * else is told, not guessed.
 *
 *     alert of the name   alert of `renamedFrom`   the desired alert is
 *     -----------------   ----------------------   -------------------------------------------------------
 *     none                none                     new
 *     there               none                     the one of the name (renamed before)
 *     none                there                    the one of `renamedFrom`: a rename
 *     renamed away        there                    the one of `renamedFrom`, once the name is free
 *     there               there                    the one of the name; the other is left, with a warning
 *
 * Definitions that were renamed from one another in a circle say the same before and after. There an alert that is as its
 * own definition wants it already has been renamed; the rest is renamed, one of them through an interim name.
 */
import { createHash } from "node:crypto";
import { type Problem } from "../diagnostics";
import { type Alert } from "../service";
import { type DesiredAlert } from "./desired-alert";
import { bothExist, groupBy, problemsOfNames, type RenameCandidate } from "./match-problems";

export interface Pair {
  readonly desired: DesiredAlert;
  /** Undefined where there is none yet. */
  readonly live: Alert | undefined;
  /** Name of the desired alert whose change has to free this one's name first. */
  readonly after: string | undefined;
  /** Name that the live alert takes for the meantime, to break a circle of renames. */
  readonly interim: string | undefined;
}

export interface Matching {
  /** In the order of the desired alerts. */
  readonly pairs: readonly Pair[];
  /** Live alerts that no desired one means: reported, never touched. */
  readonly unmanaged: readonly Alert[];
  readonly problems: readonly Problem[];
}

/** @param isInSync whether the alert of a desired one's name is as desired already; asked where definitions were renamed in a circle */
export function match(
  desired: readonly DesiredAlert[],
  live: readonly Alert[],
  isInSync: (desired: DesiredAlert, live: Alert) => boolean = () => true,
): Matching {
  const liveByName = groupBy(live, (alert) => alert.name);
  const desiredByName = groupBy(desired, (alert) => alert.name);
  const problems = [...problemsOfNames(desired, desiredByName, liveByName)];
  const liveOf = (name: string) => liveByName.get(name)?.[0];
  const hasInterims = live.some(({ name }) => name.startsWith(interimPrefix));
  const { renames, interims, warnings } = findRenames(desired, desiredByName, liveOf, hasInterims, isInSync);
  const movedTo = new Map([...renames].map(([name, source]) => [source.id, name]));
  const pairs = desired.map((alert): Pair => {
    const holder = liveOf(alert.name);
    const heldBy = holder && movedTo.get(holder.id);
    return {
      desired: alert,
      live: renames.get(alert.name) ?? (heldBy === undefined ? holder : undefined),
      after: heldBy === alert.name ? undefined : heldBy,
      interim: interims.has(alert.name) ? interimName(alert.name) : undefined,
    };
  });
  return {
    pairs,
    unmanaged: live.filter(({ id, name }) => !desiredByName.has(name) && !movedTo.has(id)),
    problems: [...problems, ...warnings],
  };
}

const interimPrefix = "dbmon-rename-";

/** A name that only an interrupted circle of renames leaves behind, so that the next run knows whose it is. */
export function interimName(name: string): string {
  return `${interimPrefix}${createHash("sha256").update(name).digest("hex").slice(0, 16)}`;
}

type LiveOf = (name: string) => Alert | undefined;

interface Renames {
  /** The live alert that is renamed, by the desired name. */
  readonly renames: Map<string, Alert>;
  /** Desired names whose alert takes an interim name. */
  readonly interims: Set<string>;
  readonly warnings: Problem[];
}

function findRenames(
  desired: readonly DesiredAlert[],
  desiredByName: ReadonlyMap<string, readonly DesiredAlert[]>,
  liveOf: LiveOf,
  hasInterims: boolean,
  isInSync: (desired: DesiredAlert, live: Alert) => boolean,
): Renames {
  const renames = new Map<string, Alert>();
  const settled = settledInCircles(desiredByName, liveOf, isInSync);
  for (const alert of desired) {
    const live = liveOf(alert.name);
    // Renamed in an earlier run: who says that it was renamed from this name came too late for the alert that had it.
    const wasRenamed = alert.renamedFrom !== undefined && liveOf(alert.renamedFrom) === undefined;
    if (live !== undefined && wasRenamed && isInSync(alert, live)) settled.add(alert.name);
  }
  const open = new Map<string, RenameCandidate>();
  for (const alert of desired) {
    if (settled.has(alert.name)) continue;
    // What a circle that was cut off left behind comes first.
    const interim = hasInterims ? liveOf(interimName(alert.name)) : undefined;
    const source = interim ?? (alert.renamedFrom === undefined ? undefined : liveOf(alert.renamedFrom));
    if (source === undefined || source.name === alert.name || settled.has(source.name)) continue;
    open.set(alert.name, { alert, source });
  }
  const bySource = new Map([...open.values()].map((candidate) => [candidate.source.name, candidate]));

  const free = [...open.values()].filter(({ alert }) => liveOf(alert.name) === undefined);
  for (let next = free.pop(); next !== undefined; next = free.pop()) {
    renames.set(next.alert.name, next.source);
    open.delete(next.alert.name);
    // Its name is free now for who waits for it.
    const waiting = open.get(next.source.name);
    if (waiting !== undefined) free.push(waiting);
  }

  const interims = new Set<string>();
  const warnings: Problem[] = [];
  while (open.size > 0) {
    const circle = circleFrom(open, bySource);
    for (const { alert, source } of circle.members) {
      open.delete(alert.name);
      if (circle.isClosed) renames.set(alert.name, source);
      else if (!desiredByName.has(source.name)) warnings.push(bothExist({ alert, source }));
    }
    if (circle.isClosed) interims.add(circle.members.map(({ alert }) => alert.name).sort()[0] ?? "");
  }
  return { renames, interims, warnings };
}

/** Names of definitions in a circle of renames whose alert is as they want it: they have been renamed before. */
function settledInCircles(
  desiredByName: ReadonlyMap<string, readonly DesiredAlert[]>,
  liveOf: LiveOf,
  isInSync: (desired: DesiredAlert, live: Alert) => boolean,
): Set<string> {
  const settled = new Set<string>();
  const seen = new Set<string>();
  for (const [start, [alert]] of desiredByName) {
    if (alert?.renamedFrom === undefined) continue;
    const path = new Set<string>();
    let name: string | undefined = start;
    while (name !== undefined && !seen.has(name)) {
      seen.add(name);
      path.add(name);
      name = desiredByName.get(name)?.[0]?.renamedFrom;
    }
    // Where the way comes back to itself, its circle begins.
    if (name === undefined || !path.has(name)) continue;
    const members = [...path];
    for (const member of members.slice(members.indexOf(name))) {
      const alert = desiredByName.get(member)?.[0];
      const live = liveOf(member);
      if (alert && live && isInSync(alert, live)) settled.add(member);
    }
  }
  return settled;
}

/** From the first open candidate to who would free its name, and on, to where it begins again or ends. */
function circleFrom(
  open: ReadonlyMap<string, RenameCandidate>,
  bySource: ReadonlyMap<string, RenameCandidate>,
): { readonly members: readonly RenameCandidate[]; readonly isClosed: boolean } {
  const [first] = open.values();
  const members = new Set<RenameCandidate>();
  let next = first;
  while (next !== undefined && open.has(next.alert.name) && !members.has(next)) {
    members.add(next);
    next = bySource.get(next.alert.name);
  }
  return { members: [...members], isClosed: next !== undefined && next === first };
}
