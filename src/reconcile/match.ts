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
import { type Problem } from "../diagnostics";
import { type DesiredAlert, type LiveAlert } from "./desired-alert";
import { interimName } from "./interim-name";
import { problemsOfNames } from "./match-problems";
import { type NameRow, NameTable } from "./name-table";
import { findRenames, type IsInSync } from "./renames";

export interface Pair {
  readonly desired: DesiredAlert;
  /** Undefined where there is none yet. */
  readonly live: LiveAlert | undefined;
  /** Name of the desired alert whose change has to free this one's name first. */
  readonly after: string | undefined;
  /** Name that the live alert takes for the meantime, to break a circle of renames. */
  readonly interim: string | undefined;
}

export interface Matching {
  /** In the order of the desired alerts. */
  readonly pairs: readonly Pair[];
  /** Live alerts that no desired one means: reported, never touched. */
  readonly unmanaged: readonly LiveAlert[];
  readonly problems: readonly Problem[];
}

export function match(
  desired: readonly DesiredAlert[],
  live: readonly LiveAlert[],
  isInSync: IsInSync = () => true,
): Matching {
  const table = new NameTable(desired, live);
  const renamed = desired.filter(({ renamedFrom }) => renamedFrom !== undefined);
  const problems = [...problemsOfNames(renamed, table)];
  const warnings = findRenames(desired, renamed, table, isInSync);
  const pairs = desired.map((one, index) => pairOf(one, table.ofDesired[index]));
  const unmanaged = live.filter((one, index) => {
    const row = table.ofLive[index];
    const isMoved = row?.movesTo !== undefined && row.live === one;
    return row?.desired === undefined && !isMoved;
  });
  return { pairs, unmanaged, problems: [...problems, ...warnings] };
}

function pairOf(desired: DesiredAlert, row: NameRow | undefined): Pair {
  const { name } = desired;
  return {
    desired,
    live: row?.source ?? (row?.movesTo === undefined ? row?.live : undefined),
    after: row?.movesTo === name ? undefined : row?.movesTo,
    interim: row?.hasInterim === true ? interimName(name) : undefined,
  };
}
