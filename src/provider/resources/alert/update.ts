/** Updates an alert, unless someone changed it since the plan was made. */
import { ProblemError } from "../../../diagnostics";
import { updateOrRenameAlert } from "../../../engine";
import { type DesiredAlert, type LiveAlert } from "../../../reconcile";
import { type Stored, type UpdateRequest } from "../../../tfplugin";
import { type ProviderSession } from "../../session";
import { type ApprovedState, checkApprovedState, correctStaleReads } from "./approved-state";
import { createAlertResource } from "./create";
import { plannedNames } from "./destination-names";
import { addReplaced, isUnsettled, readPrivate, stillVisible, writePrivate } from "./private-state";
import { addDiagnostics, adoptedByAnother, requireSupportedKind } from "./problems";
import { type AlertSchema } from "./schema";
import { alertIdOf, toPlannedAlert, toState } from "./state";

/** Delay between two lists, while a write of this state may not be visible yet. */
const pollIntervalMs = 2_000;

type Request = UpdateRequest<ProviderSession, AlertSchema>;

/** @returns undefined if nothing was written; with errors, the partly written alert */
export async function updateAlertResource({
  planned,
  prior,
  private: encoded,
  session,
  diagnostics,
}: Request): Promise<Stored<AlertSchema> | undefined> {
  const { journal, names, run } = session;
  const desired = toPlannedAlert(planned, run.clock.now());
  const id = alertIdOf(prior);
  const privateState = readPrivate(encoded);
  const approved: ApprovedState = {
    state: prior,
    replaced: privateState?.replaced ?? [],
    asOf: run.clock.now(),
  };
  let replaced: readonly LiveAlert[] = [];
  const now = () => new Date(run.clock.now()).toISOString();
  const newPrivate = () =>
    writePrivate({
      id,
      kind: desired.condition.kind,
      owner: privateState?.owner ?? session.planned.createOwner(),
      replaced: addReplaced(approved.replaced, replaced, session),
      deleted: stillVisible(privateState?.deleted ?? [], session, run.clock.now()),
      siblings: privateState?.siblings ?? [],
    });
  const destinationNames = plannedNames(planned);
  await names.waitForAdoption(id);
  if (names.isAdopted(id) && !session.planned.isCreator(id, privateState?.owner))
    return createInstead(id, { planned, session, diagnostics });
  try {
    const before = await findApproved(session, approved, desired);
    replaced = [before];
    replaced = await updateOrRenameAlert(session, before, desired);
    return {
      state: {
        ...planned,
        id: prior.id,
        disabled: desired.disabled,
        written_at: now(),
        destination_names: destinationNames,
      },
      private: newPrivate(),
    };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    addDiagnostics(error, desired.name, diagnostics);
    if (journal.writtenAt(id) === undefined) return undefined;
    const live = await readAfterFailure(session, approved);
    return live === undefined
      ? undefined
      : {
          state: toState(live, { ...planned, written_at: now(), destination_names: destinationNames }),
          private: newPrivate(),
        };
  }
}

/**
 * Another resource found the alert under the name that this one gives up, and adopted it before Terraform requested this update.
 * An alert belongs to one resource, so this one creates a new alert.
 */
async function createInstead(
  adoptedId: number,
  request: Pick<Request, "planned" | "session" | "diagnostics">,
): Promise<Stored<AlertSchema> | undefined> {
  const created = await createAlertResource(request);
  const problem = adoptedByAnother(adoptedId, created?.state.id);
  addDiagnostics(problem, request.planned.name, request.diagnostics);
  return created;
}

/** Waits for an alert that this state wrote and that the list may not show yet. */
async function findApproved(
  session: ProviderSession,
  approved: ApprovedState,
  desired: DesiredAlert,
): Promise<LiveAlert> {
  const { live, run } = session;
  const { written_at } = approved.state;
  const id = alertIdOf(approved.state);
  for (;;) {
    const mayBeUnlisted = isUnsettled(session, written_at, run.clock.now());
    const listed = await live.findById(id);
    if (listed !== undefined || !mayBeUnlisted) break;
    await run.sleep(pollIntervalMs);
    live.invalidate();
  }
  const check = await checkApprovedState(session, approved, desired);
  if (check.status === "approved") return check.live;
  if (check.status === "absent") await live.confirmAbsent(id, desired.name);
  throw new ProblemError([check.problem]);
}

/** The live alert after one of two writes failed; undefined if it cannot be read. */
async function readAfterFailure(
  session: ProviderSession,
  approved: ApprovedState,
): Promise<LiveAlert | undefined> {
  const { live } = session;
  try {
    live.invalidate();
    const listed = await live.findById(alertIdOf(approved.state));
    if (listed === undefined) return undefined;
    const read = await live.withConfig(requireSupportedKind(listed));
    // The settings were just written. The configuration was not, so its read may still be stale.
    return { alert: read.alert, config: correctStaleReads(session, read, approved).config };
  } catch {
    return undefined;
  }
}
