/**
 * The live alerts, corrected for one propagation window after a write. The live view contains the writes of this run. The states that
 * this run refreshed show the writes of an earlier run.
 */
import { type LiveAlert } from "../../reconcile";
import { type Alert, type ListedAlert, TextMap } from "../../service";
import { type ProviderSession } from "../session";

export async function listAlerts(session: ProviderSession): Promise<readonly ListedAlert[]> {
  const listed = await session.live.alerts();
  const recent = new Map(recentAlerts(session).map(({ alert }) => [alert.id, alert]));
  if (recent.size === 0) return listed;
  // Names are unique, so another alert with the name of a recent one was renamed or deleted.
  const names = new TextMap([...recent.values()].map(({ name }) => [name, true]));
  return [...listed.filter(({ id, name }) => !recent.has(id) && !names.has(name)), ...recent.values()];
}

export async function withConfig(session: ProviderSession, alert: Alert): Promise<LiveAlert> {
  const recent = recentAlerts(session).find(({ alert: { id } }) => id === alert.id);
  return recent ?? session.live.withConfig(alert);
}

/** A remedy for an alert that is not found. Undefined if the propagation window is 0. */
export function mayNotBeListedHint({ run }: ProviderSession): string | undefined {
  const seconds = Math.ceil(run.propagationWindowMs / 1000);
  return seconds === 0
    ? undefined
    : `If it was created or renamed less than ${seconds} s ago, the service may not list it yet: plan again in ${seconds} s.`;
}

/** Excludes alerts that this run wrote or deleted, for which the live view is more accurate. */
function recentAlerts({ journal, unsettled }: ProviderSession): readonly LiveAlert[] {
  return [...unsettled.values()].filter(({ alert }) => journal.writtenAt(alert.id) === undefined);
}
