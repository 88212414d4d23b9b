/** Updates an alert, unless someone changed it since the plan was made. */
import { ProblemError } from "../../../diagnostics";
import { type ApprovalCheck, checkApproval } from "../../../engine";
import { type DesiredAlert, type LiveAlert } from "../../../reconcile";
import { isSupported } from "../../../service";
import { type Stored, type UpdateRequest } from "../../../tfplugin";
import { withSubject } from "../../diagnostics";
import { updateOrRenameAlert } from "../../names/wait-for-name";
import { type ProviderSession } from "../../session";
import {
  addReplaced,
  isUnsettled,
  type ReplacedValue,
  stillVisible,
  withoutStaleReads,
} from "../../stale-reads";
import { createOwner, readPrivate, readReferences, writePrivate } from "./private-state";
import { type AlertValues, type References, referencesOfState, toIds, toPartialState } from "./references";
import { type AlertSchema } from "./schema";
import {
  alertIdOf,
  isMismatch,
  mismatchedAlert,
  toLive,
  toPlannedAlert,
  toValues,
  toWrittenState,
} from "./state";

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
  const privateState = readPrivate(encoded);
  const references = readReferences(encoded);
  const [values, priorValues] = await withSubject(planned.name, () =>
    Promise.all([toIds(session, planned, references), toIds(session, prior, references)]),
  );
  const desired = toPlannedAlert(values, run.clock.now());
  const approved: ApprovedState = {
    state: priorValues,
    replaced: privateState?.replaced ?? [],
    asOf: run.clock.now(),
  };
  let replaced: readonly LiveAlert[] = [];
  const written = () => toWrittenState(planned, id, desired, run.clock.now());
  const newPrivate = (stored: References) =>
    writePrivate({
      id,
      kind: desired.condition.kind,
      owner: privateState?.owner ?? createOwner(),
      replaced: addReplaced(approved.replaced, replaced, session),
      siblings: privateState?.siblings ?? [],
      references: stored,
    });
  try {
    const before = await findApproved(session, approved, desired);
    replaced = [before];
    replaced = await updateOrRenameAlert(session, before, desired);
    const state = written();
    return { state, private: newPrivate(referencesOfState(state, references)) };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    diagnostics.addProblems(error.about(desired.name));
    const alert = journal.writtenAlert(id);
    if (alert === undefined) return undefined;
    // The settings were written, perhaps with an interim name, and the configuration was not.
    const live = { alert, config: toLive(priorValues, alert.kind).config };
    const partial = toPartialState(toValues(live, written()), [written(), prior], references);
    return { state: partial.state, private: newPrivate(partial.references) };
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

/** What the user approved: a change of the alert that the plan showed. */
export interface ApprovedState {
  readonly state: AlertValues;
  /** The state as the plan refreshed it. Terraform 1.11 plans the deletion of an orphan from the state before the refresh. */
  readonly refreshed?: AlertValues | undefined;
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
function correctStaleReads(
  session: ProviderSession,
  live: LiveAlert,
  { state, refreshed = state, replaced, asOf }: ApprovedState,
): LiveAlert {
  if (!isUnsettled(session, state.written_at, asOf)) return live;
  const known = toLive(refreshed, live.alert.kind);
  return withoutStaleReads(live, known, stillVisible(replaced, session, asOf));
}
