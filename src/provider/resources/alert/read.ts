/** Refreshes an alert. Corrects replaced values that a read may still show. */
import { liveDifferences } from "../../../reconcile";
import { type Alert, isSameText } from "../../../service";
import { type Diagnostic, type ReadRequest, type Stored } from "../../../tfplugin";
import { withDiagnostics } from "../../diagnostics";
import { type ProviderSession } from "../../session";
import {
  hideDeleted,
  isUnsettled,
  type PrivateState,
  readPrivate,
  stillVisible,
  withoutStaleReads,
  writePrivate,
} from "./private-state";
import {
  deletedWithChanges,
  isMismatch,
  lostAlert,
  mismatchedAlert,
  mismatchWarning,
  requireSupportedKind,
  wronglyAdopted,
} from "./problems";
import { type AlertSchema, type AlertState } from "./schema";
import { alertIdOf, toLive, toState } from "./state";

type Request = ReadRequest<ProviderSession, AlertSchema>;
type Result = Stored<AlertSchema> | { readonly state: null };

/** @throws DiagnosticsError if the service's responses contradict each other, or belong to a different alert */
export function readAlertResource(request: Request): Promise<Result> {
  return withDiagnostics(request.state.name, () => refresh(request));
}

async function refresh({ session, state, private: encoded, diagnostics }: Request): Promise<Result> {
  const { live, names, run } = session;
  const id = alertIdOf(state);
  const privateState = readPrivate(encoded);
  session.planned.recordOwner(id, privateState?.owner);
  hideDeleted(session, privateState);
  const asOf = run.clock.now();
  const mayBeStale = isUnsettled(session, state.written_at, asOf);
  const listed = await live.refreshById(id);
  if (listed === undefined) {
    if (mayBeStale) {
      session.unsettled.set(id, toLive(state, privateState?.kind ?? "event"));
      return { state };
    }
    await live.confirmAbsent(id, state.name);
    return { state: null };
  }
  const loss = await checkOwner(session, state, listed, privateState);
  if (loss !== undefined) {
    session.planned.removeOwner(id, privateState?.owner);
    diagnostics.add(loss);
    return { state: null };
  }
  const alert = requireSupportedKind(listed);
  const known = toLive(state, alert.kind);
  const read = await live.withConfig(alert, privateState?.siblings);
  const current = mayBeStale
    ? withoutStaleReads(read, known, stillVisible(privateState?.replaced ?? [], session, asOf))
    : read;
  if (mayBeStale) session.unsettled.set(id, current);
  const hasMismatch = isMismatch(current, known);
  // Terraform 1.11 refreshes an orphan after it planned the deletion, and does not plan it again.
  const isDeletionPlanned = names.isRemovalPlanned(id);
  if (hasMismatch) {
    if (isDeletionPlanned || alert.kind !== known.alert.kind) throw mismatchedAlert(alert, state.name);
    diagnostics.add(mismatchWarning(alert, state.name));
  }
  const changes = isDeletionPlanned ? liveDifferences(known, current) : [];
  if (changes.length > 0) diagnostics.add(deletedWithChanges(state, changes));
  return {
    state: toState(current, state),
    // Replaced values stay here after they settle, until the next write: Terraform treats a different private state as a change.
    private: writePrivate({ ...privateState, id, kind: alert.kind, isMismatch: hasMismatch }),
  };
}

/**
 * An apply that does not know which alerts the state contains can adopt one that another resource manages. Then the first of the two
 * to be refreshed keeps the alert.
 * @returns a warning if the resource does not keep the alert
 */
async function checkOwner(
  { names, planned }: ProviderSession,
  { name }: AlertState,
  listed: Pick<Alert, "id" | "name">,
  privateState: PrivateState | undefined,
): Promise<Diagnostic | undefined> {
  const { id } = listed;
  const { owner, isUnconfirmed = false } = privateState ?? {};
  const isRenamed = !isSameText(listed.name, name);
  if (!isUnconfirmed)
    return isRenamed && planned.isAdoptedByAnother(id, owner) ? lostAlert(listed, name) : undefined;
  const isSurplus =
    planned.hasOtherOwner(id, owner) || (isRenamed && (await names.isManagedUnderOtherName(id, name)));
  if (isSurplus) return wronglyAdopted(listed, name);
  planned.recordAdopter(id, owner);
  return undefined;
}
