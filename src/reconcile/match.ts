/**
 * Matches definitions with live alerts by name. Duplicate names are an error.
 *
 *     alert with the name   alert with `renamedFrom`   match
 *     -------------------   ------------------------   ------------------------------------------------------------
 *     none                  none                       none: the alert is new, and a warning if it has a `renamedFrom`
 *     exists                none                       the alert with the name (renamed before)
 *     none                  exists                     the alert with `renamedFrom`: a rename
 *     is renamed itself     exists                     the alert with `renamedFrom`, once the name is free
 *     exists                exists                     the alert with the name, and a warning about the other alert
 */
import { type Problem } from "../diagnostics";
import { findNameProblems, type NamedDefinition, type NamedLive, NameTable } from "./name-table";
import { findRenames } from "./renames";

export interface Pair<D, L> {
  readonly definition: D;
  /** Undefined if the alert is new. */
  readonly live: L | undefined;
  /** Name of the definition whose change must free the name of this one first. */
  readonly after: string | undefined;
}

export interface Matching<D, L> {
  /** In the order of the definitions. */
  readonly pairs: readonly Pair<D, L>[];
  readonly unmanaged: readonly L[];
  /** Names that do not identify one alert are errors. */
  readonly problems: readonly Problem[];
  readonly hasLive: (name: string) => boolean;
}

/** Matches definitions by name, or by `renamedFrom` if their alert has not been renamed yet. */
export function match<D extends NamedDefinition, L extends NamedLive>(
  definitions: readonly D[],
  live: readonly L[],
): Matching<D, L> {
  const table = new NameTable(definitions, live);
  const renamed = definitions.filter(({ renamedFrom }) => renamedFrom !== undefined);
  const { sources, targets, warnings } = findRenames(renamed, table);
  const pairs = definitions.map((definition, index): Pair<D, L> => {
    const row = table.definitionRows[index];
    const source = row && sources.get(row);
    const target = row && targets.get(row);
    const liveWithName = target === undefined ? row?.live : undefined;
    return { definition, live: source === undefined ? liveWithName : source.live, after: target?.name };
  });
  const unmanaged = live.filter((listed, index) => {
    const row = table.liveRows[index];
    const isRenamed = row?.live === listed && targets.has(row);
    return row?.definition === undefined && !isRenamed;
  });
  const problems = [...findNameProblems(renamed, table), ...warnings];
  return { pairs, unmanaged, problems, hasLive: (name) => table.get(name)?.live !== undefined };
}

export function matchWithoutRenames<L extends NamedLive>(
  definitions: readonly NamedDefinition[],
  live: readonly L[],
): Matching<NamedDefinition, L> {
  return match(
    definitions.map(({ name }) => ({ name })),
    live,
  );
}
