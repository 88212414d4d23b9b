/** `dbmon plan`: what an apply would do. */
import { writeFileSync } from "node:fs";
import { type Command } from "commander";
import { isError, ProblemError } from "../../diagnostics";
import { planEnvironment } from "../../engine";
import { type Plan, type PlanDocument, writePlan } from "../../reconcile";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { readDefinitions } from "../definitions";
import { withSession } from "../environment";
import { nameMatcher } from "../glob";
import { printJson, withJson } from "../json-output";
import {
  addDeletionFlags,
  addPlanFlags,
  type DeletionFlags,
  onlyTargets,
  type PlanFlags,
  sourceHelp,
} from "../plan-flags";
import { planLines, problemLines } from "../render/plan-text";

interface Flags extends PlanFlags, DeletionFlags {
  readonly detailedExitcode?: true;
  readonly out?: string;
}

export function registerPlanCommand(
  program: Command,
  context: CliContext,
  finish: (code: ExitCode) => void,
): void {
  const command = program
    .command("plan")
    .description("show what apply would do; writes nothing")
    .argument("[source...]", sourceHelp)
    .option("--detailed-exitcode", "exit with 2 when there are changes")
    .option("--out <file>", "keep the plan in a file, for apply --plan");
  addDeletionFlags(addPlanFlags(command))
    .addHelpText(
      "after",
      "\nExamples:\n  dbmon plan alerts.yaml\n  dbmon plan cdktf.out --detailed-exitcode\n" +
        "  dbmon plan alerts --prune 'team/*' --out plan.json",
    )
    .action(async (sources: string[], flags: Flags) => {
      finish(await withJson(context, flags.json === true, () => planCommand(context, sources, flags)));
    });
}

async function planCommand(context: CliContext, sources: readonly string[], flags: Flags): Promise<ExitCode> {
  const definitions = readDefinitions(context, sources);
  const { window, prune = [], maxDeletes } = flags;
  return withSession(
    context,
    { propagationWindow: window && window * 1000 },
    async ({ session, baseUrl }) => {
      const options = { prune: nameMatcher(prune), deletionLimit: maxDeletes };
      const whole = await planEnvironment(session, definitions, options);
      const plan = onlyTargets(whole, flags.target, definitions);
      const document = writePlan(plan, baseUrl);
      if (flags.json === true) printJson(context, document);
      if (!showPlan(context, plan, flags.json === true)) return exitCodes.error;
      if (flags.out !== undefined) keep(flags.out, document);
      return flags.detailedExitcode === true && hasChanges(plan) ? exitCodes.changes : exitCodes.done;
    },
  );
}

/** Prints the plan; false where its problems allow no plan. @param isQuiet stdout is somebody else's */
export function showPlan(context: CliContext, plan: Plan, isQuiet: boolean): boolean {
  problemLines(plan.problems).forEach(context.err);
  const isPossible = !plan.problems.some(isError);
  // A plan that deletes too much is shown as well: whoever is to allow it has to see it.
  if (!isQuiet && (isPossible || plan.changes.length > 0))
    planLines(plan).forEach(isPossible ? context.out : context.err);
  return isPossible;
}

export function hasChanges(plan: Plan): boolean {
  return plan.changes.some((change) => change.action !== "unchanged");
}

function keep(file: string, document: PlanDocument): void {
  try {
    writeFileSync(file, `${JSON.stringify(document, undefined, 2)}\n`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw ProblemError.of(`The plan cannot be kept: ${reason}.`, {
      where: { file },
      remedy: "Name a file in a folder that you may write to.",
    });
  }
}
