/** What `dbmon check` does: it reads definitions, looks up what they refer to where that is asked for, and tells all that is wrong. */
import { isError, type Problem, ProblemError } from "../../diagnostics";
import { type AlertDefinition, catalogNeeds, checkAgainstLive, resolveReferences } from "../../reconcile";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { readSourcesOf } from "../plans/definitions";
import { writeCheck } from "../documents/check-document";
import { isTextOutput, writeResult, withFailureReport } from "../output";
import { type OutputFlags } from "../output-flags";
import { withReadOnlySession } from "../session";
import { problemLines } from "../render/text";
import { checkReport } from "../report/check-report";

export interface CheckFlags extends OutputFlags {
  readonly online?: boolean;
}

/** @returns the exit code */
export function checkAction(
  context: CliContext,
  sources: readonly string[],
  flags: CheckFlags,
): Promise<ExitCode> {
  return withFailureReport(context, flags, "Check", sources, () => check(context, sources, flags));
}

async function check(context: CliContext, sources: readonly string[], flags: CheckFlags): Promise<ExitCode> {
  const { alerts, problems: offline } = await readSourcesOf(context, sources);
  const online = flags.online === true ? await referenceProblems(context, alerts) : [];
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

/** Of the alerts that could be read. A service that does not answer is one problem beside those that are known already. */
async function referenceProblems(
  context: CliContext,
  alerts: readonly AlertDefinition[],
): Promise<readonly Problem[]> {
  try {
    return await withReadOnlySession(context, async (session) => {
      // Without definitions there is nothing to ask for.
      if (alerts.length === 0) return [];
      const [catalog, live] = await Promise.all([
        session.catalog.read(catalogNeeds(alerts)),
        session.live.alerts(),
      ]);
      const resolution = resolveReferences(alerts, catalog);
      const unresolved = resolution.ok ? [] : resolution.problems;
      return [...unresolved, ...checkAgainstLive(alerts, live)];
    });
  } catch (error) {
    if (error instanceof ProblemError) return error.problems;
    throw error;
  }
}
