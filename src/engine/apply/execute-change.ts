/** Executes one change of a plan, after a check against the current live alert. */
import { type Problem, ProblemError, quote } from "../../diagnostics";
import {
  type Change,
  type DesiredAlert,
  type ExecutablePlan,
  hasMuteEnded,
  interimName,
  isWriting,
  type LiveAlert,
  nameOf,
  type WritingChange,
} from "../../reconcile";
import {
  type Alert,
  formatMuteEnd,
  indexByName,
  isSameText,
  type ListedAlert,
  type TextMap,
} from "../../service";
import { checkApproval, requireApproval } from "../alerts/approval";
import { createAlert } from "../alerts/create-alert";
import { reasonOf } from "../alerts/post-once";
import { deleteAlert, renameAlert, updateAlert } from "../alerts/write-alert";
import { type EnvironmentSession } from "../session";

/**
 * Returns the id of the written or deleted alert. `adoptable` is the alert that a creation adopts if one with its name appeared after the
 * plan was made.
 */
export async function executeChange(
  session: EnvironmentSession,
  change: WritingChange,
  adoptable: "none" | "identical",
): Promise<number> {
  // After `freeName`, the change must be completed, even if its mute has ended. The next plan enables the alert.
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
  const live = await requireApprovedLive(session, change.live, change.desired);
  await requireFreeName(session, live.alert, change.interim);
  await renameAlert(session, live, change.interim);
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

/** A planned change must not disable an alert for a mute that has ended since the plan was made. */
function findEndedMute({ run }: EnvironmentSession, change: WritingChange): Problem | undefined {
  if (change.action === "delete" || !hasMuteEnded(change.desired, run.clock.now())) return undefined;
  const { name, mutedUntil = 0 } = change.desired;
  return {
    severity: "error",
    what: `The mute of the alert ended at ${formatMuteEnd(mutedUntil)}, after the plan was made.`,
    where: { subject: name },
    remedy: "Plan again. Nothing was written to it.",
  };
}

function requireCurrentMute(session: EnvironmentSession, change: WritingChange): void {
  const problem = findEndedMute(session, change);
  if (problem !== undefined) throw new ProblemError([problem]);
}

/** Live alerts that the plan did not see, by name. */
export type UnplannedAlerts = TextMap<ListedAlert>;

/**
 * Lists the live alerts before the first write, because the plan's list can be silently truncated. A creation would duplicate an
 * unlisted alert with its previous name. Makes no call unless a creation has a previous name.
 */
export async function findUnplannedAlerts(
  session: EnvironmentSession,
  plan: ExecutablePlan,
): Promise<UnplannedAlerts> {
  if (!plan.changes.some((change) => previousNames(change).length > 0)) return indexByName([]);
  const planned = new Set(plan.unmanaged.map(({ id }) => id));
  for (const change of plan.changes) {
    if (change.action !== "create") planned.add(change.live.alert.id);
  }
  const alerts = await session.live.alerts();
  return indexByName(alerts.filter(({ id }) => !planned.has(id)));
}

export async function requireNoPreviousAlert(
  change: Change,
  unplanned: Promise<UnplannedAlerts>,
): Promise<void> {
  for (const name of previousNames(change)) {
    const alert = (await unplanned).get(name);
    if (alert === undefined) continue;
    throw ProblemError.of(
      `The alert ${quote(name)} (id ${alert.id}), which this definition renames, exists but is not in the plan.`,
      { remedy: "Plan again. The list of alerts was stale or truncated, and nothing was written to it." },
    );
  }
}

function previousNames(change: Change): readonly string[] {
  if (change.action !== "create" || change.desired.renamedFrom === undefined) return [];
  return [change.desired.renamedFrom, interimName(change.desired.name)];
}

/** @returns a problem for each change that no longer applies as planned */
export async function findStaleChanges(
  session: EnvironmentSession,
  { changes }: ExecutablePlan,
): Promise<Problem[]> {
  const plannedIds = new Set(
    changes.flatMap((change) => (change.action === "create" ? [] : [change.live.alert.id])),
  );
  const problems = await Promise.all(
    changes.map(async (change) => {
      const endedMute = isWriting(change) ? findEndedMute(session, change) : undefined;
      if (endedMute !== undefined) return [{ ...endedMute, remedy }];
      if (change.action !== "create") {
        const { live } = change;
        const check = await checkApproval(session, { id: live.alert.id, name: nameOf(change), live });
        if (check.status !== "approved") return [{ ...check.problem, remedy }];
      }
      return findNewOwner(session, change, plannedIds);
    }),
  );
  return problems.flat();
}

const remedy = "Plan again.";

/** Ignores alerts that the plan changes too, because it frees their names first. */
async function findNewOwner(
  session: EnvironmentSession,
  change: Change,
  plannedIds: ReadonlySet<number>,
): Promise<Problem[]> {
  if (change.action === "delete") return [];
  const name = nameOf(change);
  const owner = await session.live.findByName(name);
  if (owner === undefined || plannedIds.has(owner.id)) return [];
  return [
    {
      severity: "error",
      what:
        change.action === "create"
          ? `An alert named ${quote(name)} (id ${owner.id}) exists now, but the plan creates it.`
          : `Another alert (id ${owner.id}) is named ${quote(name)} now.`,
      where: { subject: name },
      remedy,
    },
  ];
}
