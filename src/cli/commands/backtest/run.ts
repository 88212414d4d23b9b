/** `dbmon backtest`: replay the history of the service against all definitions. */
import { isError } from "../../../diagnostics";
import { readOrigin } from "../../../plan-document";
import { backtestSubjects, liveThresholdId } from "../../../planning";
import { catalogNeeds, configOf } from "../../../reconcile";
import { type BacktestFinding, backtestWithHistory, type Report } from "../../../reports";
import { indexByName, isSupported } from "../../../service";
import { type CliContext } from "../../framework/context";
import { type EnvironmentCommand, readCommand, type Result } from "../../framework/environment-command";
import { exitCodes } from "../../framework/exit-codes";
import { type EnvironmentFlags, type HistoryFlags, type OutputFlags } from "../../framework/flags";
import { resolvePeriod } from "../../inputs/backtest-options";
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
    const periodAt = (now: number) => resolvePeriod(flags, now);
    periodAt(session.run.clock.now());
    const catalog = await session.catalog.read(new Set([...catalogNeeds(definitions), "destinations"]));
    const desired = resolveDesired(definitions, catalog, session.serviceNow(definitions));
    const live = desired.some(({ condition }) => condition.kind === "threshold")
      ? await session.live.alerts()
      : [];
    const byName = indexByName(live.filter(isSupported));
    const subjects = desired.map((alert) => {
      const own = byName.get(alert.name) ?? byName.get(alert.renamedFrom ?? "");
      const after = { ...alert, config: configOf(alert) };
      return { name: alert.name, before: undefined, after, live: own && liveThresholdId(own) };
    });
    const { metrics } = flags;
    const { signal, setStatus, target } = context;
    const recordedType = target?.config?.recordedType;
    const options = { periodAt, metrics, requiresMetrics: true, recordedType, signal, setStatus };
    const { backtests, names } = await backtestSubjects(session, subjects, options);
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

function findingOf(alert: TestedAlert, document: BacktestDocument): BacktestFinding {
  const { name, where } = alert;
  return {
    kind: "back-test",
    name,
    severity: "none",
    backtest: backtestWithHistory(alert, document),
    where,
  };
}
