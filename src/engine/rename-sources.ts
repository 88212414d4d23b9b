/**
 * A creation of an alert that was renamed is right only where the alert that it was renamed from is gone. The plan saw none;
 * a list can be cut short without a sign of it, so the list begun after approval is asked as well. Otherwise the old alert
 * would stay for good beside a new one.
 */
import { ProblemError, quote } from "../diagnostics";
import { type Change, type ExecutablePlan, interimName } from "../reconcile";
import { type ListedAlert } from "../service";
import { type EnvironmentSession } from "./session";

/** Live alerts that the plan has not seen, by name. */
export type Unplanned = ReadonlyMap<string, ListedAlert>;

/** To be asked before the first write. Reads nothing where no creation was renamed. @throws ServiceError */
export async function unplannedAlerts(session: EnvironmentSession, plan: ExecutablePlan): Promise<Unplanned> {
  if (!plan.changes.some((change) => sourcesOf(change).length > 0)) return new Map();
  const seen = new Set(plan.unmanaged.map(({ id }) => id));
  for (const change of plan.changes) {
    if (change.action !== "create") seen.add(change.live.alert.id);
  }
  const alerts = await session.live.alerts();
  return new Map(alerts.filter(({ id }) => !seen.has(id)).map((alert) => [alert.name, alert]));
}

/** @throws ProblemError for a creation whose alert exists under a name that it had before */
export async function checkSources(change: Change, unplanned: Promise<Unplanned>): Promise<void> {
  for (const source of sourcesOf(change)) {
    const alert = (await unplanned).get(source);
    if (alert === undefined) continue;
    throw ProblemError.of(
      `The alert ${quote(source)} (id ${alert.id}), which it was renamed from, exists, and the plan has not seen it.`,
      { remedy: "The list of alerts was stale or cut short. Nothing was written to it. Plan again." },
    );
  }
}

function sourcesOf(change: Change): readonly string[] {
  if (change.action !== "create" || change.desired.renamedFrom === undefined) return [];
  return [change.desired.renamedFrom, interimName(change.desired.name)];
}
