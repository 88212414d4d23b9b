/** What `dbmon apply` and `dbmon destroy` do: a plan, confirmed and carried out; or one that was kept. */
import { clientDefaults } from "../../client";
import { isError, type Problem, ProblemError } from "../../diagnostics";
import {
  checkPlanHolds,
  type EnvironmentPlanOptions,
  type EnvironmentSession,
  executePlan,
  planEnvironment,
  planEnvironmentRemoval,
  type Report,
  verify,
} from "../../engine";
import { type AlertDefinition, type Plan, type PlanDocument, writePlan } from "../../reconcile";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { placesOf, readDefinitions } from "../plans/definitions";
import { writeApply } from "../documents/apply-document";
import { type OpenSession, withSession } from "../session";
import { readSavedPlan } from "../plans/saved-plan";
import { isTextOutput, writeResult, withFailureReport, reportProblems } from "../output";
import { type OutputFlags } from "../output-flags";
import { type DeletionFlags, type PlanFlags } from "../plans/flags";
import { planOptions, sessionWindow } from "../plans/options";
import { createProgressListener } from "../progress";
import { reportLines, summaryLine } from "../render/text";
import { applyReport } from "../report/apply-report";
import { hasChanges, planReport } from "../report/plan-report";
import { rerunCommand } from "../shell";
import { showPlan } from "./plan";

export interface ApplyFlags extends PlanFlags, DeletionFlags, OutputFlags {
  readonly yes?: true;
  /** Of `apply` alone. */
  readonly plan?: string;
  readonly wait?: boolean;
  readonly parallel?: number;
}

type MakePlan = (
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
  options: EnvironmentPlanOptions,
) => Promise<Plan>;

/** What is carried out, as it is done and as it is told. */
interface Approved {
  readonly plan: Plan;
  readonly document: PlanDocument;
  /** Whether the session's list was begun after the approval. */
  readonly isListFresh?: boolean;
}

/** @returns the exit code */
export function applyAction(
  context: CliContext,
  sources: readonly string[],
  flags: ApplyFlags,
): Promise<ExitCode> {
  const { plan } = flags;
  const work = () =>
    plan === undefined
      ? planAndApply(context, sources, flags, planEnvironment)
      : applySavedPlan(context, sources, flags, plan);
  return withFailureReport(context, flags, "Apply", [...sources, plan], work);
}

/** @returns the exit code */
export function destroyAction(
  context: CliContext,
  sources: readonly string[],
  flags: ApplyFlags,
): Promise<ExitCode> {
  const work = () => planAndApply(context, sources, flags, planEnvironmentRemoval);
  return withFailureReport(context, flags, "Apply", sources, work);
}

async function planAndApply(
  context: CliContext,
  sources: readonly string[],
  flags: ApplyFlags,
  makePlan: MakePlan,
): Promise<ExitCode> {
  const definitions = await readDefinitions(context, sources, flags);
  return withSession(context, settingsOf(context, flags), async (open) => {
    const { session, baseUrl } = open;
    const plan = await makePlan(session, definitions, planOptions(flags));
    const document = writePlan(plan, { baseUrl, places: placesOf(definitions) });
    if (!showPlan(context, document, flags)) return tell(context, flags, document, exitCodes.error);
    if (!hasChanges(document)) return tell(context, flags, document, exitCodes.done);
    if (flags.yes !== true && !(await isConfirmed(context, flags, document))) {
      const again = rerunCommand("--yes", context.args, context.env);
      context.err(`Not confirmed; nothing was written. To go on: ${again}`);
      return tell(context, flags, document, exitCodes.notConfirmed);
    }
    return carryOut(context, flags, open, { plan, document });
  });
}

/** Who is asked has to see the plan, on stderr where stdout is for a program. */
async function isConfirmed(context: CliContext, flags: ApplyFlags, document: PlanDocument): Promise<boolean> {
  if (context.confirm === undefined) return false;
  if (!isTextOutput(flags)) reportLines(planReport(document), context.color.err).forEach(context.err);
  return context.confirm("Do this?");
}

