/** Checks the options of back-tests, and resolves their period. */
import { ProblemError } from "../../diagnostics";
import { type Period } from "../../impact";
import { type BacktestOptions } from "../../planning";
import { maxPeriodDays, maxPeriodSeconds } from "../../service/vocabulary";
import { type CliContext } from "../framework/context";
import { type BacktestFlags, defaultPeriodDays } from "../framework/flags";
import { type PeriodFlags } from "../framework/times";

export function validateBacktestFlags({ backtest, since, until, metrics, maxFirings }: BacktestFlags): void {
  const dependent = { "--since": since, "--until": until, "--metrics": metrics, "--max-firings": maxFirings };
  const [option] = Object.entries(dependent).flatMap(([name, value]) => (value === undefined ? [] : name));
  if (backtest === true || option === undefined) return;
  throw ProblemError.of(`${option} has no effect without --backtest.`, { remedy: "Add --backtest." });
}

/**
 * The period that --since and --until select.
 * @param nowMs in Unix milliseconds
 * @param defaultDays length without --since
 */
export function resolvePeriod(
  { since, until = 0 }: PeriodFlags,
  nowMs: number,
  defaultDays = defaultPeriodDays,
): Period {
  const now = Math.floor(nowMs / 1000);
  const toUnixSeconds = (time: number) => (time > 0 ? time : now + time);
  const end = toUnixSeconds(until);
  const start = since === undefined ? end - defaultDays * 86_400 : toUnixSeconds(since);
  if (end > now) {
    throw ProblemError.of("--until is in the future.", {
      remedy: "Set a time that has passed. Without --until, the period ends now.",
    });
  }
  if (start >= end) {
    throw ProblemError.of("The period ends before it starts: --until is not after --since.", {
      remedy: "Set an earlier --since or a later --until.",
    });
  }
  if (end - start > maxPeriodSeconds || start < 1) {
    const cause = end - start > maxPeriodSeconds ? `is longer than ${maxPeriodDays}d` : "starts before 1970";
    throw ProblemError.of(`The period ${cause}.`, {
      remedy: "Set a later --since or --until.",
    });
  }
  return { from: start, until: end };
}

/** Undefined without --backtest. @param nowMs the time of this machine, in Unix milliseconds @throws ProblemError if the period is not valid */
export function backtestOptionsOf(
  { signal, setStatus, target }: CliContext,
  flags: BacktestFlags,
  nowMs: number,
): BacktestOptions | undefined {
  if (flags.backtest !== true) return undefined;
  const { maxFirings, metrics } = flags;
  const periodAt = (now: number) => resolvePeriod(flags, now);
  periodAt(nowMs);
  return { maxFirings, metrics, periodAt, recordedType: target?.config?.recordedType, signal, setStatus };
}
