/**
 * Mutes with an end. The service does not support them: a muted alert is a disabled alert, and the first apply after the end enables
 * it. So the desired alert depends on the time.
 */
import { formatCount, omitUndefined, quote, truncate } from "../../diagnostics";
import { formatTimestamp, parseTimestamp } from "../timestamp";

export const muteDescriptions = {
  muted:
    "A mute with an end. Until then, the alert is disabled. The first apply after it enables the alert. Not together with `disabled`.",
  until: "End of the mute, as an RFC 3339 time with a zone, such as `2090-12-24T08:00:00Z`.",
  reason: "Why the alert is muted, for reports.",
};

export interface Mute {
  /** In Unix milliseconds. */
  readonly until: number;
  readonly reason?: string | undefined;
}

/** A mute as definitions write it. */
export interface MuteAttributes {
  readonly until: string;
  readonly reason?: string | null | undefined;
}

/** @returns undefined without a mute, and for an invalid time */
export function readMute(muted: MuteAttributes | null | undefined): Mute | undefined {
  const until = muted ? parseTimestamp(muted.until) : undefined;
  return until === undefined ? undefined : { until, reason: muted?.reason ?? undefined };
}

export function writeMute({ until, reason }: Mute): { until: string; reason?: string } {
  return { until: formatTimestamp(until), ...omitUndefined({ reason }) };
}

const minuteMs = 60_000;

/** Whether a mute disables its alert. @param now in Unix milliseconds */
export function isMuted(mute: Mute | undefined, now: number): boolean {
  return mute !== undefined && now < mute.until;
}

/** For example `2090-12-24T08:00Z`. Seconds are omitted if they are zero. */
export function formatMuteEnd({ until }: Mute): string {
  return formatTimestamp(until).replace(":00Z", "Z");
}

/** For example `muted until 2090-12-24T08:00Z (3 days): "load tests"`. */
export function describeMute(mute: Mute, now: number): string {
  const remaining = mute.until <= now ? "ended" : formatRounded(mute.until - now);
  return `muted until ${formatMuteEnd(mute)} (${remaining})${describeReason(mute)}`;
}

/** For example `mute ended at 2090-12-24T08:00Z (3 days ago): "load tests"`. */
export function describeMuteEnd(mute: Mute, now: number): string {
  return `mute ended at ${formatMuteEnd(mute)} (${formatRounded(now - mute.until)} ago)${describeReason(mute)}`;
}

/** For example `: "load tests"`. */
function describeReason({ reason }: Mute): string {
  return reason === undefined ? "" : `: ${quote(truncate(reason, 200))}`;
}

/** Rounds to the largest unit that fits: `4 minutes`. */
export function formatRounded(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / minuteMs));
  const hours = Math.round(minutes / 60);
  if (minutes < 60) return formatCount(minutes, "minute");
  return hours < 24 ? formatCount(hours, "hour") : formatCount(Math.round(hours / 24), "day");
}
