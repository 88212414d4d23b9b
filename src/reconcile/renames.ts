/** Which live alerts are renamed, and in which circles: what match.ts tells of `renamedFrom`, found out and written into the table. */
import { type Problem } from "../diagnostics";
import { type DesiredAlert, type LiveAlert } from "./desired-alert";
import { interimName, mayBeInterim } from "./interim-name";
import { bothExist } from "./match-problems";
import { type NameRow, type NameTable } from "./name-table";

/** Whether the alert of a desired one's name is as desired already; asked where definitions were renamed in a circle. */
export type IsInSync = (desired: DesiredAlert, live: LiveAlert) => boolean;

/** A definition, and the live alert that it says it was renamed from. */
interface Candidate {
  readonly alert: DesiredAlert;
  readonly row: NameRow;
  readonly source: LiveAlert;
  readonly sourceRow: NameRow;
}

/** @param renamed those of `desired` that were renamed @returns warnings */
export function findRenames(
  desired: readonly DesiredAlert[],
  renamed: readonly DesiredAlert[],
  table: NameTable,
  isInSync: IsInSync,
): Problem[] {
  const hasInterims = table.ofLive.some(({ name }) => mayBeInterim(name));
  if (renamed.length === 0 && !hasInterims) return [];
  const settled = settledInCircles(renamed, table, isInSync);
  for (const alert of renamed) {
    const live = table.get(alert.name)?.live;
    // Renamed in an earlier run: who says that it was renamed from this name came too late for the alert that had it.
    const wasRenamed = alert.renamedFrom !== undefined && table.get(alert.renamedFrom)?.live === undefined;
    if (live !== undefined && wasRenamed && isInSync(alert, live)) settled.add(alert.name);
  }
  const open = new Map<string, Candidate>();
  for (const alert of hasInterims ? desired : renamed) {
    const candidate = settled.has(alert.name) ? undefined : candidateOf(alert, table, hasInterims);
    if (candidate !== undefined && !settled.has(candidate.sourceRow.name)) open.set(alert.name, candidate);
  }
  return renameEach(open);
}

function candidateOf(alert: DesiredAlert, table: NameTable, hasInterims: boolean): Candidate | undefined {
  // What a circle that was cut off left behind comes first.
  const interim = hasInterims ? table.get(interimName(alert.name)) : undefined;
  const former = alert.renamedFrom === undefined ? undefined : table.get(alert.renamedFrom);
  const sourceRow = interim?.live === undefined ? former : interim;
  const row = table.get(alert.name);
  if (row === undefined || sourceRow?.live === undefined || sourceRow === row) return undefined;
  return { alert, row, source: sourceRow.live, sourceRow };
}

/** Those whose name is free, who then free theirs; and then the circles. @returns warnings of those who can never be renamed */
function renameEach(open: Map<string, Candidate>): Problem[] {
  const bySource = new Map([...open.values()].map((candidate) => [candidate.sourceRow.name, candidate]));
  const free = [...open.values()].filter(({ row }) => row.live === undefined);
  for (let next = free.pop(); next !== undefined; next = free.pop()) {
    rename(next);
    open.delete(next.row.name);
    // Its name is free now for who waits for it.
    const waiting = open.get(next.sourceRow.name);
    if (waiting !== undefined) free.push(waiting);
  }
  const warnings: Problem[] = [];
  while (open.size > 0) {
    const { members, isClosed } = circleFrom(open, bySource);
    for (const candidate of members) {
      open.delete(candidate.row.name);
      if (isClosed) rename(candidate);
      else if (candidate.sourceRow.desired === undefined)
        warnings.push(bothExist(candidate.alert, candidate.source.alert));
    }
    const [first] = members.map(({ row }) => row).sort((one, other) => (one.name < other.name ? -1 : 1));
    if (isClosed && first !== undefined) first.hasInterim = true;
  }
  return warnings;
}

function rename({ row, source, sourceRow }: Candidate): void {
  row.source = source;
  sourceRow.movesTo = row.name;
}

/** Names of definitions in a circle of renames whose alert is as they want it: they have been renamed before. */
function settledInCircles(
  renamed: readonly DesiredAlert[],
  table: NameTable,
  isInSync: IsInSync,
): Set<string> {
  const settled = new Set<string>();
  const seen = new Set<string>();
  for (const { name: start } of renamed) {
    const path = new Set<string>();
    let name: string | undefined = start;
    while (name !== undefined && !seen.has(name)) {
      seen.add(name);
      path.add(name);
      name = table.get(name)?.desired?.renamedFrom;
    }
    // Where the way comes back to itself, its circle begins.
    if (name === undefined || !path.has(name)) continue;
    const members = [...path];
    for (const member of members.slice(members.indexOf(name))) {
      const { desired, live } = table.get(member) ?? {};
      if (desired !== undefined && live !== undefined && isInSync(desired, live)) settled.add(member);
    }
  }
  return settled;
}

/** From the first open candidate to who would free its name, and on, to where it begins again or ends. */
function circleFrom(
  open: ReadonlyMap<string, Candidate>,
  bySource: ReadonlyMap<string, Candidate>,
): { readonly members: readonly Candidate[]; readonly isClosed: boolean } {
  const [first] = open.values();
  const members = new Set<Candidate>();
  let next = first;
  while (next !== undefined && open.has(next.row.name) && !members.has(next)) {
    members.add(next);
    next = bySource.get(next.row.name);
  }
  return { members: [...members], isClosed: next !== undefined && next === first };
}
