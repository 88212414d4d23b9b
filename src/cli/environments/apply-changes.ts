/** Plans the changes of definitions, and applies planned changes: show, confirm, execute, verify, report. */
import { clientDefaults } from "../../client";
import { formatCount, isError, type Problem, ProblemError } from "../../diagnostics";
import { type ChangeResult, executePlan, type ExecutionReport, findStaleChanges, verify } from "../../engine";
import { type DescribedPlan, formatOrigin, type PlanDocument } from "../../plan-document";
import { type ExecutablePlan } from "../../reconcile";
import { executionLines, hasChanges, planReport, type ReportOf } from "../../reports";
import { type CliContext } from "../framework/context";
import { type Prepared, type Result } from "../framework/environment-command";
import { type ExitCode, exitCodes } from "../framework/exit-codes";
import { type ChangeFlags, type RunFlags } from "../framework/flags";
import { validateBacktestFlags } from "../inputs/backtest-options";
import { createPlan } from "../inputs/create-plan";
import { loadValidDefinitions, refuseTerraformPlan } from "../inputs/definitions";
import { type OpenSession, prepareInSession } from "../inputs/session";
import { isTextOutput, reportProblems, showPlan } from "../terminal/output";
import { applyReport, writeApply } from "./apply-result";

export interface ApplyFlags extends ChangeFlags, RunFlags {
  readonly dryRun?: true;
  /** Only for `apply`: file of a saved plan. */
  readonly plan?: string;
}

type Title = "Apply" | "Destroy";

interface ApplyRun {
  readonly context: CliContext;
  readonly flags: ApplyFlags;
  readonly title: Title;
  readonly open: OpenSession;
  readonly document: PlanDocument;
  readonly report: ReportOf<"plan">;
  /** A saved plan is approved already. It is stale if the live alerts have changed since. */
  readonly isSaved: boolean;
}

export async function applyDefinitions(
  context: CliContext,
  sources: readonly string[],
  flags: ApplyFlags,
  title: Title,
): Promise<Prepared> {
  validateBacktestFlags(flags);
  const loaded = await loadValidDefinitions(context, sources, flags);
  refuseTerraformPlan(loaded);
  const isRemoval = title === "Destroy";
  const isConfirmedLater = context.prompt === undefined && flags.yes !== true && flags.dryRun !== true;
  const planFlags = { ...flags, sources, isSaved: isConfirmedLater };
  const definitions = isRemoval ? { ...loaded, problems: [] } : loaded;
  const prepare = async (open: OpenSession) => {
    const { plan, document } = await createPlan(context, open, definitions, planFlags, isRemoval);
    const report = planReport(document, open.session.serviceNow());
    return prepareApply({ context, flags, title, open, document, report, isSaved: false }, plan);
  };
  return prepareInSession(context, prepare, sessionSettings(flags));
}

export function sessionSettings({ window, parallel = 0 }: ApplyFlags) {
  // A low --parallel limits changes only. Reads keep the client's default concurrency.
  return { window, maxConcurrency: Math.max(parallel, clientDefaults.maxConcurrency) };
}

/** The part that new and saved plans share: show, execute, verify, report. A plan without changes needs no approval. */
export async function prepareApply(run: ApplyRun, plan: DescribedPlan): Promise<Prepared> {
  const { context, document, flags, isSaved, open, report, title } = run;
  showPlan(context, plan, report, flags);
  if (plan.status === "refused") return { result: resultOf(run, exitCodes.error) };
  if (flags.dryRun === true) {
    context.err("Dry run. Nothing was written.");
    return { result: resultOf(run, exitCodes.done) };
  }
  const execute = () => (isSaved ? executeIfCurrent(run, plan) : executeAndVerify(run, plan, false));
  if (!hasChanges(document)) return { result: await execute() };
  const count = document.changes.filter(({ action }) => action !== "unchanged").length;
  const where = formatOrigin(open.origin);
  const doubtful = document.problems.filter(({ code }) => code === "probable-rename").length;
  const doubt = doubtful === 0 ? "" : `Create ${formatCount(doubtful, "alert")} that may exist already, and `;
  const [question, purpose] =
    title === "Apply"
      ? [`${doubt}${doubt === "" ? "Apply" : "apply"} ${formatCount(count, "change")} to ${where}?`, "apply"]
      : [`Delete ${formatCount(count, "alert")} from ${where}?`, "delete the alerts"];
  return {
    result: resultOf(run, exitCodes.notConfirmed),
    changes: {
      origin: open.origin,
      report,
      question,
      isReviewed: isSaved,
      plan: document,
      shown: undefined,
      purpose,
      execute,
    },
  };
}

