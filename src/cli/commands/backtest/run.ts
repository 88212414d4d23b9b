/** `dbmon backtest`: replay the history of the service against all definitions. */
import { isError, omitUndefined, ProblemError } from "../../../diagnostics";
import { runChecks } from "../../../impact";
import { backtestSubjects, liveThresholdId, suggestChange } from "../../../planning";
import { catalogNeeds, configOf, withPlaces } from "../../../reconcile";
import { indexByName, isSupported } from "../../../service";
import { startEdits } from "../../edits/plan-edits";
import { type CliContext } from "../../framework/context";
import { type EnvironmentCommand, type Prepared } from "../../framework/environment-command";
import { exitCodes } from "../../framework/exit-codes";
import { type HistoryFlags, type MaxFirings, type RunFlags } from "../../framework/flags";
import { historyOptionsOf, validateMetricsFlags } from "../../inputs/backtest-options";
import {
  readTargetSources,
  resolveDesired,
  resolveForTarget,
  selectDefinitions,
} from "../../inputs/definitions";
import { withSession } from "../../inputs/session";
import { isTextOutput, printReport, reportProblems } from "../../terminal/output";
import { writeBacktest } from "./document";
import { backtestReport } from "./report";
import { prepareSuggestion, requireOneAlert, type SuggestFlags, validateSuggestFlags } from "./suggest";

export interface BacktestCommandFlags extends RunFlags, HistoryFlags, SuggestFlags {
  /** Names of alerts, and patterns. Undefined: all. */
  readonly alert?: readonly string[];
  readonly maxFirings?: MaxFirings;
}

export function backtestCommand(sources: readonly string[], flags: BacktestCommandFlags): EnvironmentCommand {
  return {
    title: "Back-test",
    files: [...sources, flags.metrics],
    prepare: async (context) => {
      validateMetricsFlags(flags);
      validateSuggestFlags(flags);
      return backtestDefinitions(context, sources, flags);
    },
  };
}

async function backtestDefinitions(
  context: CliContext,
  paths: readonly string[],
  flags: BacktestCommandFlags,
): Promise<Prepared> {
  const { maxFirings, alert: patterns, suggest, write } = flags;
  if (write === true) startEdits(context, "dbmon backtest --write", true);
  const sources = await readTargetSources(context, context.target, paths);
  const { alerts: definitions, problems: found } = resolveForTarget(context.target, sources);
  const problems = [...sources.problems, ...found];
  if (problems.some(isError)) throw new ProblemError(problems);
  reportProblems(context, problems);
  const selected = selectDefinitions(definitions, patterns);
  if (suggest === true) requireOneAlert(selected, flags);
  return withSession(context, async ({ session, origin }): Promise<Prepared> => {
    const history = historyOptionsOf(context, flags, session.run.clock.now());
    const catalog = await session.catalog.read(new Set([...catalogNeeds(selected), "destinations"]));
    const now = session.serviceNow(selected);
    const desired = resolveDesired(selected, catalog, now);
    const options = { ...history, maxFirings, requiresMetrics: true };
    const [only] = desired;
    const suggestion =
      suggest === true && only !== undefined && maxFirings !== undefined
        ? await suggestChange(session, only, definitions, { ...options, maxFirings })
        : undefined;
    const live = desired.some(({ condition }) => condition.kind === "threshold")
      ? await session.live.alerts()
      : [];
    const byName = indexByName(live.filter(isSupported));
    const subjects = desired.map((alert) => {
      const own = byName.get(alert.name) ?? byName.get(alert.renamedFrom ?? "");
      const after = { ...alert, config: configOf(alert) };
      return { name: alert.name, before: undefined, after, live: own && liveThresholdId(own) };
    });
    const tested = suggestion?.tested ?? (await backtestSubjects(session, subjects, definitions, options));
    const { metrics: metricsFacts, backtest } = tested.checkFacts;
    // A suggestion starts with an alert that fires too often.
    const facts = omitUndefined({
      metrics: metricsFacts,
      backtest: suggestion === undefined ? backtest : undefined,
    });
    const checked = withPlaces(runChecks(facts), selected);
    const document = writeBacktest(selected, tested.backtests, tested.names, origin, checked);
    reportProblems(context, document.problems);
    const code = document.problems.some(isError) ? exitCodes.error : exitCodes.done;
    if (suggestion !== undefined)
      return prepareSuggestion(context, { sources, definitions, suggestion, document, flags, now });
    const report = backtestReport(document);
    if (isTextOutput(flags)) printReport(context, report);
    return { result: { code, document, report } };
  });
}
