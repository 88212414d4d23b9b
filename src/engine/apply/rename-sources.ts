/**
 * Guards creations of alerts with `renamed_from`: if the previous alert exists after all, the creation would duplicate it. The
 * plan did not see it, but a list can be truncated without a sign of it, so the list fetched for execution is checked too.
 */
import { ProblemError, quote } from "../../diagnostics";
import { type Change, type ExecutablePlan, interimName } from "../../reconcile";
import { indexByName, type ListedAlert, type TextMap } from "../../service";
import { type EnvironmentSession } from "../session";

/** Live alerts that the plan did not see, by name. */
export type UnplannedAlerts = TextMap<ListedAlert>;

/** Lists the live alerts before the first write. Makes no call unless a creation has a previous name. @throws ServiceError */
export async function findUnplannedAlerts(
  session: EnvironmentSession,
  plan: ExecutablePlan,
): Promise<UnplannedAlerts> {
  if (!plan.changes.some((change) => previousNames(change).length > 0)) return indexByName([]);
  const planned = new Set(plan.unmanaged.map(({ id }) => id));
  for (const change of plan.changes) {
    if (change.action !== "create") planned.add(change.live.alert.id);
  }
  const alerts = await session.live.alerts();
  return indexByName(alerts.filter(({ id }) => !planned.has(id)));
}

/** @throws ProblemError if the alert to be created exists under a previous name */
export async function requireNoPreviousAlert(
  change: Change,
  unplanned: Promise<UnplannedAlerts>,
): Promise<void> {
  for (const name of previousNames(change)) {
    const alert = (await unplanned).get(name);
    if (alert === undefined) continue;
    throw ProblemError.of(
      `The alert ${quote(name)} (id ${alert.id}), which this definition renames, exists but is not in the plan.`,
      { remedy: "Plan again. The list of alerts was stale or truncated, and nothing was written to it." },
    );
  }
}

function previousNames(change: Change): readonly string[] {
  if (change.action !== "create" || change.desired.renamedFrom === undefined) return [];
  return [change.desired.renamedFrom, interimName(change.desired.name)];
}
