/**
 * Mutes with an end. The service does not support them: a muted alert is a disabled alert, and the first apply after the end enables
 * it. So the desired alert depends on the time.
 */
import { quote, truncate } from "../../diagnostics";
import { type AlertFinding } from "./finding";
import { formatTimestamp, parseTimestamp, timestampRemedy } from "../timestamp";

export const muteDescription =
  "End of a mute, as an RFC 3339 time with a zone, such as `2090-12-24T08:00:00Z`. Until then, the alert is disabled. The first apply " +
  "after it enables the alert. Not together with `disabled`.";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** A longer mute is probably a mistake. */
const maxMuteDays = 90;

/** The parts of an alert that rules about its mute need. Rules about unknown or invalid values are skipped. */
export interface PartialMute {
  /** As written in the definition. */
  readonly mutedUntil?: string | undefined;
  readonly disabled?: boolean | undefined;
  /** Whether manual changes of `disabled` are kept. */
  readonly ignoresDisabled?: boolean | undefined;
  /** In Unix milliseconds, if the rule about the length of a mute applies. */
  readonly now?: number | undefined;
}

/** Whether a mute disables its alert. @param mutedUntil in Unix milliseconds, like `now` */
export function isMuted(mutedUntil: number | undefined, now: number): boolean {
  return mutedUntil !== undefined && now < mutedUntil;
}

export function checkMute({ mutedUntil, disabled, ignoresDisabled, now }: PartialMute): AlertFinding[] {
  if (mutedUntil === undefined) return [];
  const rule = { rule: "mute", field: ["muted_until"] } as const;
  const findings: AlertFinding[] = [];
  const end = parseTimestamp(mutedUntil);
  if (end === undefined) {
    const text = quote(truncate(mutedUntil, 60));
    const what = `The end of the mute must be an RFC 3339 time with a zone, not ${text}`;
    findings.push({ ...rule, severity: "error", what, remedy: timestampRemedy(mutedUntil) });
  } else if (now !== undefined && end - now > maxMuteDays * dayMs) {
    const what = `The alert is muted for ${Math.ceil((end - now) / dayMs)} days, which is more than ${maxMuteDays}`;
    const remedy = "Set an earlier end. For a mute without an end, use disabled.";
    findings.push({ ...rule, severity: "warning", what, remedy });
  }
  if (disabled === true) {
    const what = "The alert has both disabled and a mute";
    const why = "the end of a mute enables the alert";
    findings.push({ ...rule, severity: "error", what, why, remedy: "Remove one of them." });
  }
  if (ignoresDisabled === true) {
    const what = "The alert has a mute and ignores changes of disabled";
    const why = "the mute would neither disable nor enable an existing alert";
    findings.push({ ...rule, severity: "error", what, why, remedy: "Remove one of them." });
  }
  return findings;
}

/** For example `2090-12-24T08:00Z`. Seconds are omitted if they are zero. */
export function formatMuteEnd(mutedUntil: number): string {
  return formatTimestamp(mutedUntil).replace(":00Z", "Z");
}

/** For example `muted until 2090-12-24T08:00Z (3 days)`. */
export function describeMute(mutedUntil: number, now: number): string {
  return `muted until ${formatMuteEnd(mutedUntil)} (${formatRemaining(mutedUntil - now)})`;
}

/** Rounds to the largest unit that fits. */
function formatRemaining(milliseconds: number): string {
  if (milliseconds <= 0) return "ended";
  const minutes = Math.max(1, Math.round(milliseconds / minuteMs));
  const hours = Math.round(minutes / 60);
  if (minutes < 60) return formatCount(minutes, "minute");
  return hours < 24 ? formatCount(hours, "hour") : formatCount(Math.round(hours / 24), "day");
}

function formatCount(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
