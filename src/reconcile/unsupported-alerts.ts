/**
 * Live alerts of an unsupported kind. They are never changed. Their names are in use, so a definition with such a name is an
 * error: creating its alert would make a duplicate.
 */
import { didYouMean, errorOf, nearNames, type Problem, quote, warningOf } from "../diagnostics";
import { formatAlertType, indexByName, type UnsupportedAlert } from "../service";
import { type Matching } from "./match";
import { type NamedDefinition, type NamedLive } from "./name-table";

export function nameHeldByUnsupported(alert: UnsupportedAlert): Problem {
  const what = `An alert with this name exists (id ${alert.id}) and has an unsupported kind (${formatAlertType(alert)}).`;
  return errorOf("alert-unsupported", what, {
    where: { subject: alert.name, field: ["name"] },
    remedy:
      "The alert was not changed. Upgrade dbmon, choose another name, or rename or delete the alert in the service.",
  });
}

export function unsupportedKind(alert: UnsupportedAlert): Problem {
  const what = `The alert (id ${alert.id}) has an unsupported kind (${formatAlertType(alert)}).`;
  return errorOf("alert-unsupported", what, {
    where: { subject: alert.name },
    remedy: "The alert was not changed. Upgrade dbmon, or manage the alert in the service.",
  });
}

/** Returns an error for each definition whose live alert is of an unsupported kind. */
export function findUnsupportedMatches(
  matching: Matching<NamedDefinition, NamedLive>,
  unsupportedAlerts: readonly UnsupportedAlert[],
): Problem[] {
  if (unsupportedAlerts.length === 0) return [];
  const byName = indexByName(unsupportedAlerts);
  return matching.pairs.flatMap(({ definition: { name, renamedFrom } }) => {
    const owner = byName.get(name);
    if (owner !== undefined) return [nameHeldByUnsupported(owner)];
    const source = renamedFrom === undefined ? undefined : byName.get(renamedFrom);
    // If the alert was renamed before, the alert with its old name is another one.
    return source === undefined || matching.hasLive(name) ? [] : [cannotRenameUnsupported(name, source)];
  });
}

/** Returns a warning for each definition whose live alert is of an unsupported kind. A removal does not delete it. */
export function findUnsupportedRemovals(
  { pairs }: Matching<NamedDefinition, NamedLive>,
  unsupportedAlerts: readonly UnsupportedAlert[],
): Problem[] {
  const byName = indexByName(pairs.map(({ definition }) => definition));
  return unsupportedAlerts
    .filter(({ name }) => byName.has(name))
    .map((alert) => ({
      ...unsupportedKind(alert),
      severity: "warning",
      remedy: "The alert is not deleted. To delete it, use the service.",
    }));
}

function cannotRenameUnsupported(name: string, source: UnsupportedAlert): Problem {
  const what = `The alert ${quote(source.name)} (id ${source.id}) in renamed_from has an unsupported kind (${formatAlertType(source)}).`;
  return errorOf("alert-unsupported", what, {
    where: { subject: name, field: ["renamed_from"] },
    remedy: "The alert was not changed. Upgrade dbmon, or remove renamed_from to create a separate alert.",
  });
}

/** Warnings with similar names. The search for these compares each warning with each unmanaged alert. */
const maxHints = 20;

/**
 * Returns a warning for each new alert with `renamedFrom`. An alert that was renamed before is live, and has no warning.
 * @param unsupportedAlerts live alerts that cannot be renamed, which other problems report
 */
export function findMissingSources(
  { pairs, unmanaged, hasLive }: Matching<NamedDefinition, NamedLive>,
  unsupportedAlerts: readonly UnsupportedAlert[],
): Problem[] {
  const unsupported = indexByName(unsupportedAlerts);
  const isLive = (name: string) => hasLive(name) || unsupported.has(name);
  const added = pairs.filter(({ live }) => live === undefined);
  const missing = added.flatMap(({ definition: { name, renamedFrom } }) =>
    // The name of a new alert is live if another alert that is renamed has it.
    renamedFrom === undefined || isLive(name) || isLive(renamedFrom) ? [] : [{ name, renamedFrom }],
  );
  const candidates = unmanaged.map(({ alert }) => alert.name);
  return missing.map(({ name, renamedFrom }, index) => {
    const near = index < maxHints ? nearNames(renamedFrom, candidates) : [];
    const what = `No live alert is named ${quote(renamedFrom)}, so an apply would create this alert instead of renaming one.`;
    return warningOf("reference-unknown", what, {
      where: { subject: name, field: ["renamed_from"] },
      remedy:
        near.length > 0 ? didYouMean(near) : "If the alert is new in all environments, remove renamed_from.",
    });
  });
}
