/** Sentences about back-tests. */
import { formatCount, quote } from "../../diagnostics";
import { describeBacktest, describeRecorded } from "../../impact";
import { type DescribedBacktest, type Finding, type FindingFacts } from "../model/findings";
import { type DestinationEffect, type Report } from "../model/report";
import { changeSymbols } from "./findings";

/** `3 -> 41 firings in 14d` */
export function backtestText({ history, names, ...alert }: DescribedBacktest): string {
  return describeBacktest(alert, history, names);
}

/** `Recorded: fired 41 times in 14d.` Empty for an alert without a record. */
export function recordedLines({ history, recorded }: DescribedBacktest): string[] {
  return recorded === undefined ? [] : [describeRecorded(recorded, history)];
}

/** The back-test of an alert, with label and name: `~ "Deploys": 3 -> 41 firings in 14d`. Then its recorded firings, indented. */
export function backtestLines({ history }: Report, finding: Finding): string[] {
  const { name, backtest }: FindingFacts = finding;
  if (history === undefined || backtest === undefined) return [];
  const symbol = "action" in finding ? `${changeSymbols[finding.action]} ` : "";
  const recorded = recordedLines(backtest).map((text) => `  ${text}`);
  return [`${symbol}${quote(name)}: ${backtestText(backtest)}`, ...recorded];
}

/** `2 → 44`, `2 → 44, and 1 alert not tested` or `not known`. */
export function formatFirings(firings: DestinationEffect["firings"]): string {
  if (firings === undefined || firings.tested === 0) return "not known";
  const { before, after, untested } = firings;
  return `${before} → ${after}${untested === 0 ? "" : `, and ${formatCount(untested, "alert")} not tested`}`;
}
