/** Times and periods that the user selects, in Unix seconds (GEN-4). */
import { ProblemError } from "../../diagnostics";
import { type Period } from "../../impact";
import { formatTimestamp } from "../../service/timestamp";
import { maxPeriodDays, maxPeriodSeconds } from "../../service/vocabulary";
import { defaultBacktestDays, type PeriodFlags } from "../framework/flags";

/**
 * The period that --since and --until select.
 * @param nowMs in Unix milliseconds
 * @param defaultDays length without --since
 */
export function resolvePeriod(
  { since, until = 0 }: PeriodFlags,
  nowMs: number,
  defaultDays = defaultBacktestDays,
): Period {
  const now = Math.floor(nowMs / 1000);
  const toUnixSeconds = (time: number) => (time > 0 ? time : now + time);
  const end = toUnixSeconds(until);
  const start = since === undefined ? end - defaultDays * 86_400 : toUnixSeconds(since);
  if (end > now) {
    throw ProblemError.of("usage", "--until is in the future.", {
      remedy: "Set a time that has passed. Without --until, the period ends now.",
    });
  }
  if (start >= end) {
    throw ProblemError.of("usage", "The period ends before it starts: --until is not after --since.", {
      remedy: "Set an earlier --since or a later --until.",
    });
  }
  if (end - start > maxPeriodSeconds || start < 1) {
    const cause = end - start > maxPeriodSeconds ? `is longer than ${maxPeriodDays}d` : "starts before 1970";
    throw ProblemError.of("usage", `The period ${cause}.`, { remedy: "Set a later --since or --until." });
  }
  return { from: start, until: end };
}

/** Formats Unix seconds as RFC 3339 in UTC. Returns values outside of the calendar unchanged. */
export function formatTime(seconds: number | undefined): string | undefined {
  if (seconds === undefined) return undefined;
  const milliseconds = seconds * 1000;
  return Number.isNaN(new Date(milliseconds).getTime()) ? String(seconds) : formatTimestamp(milliseconds);
}

/** Does not compare a relative time with an absolute one. */
export function validateInterval({ since, until }: PeriodFlags): void {
  if (since === undefined || until === undefined) return;
  const isComparable = since > 0 === until > 0;
  if (!isComparable || until >= since) return;
  throw ProblemError.of("usage", "The period ends before it starts: --until is before --since.", {
    remedy: "Swap the values.",
  });
}
