/** `dbmon apply` and `dbmon destroy`: a plan, confirmed and carried out; or one that was kept. */
import { readFileSync } from "node:fs";
import { type Command } from "commander";
import { isError, type Problem, ProblemError } from "../../diagnostics";
import {
  checkPlanHolds,
  type EnvironmentSession,
  executePlan,
  planEnvironment,
  planEnvironmentRemoval,
  type Report,
  verify,
} from "../../engine";
import { type AlertDefinition, type Plan, readPlan, writePlan } from "../../reconcile";
import { countingNumber } from "../arguments";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { readDefinitions } from "../definitions";
import { type OpenSession, withSession } from "../environment";
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
import { progressTo } from "../progress";
import { problemLines } from "../render/plan-text";
import { hasChanges, showPlan } from "./plan";

interface Flags extends PlanFlags, DeletionFlags {
  readonly yes?: true;
  /** Of `apply` alone. */
  readonly plan?: string;
  readonly wait?: boolean;
  readonly parallel?: number;
}

type MakePlan = (
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
  flags: Flags,
) => Promise<Plan>;

const planToApply: MakePlan = (session, definitions, { prune = [], maxDeletes }) =>
  planEnvironment(session, definitions, { prune: nameMatcher(prune), deletionLimit: maxDeletes });

export function registerApplyCommands(
  program: Command,
  context: CliContext,
  finish: (code: ExitCode) => void,
): void {
  const apply = program
    .command("apply")
    .description("make the service's alerts what the definitions say")
    .option("--plan <file>", "carry out a plan that plan --out has kept, in place of sources");
  addDeletionFlags(common(apply.argument("[source...]", sourceHelp), "apply without asking"))
    .addHelpText(
      "after",
      "\nExamples:\n  dbmon apply alerts.yaml\n  dbmon apply cdktf.out --yes --wait\n  dbmon apply --plan plan.json",
    )
    .action(run("apply", planToApply));
  common(
    program
      .command("destroy")
      .description("delete the alerts that the definitions name, and no other")
      .argument("<source...>", "definitions files or folders, or cdktf output folders"),
    "delete without asking",
  )
    .addHelpText("after", "\nExample:\n  dbmon destroy alerts.yaml")
    .action(run("destroy", planEnvironmentRemoval));

  function common(command: Command, yes: string): Command {
    return addPlanFlags(command)
      .option("--yes", yes)
      .option("--wait", "wait until all has taken effect, and look whether it has")
      .option("--no-wait", "end when all is written (default)")
      .option("--parallel <n>", "changes under way at once (default: 8)", countingNumber);
  }

  function run(verb: string, makePlan: MakePlan) {
    return async (sources: string[], flags: Flags) => {
      const work = () =>
        flags.plan === undefined
          ? planAndApply(context, sources, flags, verb, makePlan)
          : applyKept(context, sources, flags, flags.plan);
      finish(await withJson(context, flags.json === true, work));
    };
  }
}

async function planAndApply(
  context: CliContext,
  sources: readonly string[],
  flags: Flags,
  verb: string,
  makePlan: MakePlan,
): Promise<ExitCode> {
  const definitions = readDefinitions(context, sources);
  return withSession(context, settingsOf(context, flags), async (open) => {
    const plan = onlyTargets(await makePlan(open.session, definitions, flags), flags.target, definitions);
    if (!showPlan(context, plan, flags.json === true)) {
      tell(context, flags, open, plan, []);
      return exitCodes.error;
    }
    if (!hasChanges(plan)) {
      tell(context, flags, open, plan, []);
      return exitCodes.done;
    }
    if (flags.yes !== true && (await context.ask?.("Do this?")) !== true) {
      tell(context, flags, open, plan, []);
      const again = ["dbmon", verb, ...sources, "--yes"].join(" ");
      context.err(`Not confirmed; nothing was written. To go on: ${again}`);
      return exitCodes.notConfirmed;
    }
    return carryOut(context, flags, open, plan);
  });
}

