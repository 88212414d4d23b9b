/** `dbmon check`: all that is wrong with definitions, before anybody plans with them. Writes nothing. */
import { type Command } from "commander";
import { readSources } from "../../definitions";
import { isError, type Problem, ProblemError } from "../../diagnostics";
import { type AlertDefinition, catalogueNeeds, checkAgainstLive, resolveReferences } from "../../reconcile";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { writeCheck } from "../documents/check-document";
import { addHelp } from "../help";
import { addOutputFlags, isText, type OutputFlags, present, presentingFailure } from "../output";
import { sourceHelp } from "../plan-flags";
import { readingWith } from "../reading";
import { problemLines } from "../render/text";
import { checkReport } from "../report/check-report";

interface Flags extends OutputFlags {
  readonly online?: boolean;
}

export function registerCheckCommand(
  program: Command,
  context: CliContext,
  finish: (code: ExitCode) => void,
): void {
  const command = program
    .command("check")
    .description("tell all that is wrong with definitions; needs no service and writes nothing")
    .argument("[source...]", sourceHelp)
    .option("--online", "look ids and names up in the service as well");
  addHelp(addOutputFlags(command), {
    examples: [
      "dbmon check alerts.yaml",
      "dbmon check team/ --online --json",
      "dbmon check alerts --format github",
      "dbmon check alerts --report junit=check.xml",
    ],
  }).action(async (sources: string[], flags: Flags) => {
    const work = () => checkCommand(context, sources, flags);
    finish(await presentingFailure(context, flags, "Check", sources, work));
  });
}

async function checkCommand(
  context: CliContext,
  sources: readonly string[],
  flags: Flags,
): Promise<ExitCode> {
  const { alerts, problems: offline } = readSources(sources.length === 0 ? ["."] : sources);
  const online = flags.online === true ? await referenceProblems(context, alerts) : [];
  const problems = [...offline, ...online];
  const document = writeCheck(alerts, problems);
  const report = checkReport(document);
  if (isText(flags)) {
    problemLines(problems, context.paint.out).forEach(context.out);
    context.err(report.summary);
  }
  const code = problems.some(isError) ? exitCodes.error : exitCodes.done;
  return present(context, flags, { document, report }, code);
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
