/** Mutes of desired alerts. Their effect depends on the time, so plans apply them to the definitions. */
import { type Problem } from "../diagnostics";
import { checkMute, formatTimestamp, isMuted } from "../service";
import { type AlertDefinition, placeOfField } from "./alert-definition";
import { type DesiredAlert } from "./desired-alert";

/** The desired alert at a time: disabled until its mute ends. @param now in Unix milliseconds */
export function applyMute(desired: DesiredAlert, now: number): DesiredAlert {
  const { mutedUntil, disabled } = desired;
  return mutedUntil === undefined ? desired : { ...desired, disabled: disabled || isMuted(mutedUntil, now) };
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
