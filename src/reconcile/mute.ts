/** Mutes of desired alerts. What a mute desires depends on the time, so plans apply it to the definitions. */
import { type Problem } from "../diagnostics";
import { checkMute, formatTimestamp, isMuted } from "../service";
import { type AlertDefinition, placeOfField } from "./alert-definition";
import { type Change } from "./change";
import { type DesiredAlert } from "./desired-alert";

/** `muted`: the mute disables the alert. `mute ended`: the change enables the alert, because its mute has ended. */
export type MuteStatus = "muted" | "mute ended";

/** The desired alert at a time: disabled until its mute ends. @param now in Unix milliseconds */
export function applyMute(desired: DesiredAlert, now: number): DesiredAlert {
  const { mutedUntil, disabled } = desired;
  return mutedUntil === undefined ? desired : { ...desired, disabled: disabled || isMuted(mutedUntil, now) };
}

/** Undefined for a change of an alert that is not muted and was not muted. */
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

/** Whether the mute of a planned change has ended since the plan was made. @param now in Unix milliseconds */
export function hasMuteEnded({ mutedUntil, disabled }: DesiredAlert, now: number): boolean {
  return mutedUntil !== undefined && disabled && !isMuted(mutedUntil, now);
}

/** Returns an error for each mute that has no effect, because the definition ignores `disabled`. */
export function checkIgnoredMutes(definitions: readonly AlertDefinition[]): Problem[] {
  return definitions.flatMap((definition) =>
    definition.ignore?.includes("disabled") === true
      ? muteProblems(definition, { ignoresDisabled: true })
      : [],
  );
}

/** The problems of the mute of a definition. */
export function muteProblems(
  definition: AlertDefinition,
  rules: Pick<Parameters<typeof checkMute>[0], "ignoresDisabled" | "now">,
): Problem[] {
  const { mutedUntil } = definition;
  if (mutedUntil === undefined) return [];
  return checkMute({ mutedUntil: formatTimestamp(mutedUntil), ...rules }).map(
    ({ severity, field, what, why, remedy }) => ({
      severity,
      what: `${what}${why === undefined ? "" : `: ${why}`}.`,
      where: placeOfField(definition, field),
      remedy,
    }),
  );
}
