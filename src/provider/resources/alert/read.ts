/** Refreshes an alert, and corrects replaced values that a read may still show. */
import { isDeepStrictEqual } from "node:util";
import { quote } from "../../../diagnostics";
import { describeChanges } from "../../../engine";
import { type FieldChange, liveDifferences } from "../../../reconcile";
import { type Alert } from "../../../service";
import { type Diagnostic, type ReadRequest, type Stored } from "../../../tfplugin";
import { type ProviderSession } from "../../session";
import { isUnsettled, stillVisible, withoutStaleReads } from "../../stale-reads";
import { readAlertPrivate, writeAlertPrivate } from "./private-state";
import { toIds, toState } from "./references";
import { type AlertSchema, type AlertState } from "./schema";
import { alertIdOf, isMismatch, mismatchedAlert, requireSupportedKind, toAlertValues, toLive } from "./state";

export async function readAlertResource({
  session,
  state,
  private: encoded,
  diagnostics,
}: ReadRequest<ProviderSession, AlertSchema>): Promise<Stored<AlertSchema> | { readonly state: null }> {
  const { live, plans, readAhead, states } = session;
  const id = alertIdOf(state);
  const privateState = readAlertPrivate(encoded);
  const asOf = live.listedAt;
  const mayBeStale = isUnsettled(session, state.written_at, asOf);
  const previous = { state, references: privateState.references };
  const values = await toIds(session, state, previous.references);
  const listed = await live.refreshById(id);
  if (listed === undefined) {
    if (mayBeStale) {
      states.set(id, { state, refresh: "current", recent: toLive(values, privateState.kind ?? "event") });
      return { state };
    }
    await live.confirmAbsent(id, state.name);
    return { state: null };
  }
  const alert = requireSupportedKind(listed);
  const known = toLive(values, alert.kind);
  const read = await readAhead.withConfig(alert, privateState.idsToReadAhead);
  const current = mayBeStale
    ? withoutStaleReads(read, known, stillVisible(privateState.replaced, session, asOf))
    : read;
  states.set(id, { state, refresh: "current", ...(mayBeStale ? { recent: current } : {}) });
  const hasMismatch = isMismatch(current, known);
  // Terraform 1.11 refreshes an orphan after it planned the deletion, and does not plan it again.
  const isDeletionPlanned = plans.get(id)?.isRemoved === true;
  if (hasMismatch) {
    if (isDeletionPlanned || alert.kind !== known.alert.kind) throw mismatchedAlert(alert, state.name);
    diagnostics.add(mismatchWarning(alert, state.name));
  }
  const changes = isDeletionPlanned ? liveDifferences(known, current) : [];
  if (changes.length > 0) diagnostics.add(deletedWithChanges(state, changes));
  const refreshed = await toState(session, toAlertValues(current, state), previous);
  const { references } = refreshed;
  const stored = { ...privateState, id, kind: alert.kind, mismatch: hasMismatch, references };
  const [before, after] = [writeAlertPrivate(privateState), writeAlertPrivate(stored)];
  // Terraform treats a different private state as a change. So an equal one of an earlier version stays, and replaced values stay after
  // they settle, until the next write.
  return { state: refreshed.state, ...(isDeepStrictEqual(before, after) ? {} : { private: after }) };
}

/** A warning, because only the plan can decide whether the mismatch is an error. */
function mismatchWarning(live: Alert, name: string): Diagnostic {
  return {
    severity: "warning",
    summary: `${quote(name)}: the alert with the id ${live.id} is named ${quote(live.name)} in the service, and its configuration differs too`,
    detail:
      "Unless this configuration describes that alert, the plan is refused: the API token may belong to another environment.",
  };
}

/** The deletion was planned from the state before the refresh, so Terraform does not show these changes. */
function deletedWithChanges(
  { id, name }: Pick<AlertState, "id" | "name">,
  changes: readonly FieldChange[],
): Diagnostic {
  return {
    severity: "warning",
    summary: `${quote(name)}: The alert (id ${id}) was changed since the last apply: ${describeChanges(changes)}.`,
    detail: "It is deleted with these changes. To keep the alert, do not apply this plan.",
  };
}
