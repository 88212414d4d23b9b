/** Builds the report of a back-test of definitions: one line per alert. */
import { historySentence } from "../../impact";
import { type BacktestDocument } from "./document";
import { entryBacktest } from "../shared/plan/plan-report";
import { type Entry, joinCounts, noDetails, pluralize, type Report } from "../shared/report/report";

type TestedAlert = BacktestDocument["alerts"][number];

export function backtestReport(document: BacktestDocument): Report {
  const { base_url: baseUrl, alerts, problems, backtest } = document;
  return {
    title: "Back-test",
    summary: summaryOf(alerts),
    baseUrl,
    entries: alerts.map((alert) => alertEntry(alert, document)),
    consequencesTitle: historySentence(backtest),
    problems,
  };
}

function alertEntry({ name, where, backtest }: TestedAlert, document: BacktestDocument): Entry {
  return {
    ...noDetails,
    name,
    status: "tested",
    severity: "none",
    backtest: entryBacktest(backtest, document),
    where,
  };
}

function summaryOf(alerts: readonly TestedAlert[]): string {
  const tested = alerts.flatMap(({ backtest }) => backtest?.after ?? []);
  const known = tested.filter(({ firings }) => firings !== null);
  const firing = known.filter(({ firings }) => firings !== 0).length;
  const rest = joinCounts([
    [firing, "fired"],
    [known.length - firing, "did not fire"],
    [alerts.length - known.length, "without a count of firings"],
  ]);
  return `${pluralize(alerts.length, "alert")}${rest === "" ? "" : `: ${rest}`}.`;
}
