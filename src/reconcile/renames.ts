/** Finds the live alerts that a plan renames, and breaks cycles of renames with interim names. match.ts has the decision table. */
import { createHash } from "node:crypto";
import { type Problem, toNfc } from "../diagnostics";
import {
  type NamedDefinition,
  type NamedLive,
  type NameRow,
  type NameTable,
  renameTargetExists,
} from "./name-table";

const interimPrefix = "dbmon-rename-";

/** A temporary name in a cycle of renames. After an interrupted run, it identifies the definition of the alert. */
export function interimName(name: string): string {
  return `${interimPrefix}${createHash("sha256").update(toNfc(name)).digest("hex").slice(0, 16)}`;
}

/** A definition, and the live alert that may be renamed to its name. */
interface Candidate<D, L> {
  readonly row: NameRow<D, L>;
  readonly source: L;
  readonly sourceRow: NameRow<D, L>;
}

/** A definition whose live alert has its name, and may have been renamed by an earlier run. */
interface UndecidedRename<D, L> {
  readonly definition: D;
  readonly live: L;
}

export interface RenameCandidates<D, L> {
  readonly candidates: readonly Candidate<D, L>[];
  /** An alert that is in sync was renamed before. Only its configuration shows this. */
  readonly undecided: readonly UndecidedRename<D, L>[];
}

export interface Renames<L> {
  /** By new name: the live alert that gets it. */
  readonly sources: ReadonlyMap<string, L>;
  /** By current name: the new name of the live alert. */
  readonly newNames: ReadonlyMap<string, string>;
  /** New names whose alert takes an interim name first. There is one per cycle. */
  readonly withInterim: ReadonlySet<string>;
  readonly warnings: readonly Problem[];
}

/** @param renamed those of `definitions` with `renamedFrom` */
export function findRenameCandidates<D extends NamedDefinition, L extends NamedLive>(
  definitions: readonly D[],
  renamed: readonly D[],
  table: NameTable<D, L>,
): RenameCandidates<D, L> {
  const hasInterimNames = table.liveRows.some(({ name }) => name.startsWith(interimPrefix));
  const candidates = (hasInterimNames ? definitions : renamed).flatMap(
    (definition) => findCandidate(definition, table, hasInterimNames) ?? [],
  );
  const involved = new Set(candidates.flatMap(({ row, sourceRow }) => [row.name, sourceRow.name]));
  const undecided = [...undecidedInCycles(renamed, table), ...undecidedWithoutSource(renamed, table)];
  return { candidates, undecided: undecided.filter(({ definition }) => involved.has(definition.name)) };
}

function findCandidate<D extends NamedDefinition, L extends NamedLive>(
  { name, renamedFrom }: NamedDefinition,
  table: NameTable<D, L>,
  hasInterimNames: boolean,
): Candidate<D, L> | undefined {
  // An interim name of an interrupted run has precedence.
  const interim = hasInterimNames ? table.get(interimName(name)) : undefined;
  const previous = renamedFrom === undefined ? undefined : table.get(renamedFrom);
  const sourceRow = interim?.live === undefined ? previous : interim;
  const row = table.get(name);
  if (row === undefined || sourceRow?.live === undefined || sourceRow === row) return undefined;
  return { row, source: sourceRow.live, sourceRow };
}

/** Cycles of definitions read the same before and after their renames. */
function undecidedInCycles<D extends NamedDefinition, L extends NamedLive>(
  renamed: readonly D[],
  table: NameTable<D, L>,
): UndecidedRename<D, L>[] {
  const undecided: UndecidedRename<D, L>[] = [];
  const visited = new Set<NameRow<D, L>>();
  for (const { name } of renamed) {
    const path = new Set<NameRow<D, L>>();
    let row = table.get(name);
    while (row !== undefined && !visited.has(row)) {
      visited.add(row);
      path.add(row);
      const source: string | undefined = row.definition?.renamedFrom;
      row = source === undefined ? undefined : table.get(source);
    }
    if (row === undefined || !path.has(row)) continue;
    // A path may lead into a cycle. Only the part from the repeated row on is the cycle.
    const members = [...path];
    for (const { definition, live } of members.slice(members.indexOf(row))) {
      if (definition !== undefined && live !== undefined) undecided.push({ definition, live });
    }
  }
  return undecided;
}

/** Definitions whose alert exists and whose `renamedFrom` names no live alert. If the alert was renamed before, it is not renamed again. */
function undecidedWithoutSource<D extends NamedDefinition, L extends NamedLive>(
  renamed: readonly D[],
  table: NameTable<D, L>,
): UndecidedRename<D, L>[] {
  return renamed.flatMap((definition) => {
    const { name, renamedFrom } = definition;
    const live = table.get(name)?.live;
    if (live === undefined || renamedFrom === undefined) return [];
    return table.get(renamedFrom)?.live === undefined ? [{ definition, live }] : [];
  });
}

/** @param alreadyRenamed names of the undecided definitions whose alert was renamed before */
export function resolveRenames<D extends NamedDefinition, L extends NamedLive>(
  { candidates }: RenameCandidates<D, L>,
  alreadyRenamed: ReadonlySet<string>,
): Renames<L> {
  const isOpen = ({ row, sourceRow }: Candidate<D, L>) =>
    !alreadyRenamed.has(row.name) && !alreadyRenamed.has(sourceRow.name);
  const open = new Map(
    candidates.filter(isOpen).map((candidate) => [candidate.row.name, candidate] as const),
  );
  const bySource = new Map([...open.values()].map((candidate) => [candidate.sourceRow.name, candidate]));
  const sources = new Map<string, L>();
  const newNames = new Map<string, string>();
  const rename = ({ row, source, sourceRow }: Candidate<D, L>) => {
    sources.set(row.name, source);
    newNames.set(sourceRow.name, row.name);
  };

  const ready = [...open.values()].filter(({ row }) => row.live === undefined);
  for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
    rename(next);
    open.delete(next.row.name);
    // The rename frees a name that another candidate may wait for.
    const waiting = open.get(next.sourceRow.name);
    if (waiting !== undefined) ready.push(waiting);
  }

  const withInterim = new Set<string>();
  const warnings: Problem[] = [];
  while (open.size > 0) {
    const { members, isClosed } = followCycle(open, bySource);
    for (const candidate of members) {
      const { row, source, sourceRow } = candidate;
      open.delete(row.name);
      if (isClosed) rename(candidate);
      else if (sourceRow.definition === undefined) warnings.push(renameTargetExists(row.name, source.alert));
    }
    const [first] = members.map(({ row }) => row.name).sort();
    if (isClosed && first !== undefined) withInterim.add(first);
  }
  return { sources, newNames, withInterim, warnings };
}

/** From the first open candidate to the one that frees its name, until the path closes or ends. */
function followCycle<D, L>(
  open: ReadonlyMap<string, Candidate<D, L>>,
  bySource: ReadonlyMap<string, Candidate<D, L>>,
): { readonly members: readonly Candidate<D, L>[]; readonly isClosed: boolean } {
  const [first] = open.values();
  const members = new Set<Candidate<D, L>>();
  let next = first;
  while (next !== undefined && open.has(next.row.name) && !members.has(next)) {
    members.add(next);
    next = bySource.get(next.row.name);
  }
  return { members: [...members], isClosed: next !== undefined && next === first };
}