/** A plan that was kept is approved already; where the service is not as it was, it is refused. */
async function applyKept(
  context: CliContext,
  sources: readonly string[],
  flags: Flags,
  file: string,
): Promise<ExitCode> {
  if (sources.length > 0 || flags.target !== undefined || flags.prune !== undefined) {
    throw ProblemError.of("A plan that was kept is carried out as it is.", {
      remedy: "Leave out sources, --target and --prune, or leave out --plan.",
    });
  }
  const plan = readKept(file);
  return withSession(context, settingsOf(context, flags), async (open) => {
    if (plan.baseUrl !== undefined && plan.baseUrl !== open.baseUrl) {
      throw ProblemError.of(`The plan was made for ${plan.baseUrl}, and DBMON_BASE_URL is ${open.baseUrl}.`, {
        where: { file },
        remedy: "Set DBMON_BASE_URL and DBMON_API_TOKEN as they were when it was made, or plan again.",
      });
    }
    if (!showPlan(context, plan, flags.json === true)) {
      tell(context, flags, open, plan, []);
      return exitCodes.error;
    }
    const stale = await checkPlanHolds(open.session, plan);
    if (stale.length > 0) {
      problemLines(stale).forEach(context.err);
      tell(context, flags, open, plan, [], stale);
      context.err("The plan is stale; nothing was written.");
      return exitCodes.notConfirmed;
    }
    return carryOut(context, flags, open, plan, true);
  });
}

function settingsOf(context: CliContext, { window }: Flags) {
  return { onProgress: progressTo(context), propagationWindow: window && window * 1000 };
}

function readKept(file: string): ReturnType<typeof readPlan> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw ProblemError.of(`The plan cannot be read: ${reason}.`, {
      where: { file },
      remedy: "Name a file that dbmon plan --out has written.",
    });
  }
  try {
    return readPlan(parsed(text));
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw new ProblemError(error.problems.map((problem) => ({ ...problem, where: { file } })));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function carryOut(
  context: CliContext,
  flags: Flags,
  open: OpenSession,
  plan: Plan,
  isListFresh = false,
): Promise<ExitCode> {
  const { signal } = context;
  open.beginWriting();
  const { parallel } = flags;
  const parallelism = parallel === undefined ? {} : { parallelism: parallel };
  const report = await executePlan(open.session, plan, { signal, isListFresh, ...parallelism });
  const problems = flags.wait === true ? await verified(context, open.session, plan, report) : [];
  problemLines(problems).forEach(context.err);
  tell(context, flags, open, plan, report.results, problems);
  if (flags.json !== true) context.out(reportLine(report, flags.wait === true));
  const isDone = report.results.every(({ outcome }) => outcome === "done") && !problems.some(isError);
  return isDone ? exitCodes.done : exitCodes.error;
}

/** What was written stays written where the wait is interrupted. */
async function verified(
  { signal }: CliContext,
  session: EnvironmentSession,
  plan: Plan,
  report: Report,
): Promise<Problem[]> {
  try {
    return await verify(session, plan, report, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    const what = "Interrupted before all had taken effect: whether it has was not looked at.";
    return [{ severity: "warning", what, remedy: "dbmon drift tells." }];
  }
}

function tell(
  context: CliContext,
  { json }: Flags,
  { baseUrl }: OpenSession,
  plan: Plan,
  results: Report["results"],
  problems: readonly Problem[] = [],
): void {
  if (json !== true) return;
  printJson(context, { plan: writePlan(plan, baseUrl), results, problems });
}

function reportLine({ results }: Report, hasWaited: boolean): string {
  const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length;
  const failed = count("failed") > 0 ? `, ${count("failed")} failed` : "";
  const rest = count("not-begun") > 0 ? `, ${count("not-begun")} not begun` : "";
  const effect = count("done") > 0 && !hasWaited ? " They take effect within a minute." : "";
  return `${count("done")} of ${results.length} changes made${failed}${rest}.${effect}`;
}
