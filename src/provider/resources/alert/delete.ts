/** Deletes an alert, unless someone changed it since the plan was made. */
import { ProblemError } from "../../../diagnostics";
import { deleteAlert } from "../../../engine";
import { type DeleteRequest } from "../../../tfplugin";
import { withDiagnostics } from "../../diagnostics";
import { type ProviderSession } from "../../session";
import { checkApprovedState } from "./approved-state";
import { hideDeleted, readPlannedDeletion, readPrivate, stillVisible } from "./private-state";
import { notDeleted } from "./problems";
import { type AlertSchema } from "./schema";
import { alertIdOf } from "./state";

export async function deleteAlertResource({
  prior,
  private: encoded,
  session,
  diagnostics,
}: DeleteRequest<ProviderSession, AlertSchema>): Promise<void> {
  const { names, planned, run } = session;
  const id = alertIdOf(prior);
  const privateState = readPrivate(encoded);
  const plannedDeletion = readPlannedDeletion(encoded);
  const asOf = plannedDeletion?.plannedAt ?? run.clock.now();
  hideDeleted(session, privateState);
  if (plannedDeletion?.keepsAlert === true) {
    diagnostics.add(notDeleted(prior, "handed-over"));
    return;
  }
  names.planRemoval(id);
  const requireApproval = async () => {
    const approved = { state: prior, replaced: privateState?.replaced ?? [], asOf };
    let check = await checkApprovedState(session, approved);
    if (check.status !== "changed") return;
    // The state that the client loaded may be newer, or older: Pulumi refreshes and updates an alert after it loaded its state.
    const refreshed = session.loaded.get(id);
    if (refreshed !== undefined) check = await checkApprovedState(session, { ...approved, refreshed });
    if (check.status !== "changed") return;
    throw new ProblemError([check.problem]);
  };
  const deletion = await withDiagnostics(prior.name, () =>
    deleteAlert(session, id, requireApproval, planned.isCreator(id, privateState?.owner)),
  );
  if (deletion !== "deleted") {
    diagnostics.add(notDeleted(prior, deletion));
    return;
  }
  planned.recordDeleted(id);
  const now = run.clock.now();
  names.recordRemoved(prior.name, [
    ...stillVisible(privateState?.deleted ?? [], session, now),
    { id, at: now },
  ]);
}
