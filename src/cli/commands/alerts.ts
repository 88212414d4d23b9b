/** `dbmon plan`, `dbmon apply` and `dbmon destroy`: definitions against the service, without Terraform. */
import { type Command } from "commander";
import { readSources } from "../../definitions";
import { formatProblem, isError, ProblemError, quote } from "../../diagnostics";
import {
  type EnvironmentSession,
  executePlan,
  planEnvironment,
  planEnvironmentRemoval,
  type ProgressEvent,
  type Report,
} from "../../engine";
import { type AlertDefinition, type Plan } from "../../reconcile";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { withSession } from "../environment";
import { planLines, problemLines } from "../render/plan-text";

type Finish = (code: ExitCode) => void;
type MakePlan = (session: EnvironmentSession, definitions: readonly AlertDefinition[]) => Promise<Plan>;

const sourceHelp = "a definitions file or folder, or a cdktf output folder";

export function registerAlertCommands(program: Command, context: CliContext, finish: Finish): void {
  program
    .command("plan")
    .description("show what apply would do; writes nothing")
    .argument("<source...>", sourceHelp)
    .option("--detailed-exitcode", "exit with 2 when there are changes")
    .addHelpText("after", "\nExample:\n  dbmon plan alerts.yaml\n  dbmon plan cdktf.out --detailed-exitcode")
    .action(async (sources: string[], options: { detailedExitcode?: boolean }) => {
      finish(await planCommand(context, sources, options.detailedExitcode ?? false));
    });
  program
    .command("apply")
    .description("make the service's alerts what the definitions say")
    .argument("<source...>", sourceHelp)
    .option("--yes", "apply without asking")
    .addHelpText("after", "\nExample:\n  dbmon apply alerts.yaml\n  dbmon apply cdktf.out --yes")
    .action(async (sources: string[], options: { yes?: boolean }) => {
      finish(await applyCommand(context, sources, options.yes ?? false, "apply", planEnvironment));
    });
  program
    .command("destroy")
    .description("delete the alerts that the definitions name, and no other")
    .argument("<source...>", sourceHelp)
    .option("--yes", "delete without asking")
    .addHelpText("after", "\nExample:\n  dbmon destroy alerts.yaml")
    .action(async (sources: string[], options: { yes?: boolean }) => {
      finish(await applyCommand(context, sources, options.yes ?? false, "destroy", planEnvironmentRemoval));
    });
}

async function planCommand(
  context: CliContext,
  sources: readonly string[],
  detailed: boolean,
): Promise<ExitCode> {
  const definitions = readDefinitions(context, sources);
  return withSession(context, progressTo(context), async ({ session }) => {
    const plan = await planEnvironment(session, definitions);
    if (!show(context, plan)) return exitCodes.error;
    return detailed && hasChanges(plan) ? exitCodes.changes : exitCodes.done;
  });
}

async function applyCommand(
  context: CliContext,
  sources: readonly string[],
  isConfirmed: boolean,
  verb: "apply" | "destroy",
  makePlan: MakePlan,
): Promise<ExitCode> {
  const definitions = readDefinitions(context, sources);
  return withSession(context, progressTo(context), async ({ session, beginWriting }) => {
    const plan = await makePlan(session, definitions);
    if (!show(context, plan)) return exitCodes.error;
    if (!hasChanges(plan)) return exitCodes.done;
    if (!isConfirmed && (await context.ask?.("Do this?")) !== true) {
      context.err(`Not confirmed; nothing was written. To go on: dbmon ${verb} ${sources.join(" ")} --yes`);
      return exitCodes.notConfirmed;
    }
    beginWriting();
    const report = await executePlan(session, plan, { signal: context.signal });
    context.out(reportLine(report));
    return report.results.every(({ outcome }) => outcome === "done") ? exitCodes.done : exitCodes.error;
  });
}

/** @throws ProblemError with every complaint about the sources */
function readDefinitions(context: CliContext, sources: readonly string[]): readonly AlertDefinition[] {
  const { alerts, problems } = readSources(sources);
  if (problems.some(isError)) throw new ProblemError(problems);
  problemLines(problems).forEach(context.err);
  return alerts;
}

/** Prints the plan; false where its problems allow no plan. */
function show(context: CliContext, plan: Plan): boolean {
  problemLines(plan.problems).forEach(context.err);
  if (plan.problems.some(isError)) return false;
  planLines(plan).forEach(context.out);
  return true;
}

function hasChanges(plan: Plan): boolean {
  return plan.changes.some((change) => change.action !== "unchanged");
}

function progressTo(context: CliContext): (event: ProgressEvent) => void {
  return (event) => {
    switch (event.type) {
      case "change-started":
        return;
      case "change-finished": {
        const outcome = event.problems.length === 0 ? "done" : "failed";
        context.err(`[${event.finished}/${event.total}] ${event.action} ${quote(event.name)}: ${outcome}`);
        event.problems.forEach((problem) => {
          context.err(`error: ${formatProblem(problem)}`);
        });
        return;
      }
      case "waiting-for-propagation":
        context.err("All is written; waiting until it has taken effect.");
        return;
      case "looking-for-alert":
        context.err(`${quote(event.name)}: the creation's answer was lost; looking whether the alert exists`);
        return;
    }
  };
}

function reportLine({ results }: Report): string {
  const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length;
  const failed = count("failed") > 0 ? `, ${count("failed")} failed` : "";
  const rest = count("not-begun") > 0 ? `, ${count("not-begun")} not begun` : "";
  const effect = count("done") > 0 ? " They take effect within a minute." : "";
  return `${count("done")} of ${results.length} changes made${failed}${rest}.${effect}`;
}
