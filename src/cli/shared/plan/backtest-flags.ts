/** Options of back-tests: how often alerts would have fired. */
import { type Command, InvalidArgumentError } from "commander";
import { parseText } from "../arguments";
import {
  maxPeriodDays,
  maxPeriodSeconds,
  parsePeriod as parseSeconds,
  parseTimeSpan,
  periodRule,
} from "../../../service/vocabulary";

export interface BacktestFlags {
  /** Length of the period, in seconds. */
  readonly backtest?: number;
  readonly maxFirings?: MaxFirings;
  /** File with metric values. */
  readonly samples?: string;
}

/** The value of --max-firings. */
export interface MaxFirings {
  readonly count: number;
  readonly windowMs: number;
  /** As the user wrote it. */
  readonly text: string;
}

const maxFiringCount = 10_000;

export const samplesHelp =
  "file with metric values, to test threshold alerts: CSV with the header time,host,metric,value, or JSON lines";

export function addBacktestFlags(command: Command): Command {
  return command
    .option(
      "--backtest <period>",
      "report how often each changed alert would have fired in the period before now, for example 14d " +
        `(max: ${maxPeriodDays}d)`,
      parsePeriod,
    )
    .option(
      "--max-firings <n/period>",
      "with --backtest: fail if a created or changed alert fires more often within any such period, for example 20/7d",
      parseMaxFirings,
    )
    .option("--samples <file>", `with --backtest: ${samplesHelp}`, parseText);
}

/** @returns seconds @throws InvalidArgumentError */
export function parsePeriod(text: string): number {
  const seconds = parseSeconds(text);
  if (seconds === undefined) throw new InvalidArgumentError(periodRule);
  return seconds;
}

/** @throws InvalidArgumentError */
export function parseMaxFirings(text: string): MaxFirings {
  const [, digits = "", period = ""] = /^(\d{1,5})\/(.+)$/.exec(text) ?? [];
  const count = Number(digits);
  const windowMs = parseTimeSpan(period) ?? 0;
  const isInRange = count <= maxFiringCount && windowMs >= 1000 && windowMs <= maxPeriodSeconds * 1000;
  if (digits !== "" && isInRange) return { count, windowMs, text };
  throw new InvalidArgumentError(
    `Must be a number from 0 to ${maxFiringCount} and a length of time up to ${maxPeriodDays}d, for example 20/7d.`,
  );
}
