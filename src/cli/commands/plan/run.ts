/** `dbmon plan`: compare definitions with the live alerts, show the plan and save it on request. */
import { commandWords, quoteForShell, quotePathForShell } from "../../../distribution";
import { type PlanDocument } from "../../../plan-document";
import { type Plan } from "../../../reconcile";
import { hasChanges, planReport } from "../../../reports";
import { type CliContext } from "../../framework/context";
import {
  type EnvironmentCommand,
  type EnvironmentResult,
  readCommand,
  type Result,
} from "../../framework/environment-command";
import { type ExitCode, exitCodes } from "../../framework/exit-codes";
import { type ChangeFlags, type OutputFlags } from "../../framework/flags";
import { environmentArguments } from "../../framework/target";
import { validateBacktestFlags } from "../../inputs/backtest-options";
import { createPlan } from "../../inputs/create-plan";
import { loadValidDefinitions, refuseTerraformPlan } from "../../inputs/definitions";
import { savePlan } from "../../inputs/saved-plan";
import { type OpenSession, withSession } from "../../inputs/session";
import { refuseToReplace, showPlan } from "../../terminal/output";

export interface PlanCommandFlags extends ChangeFlags, OutputFlags {
  readonly detailedExitcode?: true;
  readonly explain?: true;
  readonly out?: string;
}

export function planCommand(sources: readonly string[], flags: PlanCommandFlags): EnvironmentCommand {
  return {
    ...readCommand((context) => planDefinitions(context, sources, flags), {
      title: "Plan",
      files: [...sources, flags.out, flags.metrics],
    }),
    complete: (context, results) => {
      if (flags.out !== undefined) saveAll(context, flags.out, flags, results);
    },
  };
}

async function planDefinitions(
  context: CliContext,
  sources: readonly string[],
  flags: PlanCommandFlags,
): Promise<Result> {
  validateBacktestFlags(flags);
  const definitions = await loadValidDefinitions(context, sources, flags);
  if (flags.out !== undefined) {
    refuseTerraformPlan(definitions);
    refuseToReplace(flags.out);
  }
  const work = async (open: OpenSession) => {
    const { plan, document } = await createPlan(context, open, definitions, {
      ...flags,
      sources,
      isSaved: flags.out !== undefined,
    });
    const report = planReport(document, open.session.serviceNow(), flags.explain);
    showPlan(context, plan, report, flags);
    return { code: exitCodeFor(plan, document, flags), document, report };
  };
  return withSession(context, work, { window: flags.window });
}

/** Saves the plans, or none of them if an environment has errors. */
function saveAll(
  context: CliContext,
  file: string,
  { json }: PlanCommandFlags,
  results: readonly EnvironmentResult[],
): void {
  const isFailed = ({ result }: EnvironmentResult) => (result?.code ?? exitCodes.error) === exitCodes.error;
  const [first] = results;
  if (first === undefined || results.every(isFailed)) return;
  const failed = results.filter(isFailed);
  if (failed.length > 0) {
    const names = failed.map(({ environment }) => environment).join(", ");
    context.err(`The plan was not saved, because these environments have errors: ${names}.`);
    return;
  }
  const isSingle = first.environment === "";
  savePlan(context, file, results);
  if (json === true) return;
  if (isSingle) confirmSave(context, file);
  else context.err(`Saved the plans of ${results.length} environments to ${file}.`);
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
