/** The approval check of a Terraform resource: what the user approved is a change of the state that the plan showed. */
import { type ApprovalCheck, checkApproval } from "../../../engine";
import { type DesiredAlert, type LiveAlert } from "../../../reconcile";
import { type ProviderSession } from "../../session";
import { isUnsettled, type ReplacedValue, stillVisible, withoutStaleReads } from "./private-state";
import { isMismatch, mismatchedAlert } from "./problems";
import { type AlertState } from "./schema";
import { toDesired, toLive } from "./state";

export interface ApprovedState {
  readonly state: AlertState;
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
  const { state } = approved;
  const check = await checkApproval(session, {
    id: Number(state.id),
    name: desired?.name ?? state.name,
    live: toLive(state),
    desired,
    withoutStaleReads: (live) => correctStaleReads(session, live, approved),
  });
  const stateAlert = toDesired(state);
  if (check.status === "changed" && check.live !== undefined && stateAlert !== undefined) {
    const hasOtherKind = check.live.alert.kind !== stateAlert.condition.kind;
    if (hasOtherKind || isMismatch(check.live, stateAlert))
      throw mismatchedAlert(check.live.alert, stateAlert.name);
  }
  return check;
}

/** Corrects values of a read that the last write of the state replaced. */
export function correctStaleReads(
  session: ProviderSession,
  live: LiveAlert,
  { state, replaced, asOf }: ApprovedState,
): LiveAlert {
  const stateAlert = toDesired(state);
  if (stateAlert === undefined || !isUnsettled(session, state.written_at, asOf)) return live;
  return withoutStaleReads(live, stateAlert, stillVisible(replaced, session, asOf));
}
