/** `dbmon apply`: applies definitions or a saved plan. */
import { type Problem, ProblemError } from "../../../diagnostics";
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
import { type CliContext } from "../../framework/context";
import { type EnvironmentCommand, type Prepared } from "../../framework/environment-command";
import { exitCodes } from "../../framework/exit-codes";
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
    const prepare = (context: CliContext) => applyDefinitions(context, sources, flags, title);
    return { title, files: [...sources, metrics], prepare };
  }
  let content: SavedPlanFile | undefined;
  const saved = () => (content ??= readPlanFile(file));
  return {
    title,
    files: [file, ...sources, metrics],
    savedPlan: {
      file,
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
    if (other !== undefined) return refuseForOther(context, plan, other);
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

function refuseForOther(context: CliContext, plan: SavedPlan, problem: Problem): Prepared {
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
    throw ProblemError.of("A saved plan is applied unchanged.", {
      remedy: "Remove the sources, --target, --prune, --max-deletes and --existing, or remove --plan.",
    });
  }
  if ([backtest, since, until, maxFirings, metrics].some(isSet)) {
    throw ProblemError.of("A saved plan is applied unchanged, with the back-test of its file.", {
      remedy: "Remove --backtest and its options, or remove --plan.",
    });
  }
}
