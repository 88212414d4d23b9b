/** One change of a plan: checked against the current live alert, then written. */
import { ProblemError } from "../../diagnostics";
import { type Change, type DesiredAlert, type LiveAlert, type WritingChange } from "../../reconcile";
import { type Alert, isSameText } from "../../service";
import { requireApproval } from "../alerts/approval";
import { createAlert } from "../alerts/create-alert";
import { deleteAlert } from "../alerts/delete-alert";
import { requireCurrentMute } from "./ended-mute";
import { reasonOf } from "../alerts/errors";
import { type EnvironmentSession } from "../session";
import { updateAlert } from "../alerts/update-alert";

/**
 * @param adoptable which alert with its name, that appeared after the plan was made, a creation adopts
 * @returns the id of the alert that the change created, updated or deleted
 * @throws ProblemError if it failed, or if the live alert is not as approved
 */
export async function executeChange(
  session: EnvironmentSession,
  change: WritingChange,
  adoptable: "none" | "identical",
): Promise<number> {
  // After `freeName`, the change is completed: the next plan enables the alert.
  if (change.interim === undefined) requireCurrentMute(session, change);
  switch (change.action) {
    case "create":
      return (await createAlert(session, change.desired, adoptable)).id;
    case "update":
    case "rename":
    case "complete": {
      const live = await requireApprovedLive(session, liveWithInterimName(change), change.desired);
      await requireFreeName(session, live.alert, change.desired.name);
      await updateAlert(session, live, change.desired);
      return live.alert.id;
    }
    case "replace":
      if (change.interim === undefined) await deleteApproved(session, change.live);
      return createReplacement(session, change.live.alert.id, change.desired);
    case "delete":
      await deleteApproved(session, change.live);
      return change.live.alert.id;
  }
}

/**
 * Frees the name of an alert whose own change waits for another name: gives it the interim name, or deletes it to
 * replace it.
 */
export async function freeName(session: EnvironmentSession, change: WritingChange): Promise<void> {
  if (change.action === "create" || change.action === "delete" || change.interim === undefined) return;
  requireCurrentMute(session, change);
  if (change.action === "replace") {
    await deleteApproved(session, change.live);
    return;
  }
  const { alert } = await requireApprovedLive(session, change.live, change.desired);
  const renamed = { ...alert, name: change.interim };
  await requireFreeName(session, alert, renamed.name);
  await session.client.updateAlert(renamed);
  session.journal.recordAlert(renamed);
}

/** The live alert of a change, after `freeName` renamed it. */
function liveWithInterimName({ interim, live }: Extract<Change, { live: LiveAlert }>): LiveAlert {
  return interim === undefined ? live : { ...live, alert: { ...live.alert, name: interim } };
}

function requireApprovedLive(
  session: EnvironmentSession,
  live: LiveAlert,
  desired?: DesiredAlert,
): Promise<LiveAlert> {
  const { id, name } = live.alert;
  return requireApproval(session, { id, name, live, desired });
}

async function deleteApproved(session: EnvironmentSession, live: LiveAlert): Promise<void> {
  await requireApprovedLive(session, live);
  await deleteAlert(session, live.alert.id);
}

/** The second half of a replacement. Names are unique, so the old alert was deleted first. */
async function createReplacement(
  session: EnvironmentSession,
  deletedId: number,
  desired: DesiredAlert,
): Promise<number> {
  try {
    return (await createAlert(session, desired, "identical")).id;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const what = `The alert (id ${deletedId}) was deleted to be replaced, but its replacement could not be created.`;
    const remedy = error.problems[0]?.remedy ?? "Run again.";
    throw ProblemError.of(
      `${what} ${reasonOf(error)}`,
      { where: { subject: desired.name }, remedy },
      { cause: error },
    );
  }
}

/** A service that does not enforce unique names would otherwise hold two alerts with one name. */
async function requireFreeName(session: EnvironmentSession, alert: Alert, name: string): Promise<void> {
  if (isSameText(alert.name, name)) return;
  const owner = await session.live.findByName(name);
  if (owner === undefined || owner.id === alert.id) return;
  throw ProblemError.of(`Another alert (id ${owner.id}) took this name after the plan was made.`, {
    where: { subject: name },
    remedy: "Plan again. Nothing was written to it.",
  });
}
