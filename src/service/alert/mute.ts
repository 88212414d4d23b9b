/**
 * Mutes with an end. The service does not support them: a muted alert is a disabled alert, and the first apply after the end enables
 * it. So the desired alert depends on the time.
 */
import { formatCount } from "../../diagnostics";
import { formatTimestamp } from "../timestamp";

export const muteDescription =
  "End of a mute, as an RFC 3339 time with a zone, such as `2090-12-24T08:00:00Z`. Until then, the alert is disabled. The first apply " +
  "after it enables the alert. Not together with `disabled`.";

const minuteMs = 60_000;

/** Whether a mute disables its alert. @param mutedUntil in Unix milliseconds, like `now` */
export function isMuted(mutedUntil: number | undefined, now: number): boolean {
  return mutedUntil !== undefined && now < mutedUntil;
}

/** For example `2090-12-24T08:00Z`. Seconds are omitted if they are zero. */
export function formatMuteEnd(mutedUntil: number): string {
  return formatTimestamp(mutedUntil).replace(":00Z", "Z");
}

/** For example `muted until 2090-12-24T08:00Z (3 days)`. */
export function describeMute(mutedUntil: number, now: number): string {
  const remaining = mutedUntil <= now ? "ended" : formatRounded(mutedUntil - now);
  return `muted until ${formatMuteEnd(mutedUntil)} (${remaining})`;
}

/** Rounds to the largest unit that fits: `4 minutes`. */
export function formatRounded(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / minuteMs));
  const hours = Math.round(minutes / 60);
  if (minutes < 60) return formatCount(minutes, "minute");
  return hours < 24 ? formatCount(hours, "hour") : formatCount(Math.round(hours / 24), "day");
}
