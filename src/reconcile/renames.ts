/** Finds the live alerts that a plan renames, and cycles of renames. match.ts has the decision table. */
import { errorOf, formatPlace, joinFirst, type Place, type Problem, quote } from "../diagnostics";
import { TextMap } from "../service";
import {
  type NamedDefinition,
  type NamedLive,
  type NameRow,
  type NameTable,
  renameTargetExists,
} from "./name-table";

/** A definition, and the live alert that may be renamed to its name. */
interface Candidate<D, L> {
  readonly row: NameRow<D, L>;
  readonly source: L;
  readonly sourceRow: NameRow<D, L>;
}

export interface Renames<L> {
  /** By new name: the live alert that gets it. */
  readonly sources: ReadonlyMap<string, L>;
  /** By current name: the new name of the live alert. */
  readonly newNames: ReadonlyMap<string, string>;
  readonly warnings: readonly Problem[];
}

/** @param renamed the definitions with `renamedFrom` */
export function findRenames<D extends NamedDefinition, L extends NamedLive>(
  renamed: readonly D[],
  table: NameTable<D, L>,
): Renames<L> {
  const candidates = renamed.flatMap((definition) => findCandidate(definition, table) ?? []);
  const byRow = new Map(candidates.map((candidate) => [candidate.row, candidate]));
  const bySource = new Map(candidates.map((candidate) => [candidate.sourceRow, candidate]));
  const blocked = new Set<Candidate<D, L>>();
  const keepsName = ({ row }: Candidate<D, L>) => row.live !== undefined && !bySource.has(row);
  // The loop visits the candidates that it adds.
  const found = candidates.filter(keepsName);
  for (const candidate of found) {
    blocked.add(candidate);
    // Its alert keeps its name, so another alert cannot take this name.
    const waiting = byRow.get(candidate.sourceRow);
    if (waiting !== undefined && !blocked.has(waiting)) found.push(waiting);
  }
  const possible = candidates.filter((candidate) => !blocked.has(candidate));
  return {
    sources: new Map(possible.map(({ row, source }) => [row.name, source])),
    newNames: new Map(possible.map(({ row, sourceRow }) => [sourceRow.name, row.name])),
    warnings: [...blocked]
      .filter(({ sourceRow }) => sourceRow.definition === undefined)
      .map(({ row, source }) => renameTargetExists(row.name, source.alert)),
  };
}

function findCandidate<D extends NamedDefinition, L extends NamedLive>(
  { name, renamedFrom = name }: NamedDefinition,
  table: NameTable<D, L>,
): Candidate<D, L> | undefined {
  const row = table.get(name);
  const sourceRow = table.get(renamedFrom);
  if (row === undefined || sourceRow?.live === undefined || sourceRow === row) return undefined;
  return { row, source: sourceRow.live, sourceRow };
}

/** Definitions of a cycle that its error names. */
const maxNamed = 10;

interface PlacedDefinition extends NamedDefinition {
  /** Undefined if the problem gets it later. */
  readonly place?: Place;
}

/** Returns an error for each cycle of renames, because it looks identical before and after. Terraform's state has the ids. */
export function findRenameCycles(definitions: readonly PlacedDefinition[]): Problem[] {
  const renamed = definitions.filter(
    ({ renamedFrom, stateId }) => renamedFrom !== undefined && stateId === undefined,
  );
  const byName = new TextMap(renamed.map((definition) => [definition.name, definition]));
  const visited = new Set<PlacedDefinition>();
  return renamed.flatMap((start) => {
    const path = new Set<PlacedDefinition>();
    let next: PlacedDefinition | undefined = start;
    while (next !== undefined && !visited.has(next)) {
      visited.add(next);
      path.add(next);
      next = byName.get(next.renamedFrom ?? "");
    }
    if (next === undefined || !path.has(next)) return [];
    // A path may lead into a cycle. The cycle starts at the repeated definition.
    const members = [...path];
    const cycle = members.slice(members.indexOf(next)).reverse();
    return cycle.length === 1 ? [] : [renameCycle(next, cycle)];
  });
}

function renameCycle({ name }: PlacedDefinition, cycle: readonly PlacedDefinition[]): Problem {
  const named = joinFirst(cycle, maxNamed, ({ name: to, renamedFrom = "", place }) => {
    const at = place === undefined ? "" : ` (${formatPlace(place)})`;
    return `${quote(renamedFrom)} to ${quote(to)}${at}`;
  });
  return errorOf("definition-invalid", `The renames form a cycle: ${named}.`, {
    where: { subject: name, field: ["renamed_from"] },
    remedy:
      "If the alerts have their new names already, remove renamed_from. Otherwise, give one of them a temporary name and apply. Then rename it from the temporary name to its final name and apply again.",
  });
}
