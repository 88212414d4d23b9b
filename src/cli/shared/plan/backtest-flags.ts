/** Options of back-tests: how often alerts would have fired. */
import { type Command, InvalidArgumentError } from "commander";
import { maxPeriodDays, maxPeriodSeconds, parseTimeSpan } from "../../../service/vocabulary";
import { parseText } from "../arguments";
import { addPeriodFlags, type PeriodFlags } from "../service/times";

/** What a back-test replays. */
export interface HistoryFlags extends PeriodFlags {
  /** File with values of metrics. */
  readonly metrics?: string;
}

export interface BacktestFlags extends HistoryFlags {
  readonly backtest?: true;
  readonly maxFirings?: MaxFirings;
}

/** The value of --max-firings. */
export interface MaxFirings {
  readonly count: number;
  readonly windowMs: number;
  /** As the user wrote it. */
  readonly text: string;
}

const maxFiringCount = 10_000;
export const defaultPeriodDays = 14;

/** @param prefix of each help text: the option that these options need */
export function addHistoryFlags(command: Command, prefix = ""): Command {
  const fallback = `${defaultPeriodDays}d before --until, max: ${maxPeriodDays}d`;
  return addPeriodFlags(command, `${prefix}replay events`, fallback).option(
    "--metrics <file>",
    `${prefix}file with values of metrics, to test threshold alerts: CSV with the header time,host,metric,value, or JSON lines`,
    parseText,
  );
}

export function addBacktestFlags(command: Command): Command {
  const prefix = "with --backtest: ";
  command.option("--backtest", "report how often each changed alert would have fired");
  return addHistoryFlags(command, prefix).option(
    "--max-firings <n/period>",
    `${prefix}fail if a created or changed alert fires more often within any such period, for example 20/7d`,
    parseMaxFirings,
  );
}

/** @throws InvalidArgumentError */
export function parseMaxFirings(text: string): MaxFirings {
  const [, digits = "", period = ""] = /^(\d{1,5})\/(.+)$/.exec(text) ?? [];
  const count = Number(digits);
  const windowMs = parseTimeSpan(period) ?? 0;
  const isInRange = count <= maxFiringCount && windowMs >= 1000 && windowMs <= maxPeriodSeconds * 1000;
  if (digits !== "" && isInRange) return { count, windowMs, text };
  throw new InvalidArgumentError(
    `Must be a number from 0 to ${maxFiringCount} and a duration up to ${maxPeriodDays}d, for example 20/7d.`,
  );
}
