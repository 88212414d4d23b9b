/** `dbmon check`: all that is wrong with definitions, before anybody plans with them. Writes nothing. */
import { type Command } from "commander";
import { readSources } from "../../definitions";
import { isError, type Problem, ProblemError } from "../../diagnostics";
import { type AlertDefinition, catalogueNeeds, checkAgainstLive, resolveReferences } from "../../reconcile";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { jsonText } from "../lists/json-text";
import { readingWith } from "../reading";
import { problemLines } from "../render/plan-text";

interface Flags {
  readonly online?: boolean;
  readonly json?: boolean;
}

export function registerCheckCommand(
  program: Command,
  context: CliContext,
  finish: (code: ExitCode) => void,
): void {
  program
    .command("check")
    .description("tell all that is wrong with definitions; needs no service and writes nothing")
    .argument("<source...>", "a definitions file or folder, or a cdktf output folder")
    .option("--online", "look ids and names up in the service as well")
    .option("--json", "print the problems as JSON")
    .addHelpText("after", "\nExample:\n  dbmon check alerts.yaml\n  dbmon check team/ --online --json")
    .action(async (sources: string[], flags: Flags) => {
      finish(await checkCommand(context, sources, flags));
    });
}

async function checkCommand(
  context: CliContext,
  sources: readonly string[],
  { online, json }: Flags,
): Promise<ExitCode> {
  const { alerts, problems: offline } = readSources(sources);
  const problems = [...offline, ...(online === true ? await referenceProblems(context, alerts) : [])];
  if (json === true) context.out(jsonText({ problems }));
  else {
    problemLines(problems).forEach(context.out);
    context.err(summary(alerts.length, problems));
  }
  return problems.some(isError) ? exitCodes.error : exitCodes.done;
}

/** Of the alerts that could be read. A service that does not answer is one problem beside those that are known already. */
async function referenceProblems(
  context: CliContext,
  alerts: readonly AlertDefinition[],
): Promise<readonly Problem[]> {
  try {
    return await readingWith(context, async (session) => {
      // Without definitions there is nothing to ask for.
      if (alerts.length === 0) return [];
      const [catalogue, live] = await Promise.all([
        session.catalogue.read(catalogueNeeds(alerts)),
        session.alerts(),
      ]);
      return [...resolveReferences(alerts, catalogue).problems, ...checkAgainstLive(alerts, live)];
    });
  } catch (error) {
    if (error instanceof ProblemError) return error.problems;
    throw error;
  }
}

function summary(alerts: number, problems: readonly Problem[]): string {
  const errors = problems.filter(isError).length;
  const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
  return `${counted(alerts, "alert")} read: ${counted(errors, "error")}, ${counted(problems.length - errors, "warning")}.`;
}
