/** Deletes an alert, unless someone changed it since the plan was made. */
import { ProblemError } from "../../../diagnostics";
import { deleteAlert } from "../../../engine";
import { type DeleteRequest } from "../../../tfplugin";
import { withSubject } from "../../diagnostics";
import { type ProviderSession } from "../../session";
import { readPlanned, readPrivate } from "./private-state";
import { type AlertSchema } from "./schema";
import { alertIdOf } from "./state";
import { checkApprovedState } from "./update";

export async function deleteAlertResource({
  prior,
  private: encoded,
  session,
}: DeleteRequest<ProviderSession, AlertSchema>): Promise<void> {
  const id = alertIdOf(prior);
  const replaced = readPrivate(encoded)?.replaced ?? [];
  const asOf = readPlanned(encoded)?.plannedAt ?? session.run.clock.now();
  const requireApproval = async () => {
    const approved = { state: prior, replaced, asOf };
    let check = await checkApprovedState(session, approved);
    if (check.status !== "changed") return;
    // The state that the client loaded may be newer, or older: Pulumi refreshes and updates an alert after it loaded its state.
    const refreshed = session.loaded.get(id);
    if (refreshed !== undefined) check = await checkApprovedState(session, { ...approved, refreshed });
    if (check.status === "changed") throw new ProblemError([check.problem]);
  };
  await withSubject(prior.name, () =>
    session.names.release(id, async () => {
      await requireApproval();
      await deleteAlert(session, id);
      // Another alert may have its name now.
      session.names.planChange(id, { action: "remove", name: prior.name });
    }),
  );
}
