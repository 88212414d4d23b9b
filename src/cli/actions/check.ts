/** `dbmon check`: validate definitions, and with --online also their references and their live alerts. */
import { isError, type Problem, ProblemError } from "../../diagnostics";
import { type AlertDefinition, catalogNeeds, checkAgainstLive, resolveReferences } from "../../reconcile";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { writeCheck } from "../documents/check-document";
import { isTextOutput, withFailureReport, writeResult } from "../output";
import { type OutputFlags } from "../output-flags";
import { loadSources } from "../plans/definitions";
import { problemLines } from "../render/text";
import { checkReport } from "../report/check-report";
import { withReadOnlySession } from "../session";

export interface CheckFlags extends OutputFlags {
  readonly online?: boolean;
}

export function checkAction(
  context: CliContext,
  sources: readonly string[],
  flags: CheckFlags,
): Promise<ExitCode> {
  return withFailureReport(context, flags, "Check", sources, () => check(context, sources, flags));
}

async function check(context: CliContext, sources: readonly string[], flags: CheckFlags): Promise<ExitCode> {
  const { alerts, problems: offline } = await loadSources(context, sources);
  const online = flags.online === true ? await checkOnline(context, alerts) : [];
  const problems = [...offline, ...online];
  const document = writeCheck(alerts, problems);
  const report = checkReport(document);
  if (isTextOutput(flags)) {
    problemLines(problems, context.color.out).forEach(context.out);
    context.err(report.summary);
  }
  const code = problems.some(isError) ? exitCodes.error : exitCodes.done;
  return writeResult(context, flags, { document, report }, code);
}

/** A failure of the service is a problem beside the offline problems. */
async function checkOnline(
  context: CliContext,
  definitions: readonly AlertDefinition[],
): Promise<readonly Problem[]> {
  try {
    return await withReadOnlySession(context, async (session) => {
      if (definitions.length === 0) return [];
      const [catalog, live] = await Promise.all([
        session.catalog.read(catalogNeeds(definitions)),
        session.live.alerts(),
      ]);
      const resolution = resolveReferences(definitions, catalog);
      const unresolved = resolution.ok ? [] : resolution.problems;
      return [...unresolved, ...checkAgainstLive(definitions, live)];
    });
  } catch (error) {
    if (error instanceof ProblemError) return error.problems;
    throw error;
  }
}
