/** The approval check of a Terraform resource: what the user approved is a change of the alert that the plan showed. */
import { type ApprovalCheck, checkApproval } from "../../../engine";
import { type DesiredAlert, type LiveAlert } from "../../../reconcile";
import { isSupported } from "../../../service";
import { type ProviderSession } from "../../session";
import { isUnsettled, type ReplacedValue, stillVisible, withoutStaleReads } from "./private-state";
import { isMismatch, mismatchedAlert } from "./problems";
import { type AlertState } from "./schema";
import { alertIdOf, toLive } from "./state";

export interface ApprovedState {
  readonly state: AlertState;
  /** The state as the plan refreshed it. Terraform 1.11 plans the deletion of an orphan from the state before the refresh. */
  readonly refreshed?: AlertState | undefined;
  /** Values that its earlier writes replaced. */
  readonly replaced: readonly ReplacedValue[];
  /** When staleness is judged, in Unix milliseconds: the time of the plan if it is known. */
  readonly asOf: number;
}

/** @param desired undefined for a deletion @throws ProblemError if the live alert is a different one; ServiceError */
export async function checkApprovedState(
  session: ProviderSession,
  approved: ApprovedState,
  desired?: DesiredAlert,
): Promise<ApprovalCheck> {
  const { state, refreshed = state, asOf } = approved;
  const id = alertIdOf(state);
  const listed = await session.live.findById(id);
  const approvedAlert =
    listed !== undefined && isSupported(listed) ? toLive(refreshed, listed.kind) : undefined;
  const mayMissConfig = approvedAlert?.config === undefined && isUnsettled(session, state.written_at, asOf);
  const check = await checkApproval(session, {
    id,
    name: desired?.name ?? state.name,
    live: approvedAlert,
    desired,
    withoutStaleReads(live) {
      const current = correctStaleReads(session, live, approved);
      // The creation may have written the configuration although it failed, and the plan's read may have missed it.
      return mayMissConfig ? { ...current, config: undefined } : current;
    },
  });
  // An update whose run was killed may have written both the name and the configuration.
  const isUpdated = check.status === "approved" && desired !== undefined;
  if (check.status === "absent" || check.live === undefined || isUpdated) return check;
  const known = toLive(state, check.live.alert.kind);
  if (check.live.alert.kind !== known.alert.kind || isMismatch(check.live, known))
    throw mismatchedAlert(check.live.alert, state.name);
  return check;
}

/** Corrects values of a read that the last write of the state replaced. */
export function correctStaleReads(
  session: ProviderSession,
  live: LiveAlert,
  { state, refreshed = state, replaced, asOf }: ApprovedState,
): LiveAlert {
  if (!isUnsettled(session, state.written_at, asOf)) return live;
  const known = toLive(refreshed, live.alert.kind);
  return withoutStaleReads(live, known, stillVisible(replaced, session, asOf));
}