function nowOf({ session }: OpenSession): number {
  return session.run.clock.now();
}

async function executeIfCurrent(run: ApplyRun, plan: ExecutablePlan): Promise<Result> {
  const { context, open } = run;
  const problems = await findStaleChanges(open.session, plan);
  if (problems.length === 0) return executeAndVerify(run, plan, true);
  reportProblems(context, problems);
  context.err("The plan is stale. Nothing was written. See docs/guides/recovery.md.");
  return resultOf(run, exitCodes.notConfirmed, [], problems);
}

/** @param isListFresh whether the session fetched its list of alerts after the approval */
async function executeAndVerify(run: ApplyRun, plan: ExecutablePlan, isListFresh: boolean): Promise<Result> {
  const startedAt = nowOf(run.open);
  const report = await execute(run, plan, isListFresh);
  const problems = run.flags.wait === true ? await verifyChanges(run, plan, report) : [];
  reportProblems(run.context, problems);
  const isDone = report.results.every(({ outcome }) => outcome === "done") && !problems.some(isError);
  const durationMs = nowOf(run.open) - startedAt;
  return resultOf(run, isDone ? exitCodes.done : exitCodes.error, report.results, problems, durationMs);
}

async function execute(
  { context: { signal, err }, flags: { parallel, existing }, open: { session, beginWriting } }: ApplyRun,
  plan: ExecutablePlan,
  isListFresh: boolean,
): Promise<ExecutionReport> {
  const reportInterrupt = () => {
    err("Interrupted. Changes in progress will finish. No further change will start.");
  };
  beginWriting();
  signal.addEventListener("abort", reportInterrupt, { once: true });
  try {
    return await executePlan(session, plan, {
      signal,
      isListFresh,
      ...(parallel === undefined ? {} : { parallelism: parallel }),
      ...(existing === "error" ? { adoptable: "none" } : {}),
    });
  } finally {
    signal.removeEventListener("abort", reportInterrupt);
  }
}

/** An interrupt or a failed read during the wait is a problem of the run. The results are reported in any case. */
async function verifyChanges(
  { context: { signal }, open: { session } }: ApplyRun,
  plan: ExecutablePlan,
  report: ExecutionReport,
): Promise<readonly Problem[]> {
  try {
    return await verify(session, plan, report, signal);
  } catch (error) {
    if (!signal.aborted && !(error instanceof ProblemError)) throw error;
    const reason = error instanceof ProblemError ? error.problems.map(({ what }) => what).join(" ") : "";
    const what = signal.aborted
      ? "Interrupted before the changes were verified."
      : `The changes were written but could not be verified: ${reason}`;
    const remedy = "Run dbmon drift to compare the live alerts with the definitions.";
    return [{ code: signal.aborted ? "interrupted" : "not-in-effect", severity: "error", what, remedy }];
  }
}

/** Prints the outcomes of the changes, and returns the result. `results` is empty if nothing was executed. */
function resultOf(
  run: ApplyRun,
  code: ExitCode,
  results: readonly ChangeResult[] = [],
  problems: readonly Problem[] = [],
  durationMs = 0,
): Result {
  const { context, flags, title } = run;
  const document = writeApply(run.document, results, problems);
  const report = applyReport(run.report, document, title, { durationMs, isSettled: flags.wait === true });
  if (isTextOutput(flags) && results.length > 0)
    ["", ...executionLines(report, { color: context.color.out })].forEach(context.out);
  return { code, document, report };
}
