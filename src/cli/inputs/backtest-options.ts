/** The options of back-tests. */
import { ProblemError } from "../../diagnostics";
import { type BacktestOptions } from "../../planning";
import { type CliContext } from "../framework/context";
import { type BacktestFlags, type HistoryFlags } from "../framework/flags";
import { resolvePeriod } from "./times";

export function validateBacktestFlags(flags: BacktestFlags): void {
  const { backtest, since, until, metrics, maxFirings } = flags;
  validateMetricsFlags(flags);
  const dependent = { "--since": since, "--until": until, "--metrics": metrics, "--max-firings": maxFirings };
  const [option] = Object.entries(dependent).flatMap(([name, value]) => (value === undefined ? [] : name));
  if (backtest === true || option === undefined) return;
  throw ProblemError.of("usage", `${option} has no effect without --backtest.`, {
    remedy: "Add --backtest.",
  });
}

export function validateMetricsFlags({ metrics, metricsHost }: HistoryFlags): void {
  if (metricsHost === undefined || metrics !== undefined) return;
  throw ProblemError.of("usage", "--metrics-host has no effect without --metrics.", {
    remedy: "Add --metrics.",
  });
}

/** Undefined without --backtest. @param nowMs the time of this machine, in Unix milliseconds @throws ProblemError if the period is not valid */
export function backtestOptionsOf(
  context: CliContext,
  flags: BacktestFlags,
  nowMs: number,
): BacktestOptions | undefined {
  if (flags.backtest !== true) return undefined;
  return { ...historyOptionsOf(context, flags, nowMs), maxFirings: flags.maxFirings };
}

/** What a back-test replays. The period is checked before anything is read, and resolved by the clock of the service. */
export function historyOptionsOf(
  { signal, setStatus, target }: CliContext,
  { metrics, metricsHost, ...period }: HistoryFlags,
  nowMs: number,
): BacktestOptions {
  const periodAt = (now: number) => resolvePeriod(period, now);
  periodAt(nowMs);
  const recordedType = target?.config.recordedType;
  return { metrics, metricsHost, periodAt, recordedType, signal, setStatus };
}
