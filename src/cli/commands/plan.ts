/** `dbmon plan`: what an apply would do. */
import { type Command } from "commander";
import { isError } from "../../diagnostics";
import { planEnvironment } from "../../engine";
import { type PlanDocument, writePlan } from "../../reconcile";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { placesOf, readDefinitions } from "../definitions";
import { withSession } from "../environment";
import { addHelp } from "../help";
import { keepPlan } from "../kept-plan";
import {
  addOutputFlags,
  isText,
  type OutputFlags,
  present,
  presentingFailure,
  tellProblems,
} from "../output";
import {
  addDeletionFlags,
  addPlanFlags,
  type DeletionFlags,
  deletionOptions,
  onlyTargets,
  type PlanFlags,
  sessionWindow,
  sourceHelp,
} from "../plan-flags";
import { progressTo } from "../progress";
import { reportLines } from "../render/text";
import { hasChanges, planReport } from "../report/plan-report";

interface Flags extends PlanFlags, DeletionFlags, OutputFlags {
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
    .option("--out <file>", "keep the plan in a file, for apply --plan and show");
  addHelp(addOutputFlags(addDeletionFlags(addPlanFlags(command))), {
    examples: [
      "dbmon plan alerts.yaml",
      "dbmon plan cdktf.out --detailed-exitcode",
      "dbmon plan alerts --prune 'team/*' --out plan.json",
      "dbmon plan alerts --report markdown=comment.md",
    ],
  }).action(async (sources: string[], flags: Flags) => {
    const work = () => planCommand(context, sources, flags);
    finish(await presentingFailure(context, flags, "Plan", [...sources, flags.out], work));
  });
}

async function planCommand(context: CliContext, sources: readonly string[], flags: Flags): Promise<ExitCode> {
  const definitions = readDefinitions(context, sources);
  const settings = { onProgress: progressTo(context), ...sessionWindow(flags) };
  return withSession(context, settings, async ({ session, baseUrl }) => {
    const whole = await planEnvironment(session, definitions, deletionOptions(flags));
    const plan = onlyTargets(whole, flags.target, definitions);
    const document = writePlan(plan, { baseUrl, places: placesOf(definitions) });
    const isPossible = showPlan(context, document, flags);
    if (isPossible && flags.out !== undefined) keepPlan(flags.out, document);
    const changes = flags.detailedExitcode === true && hasChanges(document);
    const code = !isPossible ? exitCodes.error : changes ? exitCodes.changes : exitCodes.done;
    return present(context, flags, { document, report: planReport(document) }, code);
  });
}

/** Tells the plan's problems, and prints it where stdout has the text; false where its problems allow no plan. */
export function showPlan(context: CliContext, plan: PlanDocument, flags: OutputFlags): boolean {
  tellProblems(context, plan.problems);
  const isPossible = !plan.problems.some(isError);
  // A plan that deletes too much is shown as well: whoever is to allow it has to see it.
  if (isText(flags) && (isPossible || plan.changes.length > 0)) {
    const stream = isPossible ? "out" : "err";
    reportLines(planReport(plan), context.paint[stream]).forEach(context[stream]);
  }
  return isPossible;
}
