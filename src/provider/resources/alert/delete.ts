/** Deletes an alert, unless someone changed it since the plan was made. */
import { ProblemError } from "../../../diagnostics";
import { deleteAlert } from "../../../engine";
import { type DeleteRequest } from "../../../tfplugin";
import { withSubject } from "../../diagnostics";
import { type ProviderSession } from "../../session";
import { readPlanned, readPrivate, readReferences } from "./private-state";
import { toIds } from "./references";
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
  const references = readReferences(encoded);
  const asOf = readPlanned(encoded)?.plannedAt ?? session.run.clock.now();
  const requireApproval = async () => {
    const state = await toIds(session, prior, references);
    const approved = { state, replaced, asOf };
    let check = await checkApprovedState(session, approved);
    if (check.status !== "changed") return;
    // The state that the client loaded may be newer, or older: Pulumi refreshes and updates an alert after it loaded its state.
    const loaded = session.loaded.get(id);
    if (loaded !== undefined) {
      const refreshed = await toIds(session, loaded, references);
      check = await checkApprovedState(session, { ...approved, refreshed });
    }
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
