/** What the stored state of an alert shows before any call to the service: the run manages the alert, under that name. */
import { type ProviderSession } from "../../session";
import { isUnsettled } from "./private-state";
import { type AlertState } from "./schema";
import { alertIdOf } from "./state";

/**
 * Records the alert of a state. No other resource of the run may adopt it, even while the list shows its former name. Terraform
 * passes a state when it loads it, and again, refreshed, to a plan.
 */
export function recordStoredAlert(
  session: ProviderSession,
  state: Pick<AlertState, "id" | "name" | "written_at">,
): void {
  const { live, names, peers, run } = session;
  const { name, written_at } = state;
  const id = alertIdOf(state);
  names.markManaged(id, name);
  if (written_at === null || !isUnsettled(session, written_at, run.clock.now())) return;
  const at = Date.parse(written_at);
  live.recordEarlierName(id, name, at);
  peers.announce({ type: "named-earlier", id, name, at });
}
