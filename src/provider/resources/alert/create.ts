/** Creates an alert, or adopts the live one that the plan showed. */
import { NotFoundError } from "../../../client";
import { ProblemError } from "../../../diagnostics";
import { createAlert, type Creation, ExistingAlertError, IncompleteAlertError } from "../../../engine";
import { type DesiredAlert, type LiveAlert } from "../../../reconcile";
import { allHosts, scopeOf } from "../../../service";
import { type CreateRequest, type Stored } from "../../../tfplugin";
import { existingAlert, nameHeld, plannedTwice } from "../../names/name-problems";
import { waitForEarlierRenames, waitForName } from "../../names/wait-for-name";
import { type ProviderSession } from "../../session";
import { addReplaced } from "../../stale-reads";
import { createOwner, readAlertPrivate, readPlanned, writeNewAlertPrivate } from "./private-state";
import { referencesOfState, toIds } from "./references";
import { type AlertSchema, type AlertState } from "./schema";
import { toPlannedAlert, toWrittenState } from "./state";

/** @returns undefined if nothing was created; with errors, an incomplete alert that Terraform marks as tainted */
export async function createAlertResource({
  planned,
  private: encoded,
  session,
  diagnostics,
}: CreateRequest<ProviderSession, AlertSchema>): Promise<Stored<AlertSchema> | undefined> {
  const { plans, run } = session;
  const { id: replacedId, owner = createOwner(), references } = readAlertPrivate(encoded);
  const values = await toIds(session, planned, references);
  const desired = toPlannedAlert(values, session.serviceNow());
  const storedAlert = (
    id: number,
    changes: Partial<AlertState>,
    before: Creation["before"],
  ): Stored<AlertSchema> => {
    plans.plan(id, { owner, name: desired.name });
    const state = { ...toWrittenState(planned, id, desired, run.clock.now()), ...changes };
    return {
      state,
      private: writeNewAlertPrivate(session, {
        id,
        kind: desired.condition.kind,
        owner,
        replaced: addReplaced([], before === undefined ? [] : [before], session),
        references: referencesOfState(state, references),
      }),
    };
  };
  if (plans.planCreation(desired.name, owner)) {
    diagnostics.add(plannedTwice(desired.name));
    return undefined;
  }
  try {
    const { adopts } = readPlanned(encoded);
    const { id, outcome, before } =
      adopts === undefined
        ? await createUnderFreeName(session, desired, replacedId)
        : await adopt(session, desired, adopts, owner);
    return storedAlert(id, outcome === "adopted" ? { written_at: null } : {}, before);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    if (error instanceof ExistingAlertError)
      diagnostics.add(
        existingAlert(desired.name, await session.live.withConfig(error.existing), desired, "apply"),
      );
    else diagnostics.addProblems(error.about(desired.name));
    if (!(error instanceof IncompleteAlertError)) return undefined;
    // Terraform accepts values that differ from the planned ones, because the creation failed.
    return storedAlert(
      error.id,
      { ...scopeOf(allHosts), host_tags: null, host_ids: null, event: null, threshold: null },
      undefined,
    );
  } finally {
    plans.endCreation(desired.name);
  }
}

async function createUnderFreeName(
  session: ProviderSession,
  desired: DesiredAlert,
  replacedId?: number,
): Promise<Creation> {
  await waitForName(session, desired.name, replacedId);
  return createAlert(session, desired, "none");
}

/** Adopts the alert that the plan showed. If it was deleted in the meantime, a new alert is created. */
async function adopt(
  session: ProviderSession,
  desired: DesiredAlert,
  shown: LiveAlert,
  owner: string,
): Promise<Creation> {
  const { id } = shown.alert;
  await waitForEarlierRenames(session, desired.name);
  const other = session.plans.plan(id, { owner, name: desired.name, isAdopted: true });
  if (other !== undefined) throw nameHeld(desired.name, id);
  try {
    return await createAlert(session, desired, shown);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return createUnderFreeName(session, desired);
  }
}
