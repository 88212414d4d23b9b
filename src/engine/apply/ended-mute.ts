/** A planned change must not disable an alert for a mute that has ended since the plan was made. */
import { type Problem, ProblemError } from "../../diagnostics";
import { hasMuteEnded, type WritingChange } from "../../reconcile";
import { formatMuteEnd } from "../../service";
import { type EnvironmentSession } from "../session";

export function findEndedMute({ run }: EnvironmentSession, change: WritingChange): Problem | undefined {
  if (change.action === "delete" || !hasMuteEnded(change.desired, run.clock.now())) return undefined;
  const { name, mutedUntil = 0 } = change.desired;
  return {
    severity: "error",
    what: `The mute of the alert ended at ${formatMuteEnd(mutedUntil)}, after the plan was made.`,
    where: { subject: name },
    remedy: "Plan again. Nothing was written to it.",
  };
}

/** @throws ProblemError if the mute of the change has ended */
export function requireCurrentMute(session: EnvironmentSession, change: WritingChange): void {
  const problem = findEndedMute(session, change);
  if (problem !== undefined) throw new ProblemError([problem]);
}
