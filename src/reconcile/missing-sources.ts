/** Warnings for definitions whose `renamed_from` names no live alert, so that an apply would create a second alert. */
import { didYouMean, nearNames, type Problem, quote } from "../diagnostics";
import { indexByName, type UnsupportedAlert } from "../service";
import { type Matching, type Pairing } from "./match";
import { type NamedDefinition, type NamedLive } from "./name-table";

/** Warnings with similar names. The search for these compares each warning with each unmanaged alert. */
const maxHints = 20;

/**
 * Returns a warning for each new alert with `renamedFrom`. An alert that was renamed before is live, and has no warning.
 * @param unsupportedAlerts live alerts that cannot be renamed, which other problems report
 */
export function findMissingSources(
  matching: Matching<NamedDefinition, NamedLive>,
  { pairs, unmanaged }: Pairing<NamedDefinition, NamedLive>,
  unsupportedAlerts: readonly UnsupportedAlert[],
): Problem[] {
  const unsupported = indexByName(unsupportedAlerts);
  const isLive = (name: string) => matching.hasLive(name) || unsupported.has(name);
  const missing = pairs.flatMap(({ definition: { name, renamedFrom }, live }) => {
    // In a cycle of renames, an alert without a live match may have a live name. Another alert has that name now.
    if (live !== undefined || renamedFrom === undefined || isLive(name) || isLive(renamedFrom)) return [];
    return [{ name, renamedFrom }];
  });
  const candidates = unmanaged.map(({ alert }) => alert.name);
  return missing.map(({ name, renamedFrom }, index) => {
    const near = index < maxHints ? nearNames(renamedFrom, candidates) : [];
    return {
      severity: "warning",
      what: `No live alert is named ${quote(renamedFrom)}, so an apply would create this alert instead of renaming one.`,
      where: { subject: name, field: ["renamed_from"] },
      remedy:
        near.length > 0 ? didYouMean(near) : "If the alert is new in all environments, remove renamed_from.",
    };
  });
}
