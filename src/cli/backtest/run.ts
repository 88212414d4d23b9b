/** `dbmon backtest`: replay the history of the service against all definitions. */
import { isError } from "../../diagnostics";
import { catalogNeeds, configOf } from "../../reconcile";
import { type CliContext, exitCodes } from "../shared/context";
import { writeBacktest } from "./document";
import {
  type EnvironmentCommand,
  readCommand,
  type Result,
} from "../shared/environments/environment-command";
import { type EnvironmentFlags } from "../shared/environments/flags";
import { isTextOutput, printReport, reportProblems } from "../shared/output/output";
import { type OutputFlags } from "../shared/output/output-flags";
import { backtestSubjects, resolvePeriod } from "../shared/plan/backtest";
import { type HistoryFlags } from "../shared/plan/backtest-flags";
import { loadDefinitions, resolveDesired } from "../shared/plan/definitions";
import { backtestReport } from "./report";
import { withSession } from "../shared/service/session";

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
  const definitions = await loadDefinitions(context, sources, {});
  return withSession(context, async ({ session, baseUrl }) => {
    const now = session.run.clock.now();
    const period = resolvePeriod(flags, now);
    const catalog = await session.catalog.read(catalogNeeds(definitions));
    const subjects = resolveDesired(definitions, catalog, now).map((alert) => ({
      name: alert.name,
      before: undefined,
      after: { ...alert, config: configOf(alert) },
    }));
    const { metrics } = flags;
    const { result, names } = await backtestSubjects(context, session, subjects, { period, metrics });
    const document = writeBacktest(definitions, result, names, baseUrl);
    const report = backtestReport(document);
    reportProblems(context, document.problems);
    if (isTextOutput(flags)) printReport(context, report);
    const code = document.problems.some(isError) ? exitCodes.error : exitCodes.done;
    return { code, document, report };
  });
}
