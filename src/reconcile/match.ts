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
 *
 * A cycle of renames looks identical before and after. In a cycle, an alert that is in sync with the definition of its name
 * was renamed before. The others are renamed, one of them through an interim name. Only this case needs configurations.
 */
import { type Problem } from "../diagnostics";
import { findNameProblems, type NamedDefinition, type NamedLive, NameTable } from "./name-table";
import {
  findRenameCandidates,
  interimName,
  type RenameCandidates,
  type Renames,
  resolveRenames,
} from "./renames";

export interface Pair<D, L> {
  readonly definition: D;
  /** Undefined if the alert is new. */
  readonly live: L | undefined;
  /** Name of the definition whose change must free the name of this one first. */
  readonly after: string | undefined;
  /** Temporary name of the live alert, which breaks a cycle of renames. */
  readonly interim: string | undefined;
}

export interface Pairing<D, L> {
  /** In the order of the definitions. */
  readonly pairs: readonly Pair<D, L>[];
  readonly unmanaged: readonly L[];
  readonly warnings: readonly Problem[];
}

/** Whether a definition and the live alert with its name need no change. */
export type IsInSync<D, L> = (definition: D, live: L) => boolean;

export class Matching<D extends NamedDefinition, L extends NamedLive> {
  readonly #table: NameTable<D, L>;
  readonly #renames: RenameCandidates<D, L>;
  /** Errors: names that do not identify one alert. */
  readonly problems: readonly Problem[];

  constructor(
    readonly definitions: readonly D[],
    readonly live: readonly L[],
  ) {
    this.#table = new NameTable(definitions, live);
    const renamed = definitions.filter(({ renamedFrom }) => renamedFrom !== undefined);
    this.#renames = findRenameCandidates(definitions, renamed, this.#table);
    this.problems = [...findNameProblems(renamed, this.#table)];
  }

  hasLive(name: string): boolean {
    return this.#table.get(name)?.live !== undefined;
  }

  /** @param isInSync decides whether an alert in a cycle of renames was renamed before */
  pair(isInSync: IsInSync<D, L>): Pairing<D, L> {
    const alreadyRenamed = this.#renames.undecided.filter(({ definition, live }) =>
      isInSync(definition, live),
    );
    const names = new Set(alreadyRenamed.map(({ definition }) => definition.name));
    return this.#pairWith(resolveRenames(this.#renames, names));
  }

  /** The pairings that are possible before configurations are read: one, or two if renames form a cycle. */
  possiblePairings(): readonly Pairing<D, L>[] {
    const allAlreadyRenamed = this.pair(() => true);
    const isCertain = this.#renames.undecided.length === 0;
    return isCertain ? [allAlreadyRenamed] : [allAlreadyRenamed, this.pair(() => false)];
  }

  #pairWith({ sources, newNames, withInterim, warnings }: Renames<L>): Pairing<D, L> {
    const pairs = this.definitions.map((definition, index): Pair<D, L> => {
      const { name } = definition;
      const after = newNames.get(name);
      const liveWithName = after === undefined ? this.#table.definitionRows[index]?.live : undefined;
      const interim = withInterim.has(name) ? interimName(name) : undefined;
      return { definition, live: sources.get(name) ?? liveWithName, after, interim };
    });
    const unmanaged = this.live.filter((live, index) => {
      const row = this.#table.liveRows[index];
      const isRenamed = row?.live === live && newNames.has(row.name);
      return row?.definition === undefined && !isRenamed;
    });
    return { pairs, unmanaged, warnings };
  }
}

/** Matches definitions by name, or by `renamedFrom` if their alert has not been renamed yet. */
export function match<D extends NamedDefinition, L extends NamedLive>(
  definitions: readonly D[],
  live: readonly L[],
): Matching<D, L> {
  return new Matching(definitions, live);
}

export function matchWithoutRenames<L extends NamedLive>(
  definitions: readonly NamedDefinition[],
  live: readonly L[],
): Matching<NamedDefinition, L> {
  return new Matching(
    definitions.map(({ name }) => ({ name })),
    live,
  );
}
