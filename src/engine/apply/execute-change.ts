/** Executes one change of a plan, after a check against the current live alert. */
import { ProblemError } from "../../diagnostics";
import {
  type ChangeAction,
  type DesiredAlert,
  keepIgnored,
  type LiveAlert,
  type WritingChange,
} from "../../reconcile";
import { type Alert, isSameText } from "../../service";
import { requireApproval } from "../alerts/approval";
import { createAlert } from "../alerts/create-alert";
import { reasonOf } from "../alerts/post-once";
import { deleteAlert, updateAlert } from "../alerts/write-alert";
import { type EnvironmentSession } from "../session";
import { findEndedMute } from "./stale-changes";

/** What a creation does. With another run at the same time, the other one may have created the alert. */
const creations = { created: "create", updated: "complete", adopted: "unchanged" } as const;

/**
 * Returns the id of the written or deleted alert, and what was done to it. `adoptable` is the alert that a creation adopts if one with its
 * name appeared after the plan was made.
 */
export async function executeChange(
  session: EnvironmentSession,
  change: WritingChange,
  adoptable: "none" | "identical",
): Promise<{ readonly id: number; readonly action: ChangeAction }> {
  const endedMute = findEndedMute(session, change);
  if (endedMute !== undefined) throw new ProblemError([endedMute]);
  const { action } = change;
  switch (change.action) {
    case "create": {
      const { id, outcome } = await createAlert(session, change.desired, adoptable);
      return { id, action: creations[outcome] };
    }
    case "update":
    case "rename":
    case "complete": {
      const live = await requireApprovedLive(session, change.live, change.desired);
      await requireFreeName(session, live.alert, change.desired.name);
      await updateAlert(session, live, keepIgnored(change.desired, live));
      return { id: live.alert.id, action };
    }
    case "replace":
      await deleteApproved(session, change.live);
      return { id: await createReplacement(session, change.live.alert.id, change.desired), action };
    case "delete":
      await deleteApproved(session, change.live);
      return { id: change.live.alert.id, action };
  }
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
    const failed = `The alert (id ${deletedId}) was deleted to be replaced, but its replacement could not be created.`;
    const remedy = error.problems[0]?.remedy ?? "Run again.";
    const what = `${failed} ${reasonOf(error)}`;
    throw ProblemError.of(
      "alert-not-written",
      what,
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
  const what = `Another alert (id ${owner.id}) took this name after the plan was made.`;
  throw ProblemError.of("name-taken", what, {
    where: { subject: name },
    remedy: "Plan again. Nothing was written to it.",
  });
}
