/** Live alerts that the plan did not see. A creation must not duplicate one of them. */
import { ProblemError, quote } from "../../diagnostics";
import { type Change, type ExecutablePlan } from "../../reconcile";
import { indexByName, type ListedAlert, type TextMap } from "../../service";
import { type EnvironmentSession } from "../session";

/** By name. */
export type UnplannedAlerts = TextMap<ListedAlert>;

/**
 * Lists the live alerts before the first write, because the plan's list can be silently truncated. A creation would duplicate an
 * unlisted alert with its previous name. Makes no call unless a creation has a previous name.
 */
export async function findUnplannedAlerts(
  session: EnvironmentSession,
  plan: ExecutablePlan,
): Promise<UnplannedAlerts> {
  if (!plan.changes.some((change) => previousNameOf(change) !== undefined)) return indexByName([]);
  const planned = new Set(plan.unmanaged.map(({ id }) => id));
  for (const change of plan.changes) {
    if (change.action !== "create") planned.add(change.live.alert.id);
  }
  const alerts = await session.live.alerts();
  return indexByName(alerts.filter(({ id }) => !planned.has(id)));
}

export async function requireNoPreviousAlert(
  change: Change,
  unplanned: Promise<UnplannedAlerts>,
): Promise<void> {
  const name = previousNameOf(change);
  const alert = name === undefined ? undefined : (await unplanned).get(name);
  if (alert === undefined) return;
  const what = `The alert ${quote(alert.name)} (id ${alert.id}), which this definition renames, exists but is not in the plan.`;
  throw ProblemError.of("plan-stale", what, {
    remedy: "Plan again. The list of alerts was stale or truncated, and nothing was written to it.",
  });
}

function previousNameOf(change: Change): string | undefined {
  if (change.action !== "create") return undefined;
  return change.desired.renamedFrom;
}
