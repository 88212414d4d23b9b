/** `dbmon plan`: compare definitions with the live alerts, show the plan and save it on request. */
import { planEnvironment } from "../../planning";
import { type Plan } from "../../reconcile";
import { type PlanDocument, writePlan } from "../../plan-document";
import { type CliContext, type ExitCode, exitCodes } from "../shared/context";
import { environmentArguments } from "../shared/environments/target";
import { withSession } from "../shared/service/session";
import {
  isTextOutput,
  printReport,
  writeResult,
  reportProblems,
  withFailureReport,
} from "../shared/output/output";
import { type OutputFlags } from "../shared/output/output-flags";
import { backtestPlan, namesTargets, validateBacktestFlags } from "../shared/plan/backtest";
import { type BacktestFlags } from "../shared/plan/backtest-flags";
import { loadDefinitions } from "../shared/plan/definitions";
import {
  type AdoptionFlags,
  type DeletionFlags,
  type PlanFlags,
  planOptions,
  sessionWindow,
} from "../shared/plan/flags";
import { originOfNewPlan } from "../shared/plan/plan-origin";
import { savePlan } from "../shared/plan/saved-plan";
import { createProgressListener } from "../shared/output/progress";
import { serviceLines } from "../shared/render/text";
import { hasChanges, planReport } from "../shared/plan/plan-report";
import { type Report } from "../shared/report/report";
import { commandWords, quoteForShell, quotePathForShell } from "../shared/process/shell";

export interface PlanCommandFlags
  extends PlanFlags, DeletionFlags, AdoptionFlags, BacktestFlags, OutputFlags {
  readonly detailedExitcode?: true;
  readonly out?: string;
}

export function planAction(
  context: CliContext,
  sources: readonly string[],
  flags: PlanCommandFlags,
): Promise<ExitCode> {
  const work = () => planDefinitions(context, sources, flags);
  return withFailureReport(context, flags, "Plan", [...sources, flags.out, flags.samples], work);
}

async function planDefinitions(
  context: CliContext,
  sources: readonly string[],
  flags: PlanCommandFlags,
): Promise<ExitCode> {
  validateBacktestFlags(flags);
  const definitions = await loadDefinitions(context, sources, flags);
  const settings = { onProgress: createProgressListener(context), ...sessionWindow(flags) };
  return withSession(context, settings, async (open) => {
    const { session } = open;
    const planned = await planEnvironment(session, definitions, {
      ...planOptions(flags),
      readsTargets: namesTargets(context, flags),
    });
    const plan = await backtestPlan(context, session, planned, flags, definitions);
    const origin = originOfNewPlan(context, open, definitions);
    const document = writePlan(plan, origin);
    const report = planReport(document, session.run.clock.now());
    showPlan(context, plan, report, flags);
    if (context.collector !== undefined && plan.status === "executable") {
      context.collector.addSavedPlan(document);
    } else if (flags.out !== undefined && plan.status === "executable") {
      savePlan(flags.out, plan, origin);
      if (flags.json !== true) confirmSave(context, flags.out);
    }
    return writeResult(context, flags, { document, report }, exitCodeFor(plan, document, flags));
  });
}

/** Printed to stderr, because stdout may hold a document. */
function confirmSave(context: CliContext, file: string): void {
  const { env, err } = context;
  const apply = [
    ...commandWords(env),
    "apply",
    "--plan",
    quotePathForShell(file),
    ...environmentArguments(context).map(quoteForShell),
  ].join(" ");
  err(`Saved the plan to ${quoteForShell(file)}. To apply it unchanged, run: ${apply}`);
}

function exitCodeFor(
  { status }: Plan,
  document: PlanDocument,
  { detailedExitcode }: PlanCommandFlags,
): ExitCode {
  if (status === "refused") return exitCodes.error;
  return detailedExitcode === true && hasChanges(document) ? exitCodes.changes : exitCodes.done;
}

/** Reports the problems of a plan, and prints its changes where stdout has the text format. */
export function showPlan(context: CliContext, { status }: Plan, report: Report, flags: OutputFlags): void {
  reportProblems(context, report.problems);
  const isRefused = status === "refused";
  if (!isTextOutput(flags)) return;
  if (isRefused && report.entries.length === 0) {
    serviceLines(report).forEach(context.err);
    return;
  }
  // A plan refused for its deletions or for existing alerts lists them on stderr: stdout holds only plans that can be applied.
  printReport(context, report, isRefused ? "err" : "out");
}
