/** Finds changes of a plan that no longer apply as planned. */
import { errorOf, type Problem, quote } from "../../diagnostics";
import {
  type Change,
  type ExecutablePlan,
  hasMuteEnded,
  isWriting,
  nameOf,
  type WritingChange,
} from "../../reconcile";
import { formatMuteEnd } from "../../service";
import { checkApproval } from "../alerts/approval";
import { type EnvironmentSession } from "../session";

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
        const deletes = change.action === "delete" || change.action === "replace";
        const desired = deletes ? undefined : change.desired;
        const check = await checkApproval(session, {
          id: live.alert.id,
          name: nameOf(change),
          live,
          desired,
        });
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
    errorOf(
      "plan-stale",
      change.action === "create"
        ? `An alert named ${quote(name)} (id ${owner.id}) exists now, but the plan creates it.`
        : `Another alert (id ${owner.id}) is named ${quote(name)} now.`,
      { where: { subject: name }, remedy },
    ),
  ];
}

/** A planned change must not disable an alert for a mute that has ended since the plan was made. */
export function findEndedMute(
  { serviceNow }: EnvironmentSession,
  change: WritingChange,
): Problem | undefined {
  if (change.action === "delete") return undefined;
  const { name, mute } = change.desired;
  if (mute === undefined || !hasMuteEnded(change.desired, serviceNow([change.desired]))) return undefined;
  const what = `The mute of the alert ended at ${formatMuteEnd(mute)}, after the plan was made.`;
  return errorOf("plan-stale", what, {
    where: { subject: name },
    remedy: "Plan again. Nothing was written to it.",
  });
}
