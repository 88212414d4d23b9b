/** `dbmon apply`: applies definitions or a saved plan. */
import { errorOf, type Problem, ProblemError } from "../../../diagnostics";
import { readOrigin } from "../../../plan-document";
import { describePlan, fetchObjects, withCurrentRules } from "../../../planning";
import { planReport, type Report } from "../../../reports";
import {
  applyDefinitions,
  type ApplyFlags,
  prepareApply,
  sessionSettings,
} from "../../environments/apply-changes";
import { writeApply } from "../../environments/apply-result";
import { refuseUsedRecord } from "../../environments/confirmation";
import { type CliContext } from "../../framework/context";
import { type EnvironmentCommand, type Prepared } from "../../framework/environment-command";
import { exitCodes } from "../../framework/exit-codes";
import { describeDefinitions, loadUnvalidated } from "../../inputs/definitions";
import { compileOwnRules } from "../../inputs/rules";
import {
  findOtherEnvironment,
  parseSavedPlan,
  readPlanFile,
  reportPlanned,
  type SavedPlan,
  type SavedPlanFile,
} from "../../inputs/saved-plan";
import { type OpenSession, prepareInSession } from "../../inputs/session";
import { isTextOutput, reportProblems } from "../../terminal/output";

export function applyCommand(sources: readonly string[], flags: ApplyFlags): EnvironmentCommand {
  const { plan: file, metrics } = flags;
  const title = "Apply";
  if (file === undefined) {
    if (flags.digest !== undefined)
      throw ProblemError.of("usage", "--digest needs --plan.", { remedy: "Add the plan that it confirms." });
    const prepare = (context: CliContext) => applyDefinitions(context, sources, flags, title);
    return { title, files: [...sources, metrics], prepare };
  }
  let content: SavedPlanFile | undefined;
  const saved = () => {
    if (content === undefined) refuseUsedRecord(flags.digest, file);
    return (content ??= readPlanFile(file));
  };
  return {
    title,
    files: [file, ...sources, metrics],
    savedPlan: {
      file,
      text: () => saved().text,
      environments: () => {
        const { environments } = saved();
        return environments && Object.keys(environments);
      },
    },
    prepare: (context) => applySavedPlan(context, sources, flags, file, saved()),
  };
}

async function applySavedPlan(
  context: CliContext,
  sources: readonly string[],
  flags: ApplyFlags,
  file: string,
  { plan: content, environments }: SavedPlanFile,
): Promise<Prepared> {
  rejectSelection(sources, flags);
  const plan = parseSavedPlan(environments?.[context.target?.environment?.name ?? ""] ?? content, file);
  const prepare = async (open: OpenSession) => {
    const other = await findOtherEnvironment(open, plan, file);
    if (other !== undefined) return refuse(context, plan, other);
    const changed =
      flags.digest === undefined ? undefined : await findChangedDefinitions(context, plan, file);
    if (changed !== undefined) return refuse(context, plan, changed);
    const rules = await compileOwnRules(context);
    const objects = await fetchObjects(open.session, plan, rules?.kinds);
    const checked = withCurrentRules({ ...plan, ...objects }, rules);
    const document = describePlan(checked, plan);
    if (isTextOutput(flags)) reportPlanned(context, [document]);
    const report = planReport(document, open.session.serviceNow());
    return prepareApply({ context, flags, title: "Apply", open, document, report, isSaved: true }, checked);
  };
  return prepareInSession(context, prepare, sessionSettings(flags));
}

/** A digest confirms what the definitions were. */
async function findChangedDefinitions(
  context: CliContext,
  { definitions }: SavedPlan,
  file: string,
): Promise<Problem | undefined> {
  if (definitions === undefined) return undefined;
  const { alerts } = await loadUnvalidated(context, definitions.sources);
  if (describeDefinitions(context, definitions.sources, alerts)?.hash === definitions.hash) return undefined;
  const what = "The definitions changed after the plan was made.";
  return errorOf("plan-stale", what, { where: { file }, remedy: "Plan again, and review the plan." });
}

function refuse(context: CliContext, plan: SavedPlan, problem: Problem): Prepared {
  const problems = [problem];
  reportProblems(context, problems);
  context.err("Nothing was written.");
  const document = writeApply(describePlan(plan, plan), [], problems);
  const report: Report = { kind: "failure", title: "Apply", ...readOrigin(document), findings: [], problems };
  return { result: { code: exitCodes.notConfirmed, document, report } };
}

function rejectSelection(
  sources: readonly string[],
  { target, prune, maxDeletes, existing, backtest, since, until, maxFirings, metrics }: ApplyFlags,
): void {
  const isSet = (flag: unknown) => flag !== undefined;
  if (sources.length > 0 || [target, prune, maxDeletes, existing].some(isSet)) {
    throw ProblemError.of("usage", "A saved plan is applied unchanged.", {
      remedy: "Remove the sources, --target, --prune, --max-deletes and --existing, or remove --plan.",
    });
  }
  if ([backtest, since, until, maxFirings, metrics].some(isSet)) {
    throw ProblemError.of("usage", "A saved plan is applied unchanged, with the back-test of its file.", {
      remedy: "Remove --backtest and its options, or remove --plan.",
    });
  }
}
