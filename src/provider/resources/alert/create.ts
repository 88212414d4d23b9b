/** Creates an alert, or adopts the live one that the plan showed. */
import { NotFoundError } from "../../../client";
import { ProblemError } from "../../../diagnostics";
import { createAlert, type Creation, ExistingAlertError, IncompleteAlertError } from "../../../engine";
import { type DesiredAlert, type LiveAlert } from "../../../reconcile";
import { allHosts, scopeOf } from "../../../service";
import { type CreateRequest, type Stored } from "../../../tfplugin";
import { existingAlert, nameHeld } from "../../names/name-problems";
import { waitForName, waitUntilUnlisted } from "../../names/wait-for-name";
import { type ProviderSession } from "../../session";
import { addReplaced } from "../../stale-reads";
import { createOwner, readAlertPrivate, readPlanned, writeAlertPrivate } from "./private-state";
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
  const { names, run, idsToReadAhead } = session;
  const { references } = readAlertPrivate(encoded);
  const values = await toIds(session, planned, references);
  const desired = toPlannedAlert(values, run.clock.now());
  const storedAlert = (
    id: number,
    changes: Partial<AlertState>,
    before: Creation["before"],
  ): Stored<AlertSchema> => {
    names.recordState(id, desired.name);
    idsToReadAhead.push(id);
    const state = { ...toWrittenState(planned, id, desired, run.clock.now()), ...changes };
    return {
      state,
      private: writeAlertPrivate({
        id,
        kind: desired.condition.kind,
        owner: createOwner(),
        replaced: addReplaced([], before === undefined ? [] : [before], session),
        idsToReadAhead,
        references: referencesOfState(state, references),
      }),
    };
  };
  try {
    const { adopts } = readPlanned(encoded);
    const { id, outcome, before } = await names.claim(desired.name, () =>
      adopts === undefined ? createUnderFreeName(session, desired) : adopt(session, desired, adopts),
    );
    return storedAlert(id, outcome === "adopted" ? { written_at: null } : {}, before);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    if (error instanceof ExistingAlertError)
      diagnostics.add(
        existingAlert(desired.name, await session.live.withConfig(error.existing), desired, false),
      );
    else diagnostics.addProblems(error.about(desired.name));
    if (!(error instanceof IncompleteAlertError)) return undefined;
    // Terraform accepts values that differ from the planned ones, because the creation failed.
    return storedAlert(error.id, { ...scopeOf(allHosts), event: null, threshold: null }, undefined);
  }
}

async function createUnderFreeName(session: ProviderSession, desired: DesiredAlert): Promise<Creation> {
  const { name } = desired;
  await waitForName(session, name);
  try {
    return await createAlert(session, desired, "none");
  } catch (error) {
    const isManaged = error instanceof ExistingAlertError && session.names.isManaged(error.existing.id);
    throw isManaged ? nameHeld(name, error.existing.id) : error;
  }
}

/** Adopts the alert that the plan showed. If it was deleted in the meantime, a new alert is created. */
async function adopt(session: ProviderSession, desired: DesiredAlert, shown: LiveAlert): Promise<Creation> {
  const { id } = shown.alert;
  if (session.names.isManaged(id)) throw nameHeld(desired.name, id);
  try {
    return await createAlert(session, desired, shown);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    await waitUntilUnlisted(session, shown.alert);
    return createAlert(session, desired, "none");
  }
}
