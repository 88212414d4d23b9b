/** What `dbmon plan` does: it compares, and shows and keeps what an apply would do. */
import { isError } from "../../diagnostics";
import { planEnvironment } from "../../engine";
import { type PlanDocument, writePlan } from "../../reconcile";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { placesOf, readDefinitions } from "../plans/definitions";
import { withSession } from "../session";
import { savePlan } from "../plans/saved-plan";
import { isTextOutput, writeResult, withFailureReport, reportProblems } from "../output";
import { type OutputFlags } from "../output-flags";
import { type DeletionFlags, type PlanFlags } from "../plans/flags";
import { planOptions, sessionWindow } from "../plans/options";
import { createProgressListener } from "../progress";
import { reportLines } from "../render/text";
import { hasChanges, planReport } from "../report/plan-report";

export interface PlanCommandFlags extends PlanFlags, DeletionFlags, OutputFlags {
  readonly detailedExitcode?: true;
  readonly out?: string;
}

/** @returns the exit code */
export function planAction(
  context: CliContext,
  sources: readonly string[],
  flags: PlanCommandFlags,
): Promise<ExitCode> {
  const work = () => showNewPlan(context, sources, flags);
  return withFailureReport(context, flags, "Plan", [...sources, flags.out], work);
}

async function showNewPlan(
  context: CliContext,
  sources: readonly string[],
  flags: PlanCommandFlags,
): Promise<ExitCode> {
  const definitions = await readDefinitions(context, sources, flags);
  const settings = { onProgress: createProgressListener(context), ...sessionWindow(flags) };
  return withSession(context, settings, async ({ session, baseUrl }) => {
    const plan = await planEnvironment(session, definitions, planOptions(flags));
    const document = writePlan(plan, { baseUrl, places: placesOf(definitions) });
    const isPossible = showPlan(context, document, flags);
    if (isPossible && flags.out !== undefined) savePlan(flags.out, document);
    const changes = flags.detailedExitcode === true && hasChanges(document);
    const code = !isPossible ? exitCodes.error : changes ? exitCodes.changes : exitCodes.done;
    return writeResult(context, flags, { document, report: planReport(document) }, code);
  });
}

/** Tells the plan's problems, and prints it where stdout has the text; false where its problems allow no plan. */
export function showPlan(context: CliContext, plan: PlanDocument, flags: OutputFlags): boolean {
  reportProblems(context, plan.problems);
  const isPossible = !plan.problems.some(isError);
  // A plan that deletes too much is shown as well: whoever is to allow it has to see it.
  if (isTextOutput(flags) && (isPossible || plan.changes.length > 0)) {
    const stream = isPossible ? "out" : "err";
    reportLines(planReport(plan), context.color[stream]).forEach(context[stream]);
  }
  return isPossible;
}