/** A plan that was kept is approved already; where the service is not as it was, it is refused. */
async function applySavedPlan(
  context: CliContext,
  sources: readonly string[],
  flags: ApplyFlags,
  file: string,
): Promise<ExitCode> {
  const choosing = [flags.target, flags.prune, flags.maxDeletes];
  if (sources.length > 0 || choosing.some((flag) => flag !== undefined)) {
    throw ProblemError.of("A plan that was kept is carried out as it is.", {
      remedy: "Leave out sources, --target, --prune and --max-deletes, or leave out --plan.",
    });
  }
  const plan = readSavedPlan(file);
  const document = writePlan(plan, plan);
  return withSession(context, settingsOf(context, flags), async (open) => {
    if (plan.baseUrl !== undefined && plan.baseUrl !== open.baseUrl) {
      throw ProblemError.of(`The plan was made for ${plan.baseUrl}, and DBMON_BASE_URL is ${open.baseUrl}.`, {
        where: { file },
        remedy: "Set DBMON_BASE_URL and DBMON_API_TOKEN as they were when it was made, or plan again.",
      });
    }
    if (!showPlan(context, document, flags)) return tell(context, flags, document, exitCodes.error);
    const stale = await checkPlanHolds(open.session, plan);
    if (stale.length > 0) {
      reportProblems(context, stale);
      context.err("The plan is stale; nothing was written.");
      return tell(context, flags, document, exitCodes.notConfirmed, [], stale);
    }
    return carryOut(context, flags, open, { plan, document, isListFresh: true });
  });
}

function settingsOf(context: CliContext, flags: ApplyFlags) {
  const { parallel = 0 } = flags;
  // Fewer changes at once are no reason to read more slowly.
  const maxConcurrency = Math.max(parallel, clientDefaults.maxConcurrency);
  return { onProgress: createProgressListener(context), ...sessionWindow(flags), maxConcurrency };
}

async function carryOut(
  context: CliContext,
  flags: ApplyFlags,
  { session, beginWriting }: OpenSession,
  { plan, document, isListFresh = false }: Approved,
): Promise<ExitCode> {
  const { signal } = context;
  beginWriting();
  const tellInterrupt = () => {
    context.err("Interrupted: what is under way is finished, and nothing more is begun.");
  };
  signal.addEventListener("abort", tellInterrupt, { once: true });
  const { parallel } = flags;
  const parallelism = parallel === undefined ? {} : { parallelism: parallel };
  const report = await executePlan(session, plan, { signal, isListFresh, ...parallelism });
  signal.removeEventListener("abort", tellInterrupt);
  const problems = flags.wait === true ? await verified(context, session, plan, report) : [];
  reportProblems(context, problems);
  const isDone = report.results.every(({ outcome }) => outcome === "done") && !problems.some(isError);
  return tell(context, flags, document, isDone ? exitCodes.done : exitCodes.error, report.results, problems);
}

/** What was written is told, also where the wait is interrupted or the look fails: but the run has not done all that was asked. */
async function verified(
  { signal }: CliContext,
  session: EnvironmentSession,
  plan: Plan,
  report: Report,
): Promise<Problem[]> {
  try {
    return await verify(session, plan, report, signal);
  } catch (error) {
    const unseen = (what: string): Problem => ({ severity: "error", what, remedy: "dbmon drift tells." });
    if (signal.aborted)
      return [unseen("Interrupted before all had taken effect: whether it has was not looked at.")];
    if (!(error instanceof ProblemError)) throw error;
    return [unseen("Whether what was written has taken effect could not be looked at."), ...error.problems];
  }
}

/** How the run ended, in each form that is asked for. @param results none where nothing was carried out */
function tell(
  context: CliContext,
  flags: ApplyFlags,
  plan: PlanDocument,
  code: ExitCode,
  results: Report["results"] = [],
  problems: readonly Problem[] = [],
): ExitCode {
  const document = writeApply(plan, results, problems);
  const report = applyReport(document, flags.wait === true);
  if (isTextOutput(flags) && results.length > 0) context.out(summaryLine(report, context.color.out));
  return writeResult(context, flags, { document, report }, code);
}
