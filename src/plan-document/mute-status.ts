/** The effect of a mute on a change, for display. */
import { type Change } from "../reconcile";

/** `muted`: the mute disables the alert. `mute ended`: the change enables the alert, because its mute has ended. */
export type MuteStatus = "muted" | "mute ended";

export function muteStatusOf(change: Change): MuteStatus | undefined {
  if (change.action === "delete" || change.desired.mutedUntil === undefined) return undefined;
  if (change.desired.disabled) return "muted";
  return change.action !== "create" && change.live.alert.disabled ? "mute ended" : undefined;
}

/** Whether the change only enables an alert whose mute has ended. */
export function isOnlyMuteEnd(change: Change): boolean {
  if (change.action !== "update" || muteStatusOf(change) !== "mute ended") return false;
  return change.fields.every(({ path }) => path[0] === "disabled");
}
