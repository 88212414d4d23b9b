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

export interface Renames<Row> {
  /** By the new name: the current name, whose live alert gets the new one. */
  readonly sources: ReadonlyMap<Row, Row>;
  /** By the current name: the new name. */
  readonly targets: ReadonlyMap<Row, Row>;
  readonly warnings: readonly Problem[];
}

/** @param renamed the definitions with `renamedFrom` */
export function findRenames<D extends NamedDefinition, L extends NamedLive>(
  renamed: readonly D[],
  table: NameTable<D, L>,
): Renames<NameRow<D, L>> {
  const sources = new Map<NameRow<D, L>, NameRow<D, L>>();
  const targets = new Map<NameRow<D, L>, NameRow<D, L>>();
  for (const { name, renamedFrom = name } of renamed) {
    const target = table.get(name);
    const source = table.get(renamedFrom);
    if (target === undefined || source?.live === undefined || source === target) continue;
    sources.set(target, source);
    targets.set(source, target);
  }
  const warnings: Problem[] = [];
  const blocked = [...sources].filter(([target]) => target.live !== undefined && !targets.has(target));
  // The loop visits the renames that it adds.
  for (const [target, source] of blocked) {
    sources.delete(target);
    targets.delete(source);
    // Its alert keeps its name, so another alert cannot take this name.
    const blockedSource = sources.get(source);
    if (blockedSource !== undefined) blocked.push([source, blockedSource]);
    if (source.definition === undefined && source.live !== undefined)
      warnings.push(renameTargetExists(target.name, source.live.alert));
  }
  return { sources, targets, warnings };
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
