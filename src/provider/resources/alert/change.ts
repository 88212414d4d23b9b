/** Updates and deletes an alert, unless someone changed it since the plan was made. */
import { isDeepStrictEqual } from "node:util";
import { ProblemError } from "../../../diagnostics";
import { type ApprovalCheck, checkApproval, deleteAlert } from "../../../engine";
import { type DesiredAlert, type LiveAlert } from "../../../reconcile";
import { isSupported, scopeOf } from "../../../service";
import { type DeleteRequest, type Stored, type UpdateRequest } from "../../../tfplugin";
import { interimName, updateOrRenameAlert } from "../../names/wait-for-name";
import { type ProviderSession } from "../../session";
import {
  addReplaced,
  isUnsettled,
  type ReplacedValue,
  stillVisible,
  withoutStaleReads,
} from "../../stale-reads";
import { createOwner, noOwner, readAlertPrivate, readPlanned, writeAlertPrivate } from "./private-state";
import { type AlertValues, referencesOfState, toIds } from "./references";
import { type AlertSchema, type AlertState } from "./schema";
import { alertIdOf, isMismatch, mismatchedAlert, toLive, toPlannedAlert, toWrittenState } from "./state";

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
  const { journal, run } = session;
  const id = alertIdOf(prior);
  const { owner = createOwner(), replaced, idsToReadAhead, references } = readAlertPrivate(encoded);
  const values = await toIds(session, planned, references);
  const priorValues = await toIds(session, prior, references);
  const desired = toPlannedAlert(values, session.serviceNow());
  const approved = { state: priorValues, replaced, asOf: session.live.listedAt };
  let overwritten: readonly LiveAlert[] = [];
  const written = () => toWrittenState(planned, id, desired, run.clock.now());
  const stored = (state: AlertState): Stored<AlertSchema> => ({
    state,
    private: writeAlertPrivate({
      id,
      kind: desired.condition.kind,
      owner,
      replaced: addReplaced(replaced, overwritten, session),
      idsToReadAhead,
      references: referencesOfState(state, references),
    }),
  });
  try {
    const before = await findApproved(session, approved, desired);
    overwritten = [before];
    await updateOrRenameAlert(session, before, desired);
    session.plans.plan(id, { owner, name: desired.name });
    return stored(written());
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    diagnostics.addProblems(error.about(desired.name));
    const alert = journal.writtenAlert(id);
    if (alert === undefined) return undefined;
    // The configuration was not written. An interim name was written with the settings that the alert had.
    const { name, annotations, disabled } = alert;
    const { policy } = alert.policy === desired.policy ? planned : prior;
    const hasDestinations = isDeepStrictEqual(alert.destinations, desired.destinations);
    const { destinations } = hasDestinations ? planned : prior;
    const { event, threshold, host_tags, host_ids } = prior;
    const settings = { name, annotations, disabled, policy, destinations };
    return stored({ ...written(), ...settings, ...scopeOf(prior), host_tags, host_ids, event, threshold });
  }
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
    const mayBeUnlisted = isUnsettled(session, written_at, live.listedAt);
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

/** What the user approved: a change of the alert that the plan showed. */
interface ApprovedState {
  readonly state: AlertValues;
  /** The state as the plan refreshed it. Terraform 1.11 plans the deletion of an orphan from the state before the refresh. */
  readonly refreshed?: AlertValues | undefined;
  /** Values that its earlier writes replaced. */
  readonly replaced: readonly ReplacedValue[];
  /** When staleness is judged, in Unix milliseconds: the time of the plan if it is known. */
  readonly asOf: number;
}

/** @param desired undefined for a deletion @throws ProblemError if the live alert is a different one; ServiceError */
async function checkApprovedState(
  session: ProviderSession,
  approved: ApprovedState,
  desired?: DesiredAlert,
): Promise<ApprovalCheck> {
  const { state, refreshed = state, replaced, asOf } = approved;
  const id = alertIdOf(state);
  const listed = await session.live.findById(id);
  // An earlier run, whose state the client did not store, may have waited for the name without success.
  const isInterim = desired !== undefined && listed?.name === interimName(desired.name);
  const expected = isInterim ? { ...refreshed, name: listed.name } : refreshed;
  const check = await checkApproval(session, {
    id,
    name: desired?.name ?? state.name,
    live: listed !== undefined && isSupported(listed) ? toLive(expected, listed.kind) : undefined,
    desired,
    withoutStaleReads(live) {
      if (!isUnsettled(session, state.written_at, asOf)) return live;
      const known = toLive(refreshed, live.alert.kind);
      const current = withoutStaleReads(live, known, stillVisible(replaced, session, asOf));
      // The creation may have written the configuration although it failed, and the plan's read may have missed it.
      return known.config === undefined ? { ...current, config: undefined } : current;
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

export async function deleteAlertResource({
  prior,
  private: encoded,
  session,
}: DeleteRequest<ProviderSession, AlertSchema>): Promise<void> {
  const id = alertIdOf(prior);
  const { owner = noOwner, replaced, references } = readAlertPrivate(encoded);
  const asOf = readPlanned(encoded).planned_at ?? session.run.clock.now();
  const requireApproval = async () => {
    const state = await toIds(session, prior, references);
    const approved = { state, replaced, asOf };
    let check = await checkApprovedState(session, approved);
    if (check.status !== "changed") return;
    // The state that the client loaded may be newer, or older: Pulumi refreshes and updates an alert after it loaded its state.
    const loaded = session.states.get(id);
    if (loaded !== undefined) {
      const refreshed = await toIds(session, loaded.state, references);
      check = await checkApprovedState(session, { ...approved, refreshed });
    }
    if (check.status === "changed") throw new ProblemError([check.problem]);
  };
  // Not every client plans a deletion.
  session.plans.plan(id, { owner, name: prior.name, isRemoved: true });
  await requireApproval();
  await deleteAlert(session, id);
}
