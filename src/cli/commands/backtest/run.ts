/** `dbmon backtest`: replay the history of the service against all definitions. */
import { isError } from "../../../diagnostics";
import { readOrigin } from "../../../plan-document";
import { backtestSubjects } from "../../../planning";
import { catalogNeeds, configOf } from "../../../reconcile";
import { type BacktestFinding, backtestWithHistory, type Report } from "../../../reports";
import { type CliContext } from "../../framework/context";
import { type EnvironmentCommand, readCommand, type Result } from "../../framework/environment-command";
import { exitCodes } from "../../framework/exit-codes";
import { type EnvironmentFlags, type HistoryFlags, type OutputFlags } from "../../framework/flags";
import { historyOptionsOf } from "../../inputs/backtest-options";
import { loadAndReportWarnings, resolveDesired } from "../../inputs/definitions";
import { withSession } from "../../inputs/session";
import { isTextOutput, printReport, reportProblems } from "../../terminal/output";
import { type BacktestDocument, writeBacktest } from "./document";

export interface BacktestCommandFlags extends EnvironmentFlags, OutputFlags, HistoryFlags {}

export function backtestCommand(sources: readonly string[], flags: BacktestCommandFlags): EnvironmentCommand {
  const files = [...sources, flags.metrics];
  return readCommand((context) => backtestDefinitions(context, sources, flags), {
    title: "Back-test",
    files,
  });
}

async function backtestDefinitions(
  context: CliContext,
  sources: readonly string[],
  flags: BacktestCommandFlags,
): Promise<Result> {
  const definitions = await loadAndReportWarnings(context, sources, {});
  return withSession(context, async ({ session, origin }) => {
    const options = historyOptionsOf(context, flags, session.run.clock.now());
    const catalog = await session.catalog.read(new Set([...catalogNeeds(definitions), "destinations"]));
    const subjects = resolveDesired(definitions, catalog, session.serviceNow(definitions)).map((alert) => ({
      name: alert.name,
      before: undefined,
      after: { ...alert, config: configOf(alert) },
    }));
    const { backtests, names } = await backtestSubjects(session, subjects, {
      ...options,
      requiresMetrics: true,
    });
    const document = writeBacktest(definitions, backtests, names, origin);
    const report = backtestReport(document);
    reportProblems(context, document.problems);
    if (isTextOutput(flags)) printReport(context, report);
    const code = document.problems.some(isError) ? exitCodes.error : exitCodes.done;
    return { code, document, report };
  });
}

type TestedAlert = BacktestDocument["alerts"][number];

export function backtestReport(document: BacktestDocument): Report {
  const { alerts, problems, backtest } = document;
  return {
    kind: "back-test",
    title: "Back-test",
    ...readOrigin(document),
    findings: alerts.map((alert) => findingOf(alert, document)),
    history: backtest,
    problems,
  };
}

function findingOf({ name, where, backtest }: TestedAlert, document: BacktestDocument): BacktestFinding {
  return {
    kind: "back-test",
    name,
    severity: "none",
    backtest: backtestWithHistory(backtest, document),
    where,
  };
}
