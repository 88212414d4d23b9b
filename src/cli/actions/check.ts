/** `dbmon check`: validate definitions, and with --online also their references and their live alerts. */
import { isError, type Problem, ProblemError } from "../../diagnostics";
import {
  type AlertDefinition,
  catalogNeeds,
  checkAgainstLive,
  checkNotifications,
  resolveReferences,
} from "../../reconcile";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { writeCheck } from "../documents/check-document";
import { isTextOutput, withFailureReport, writeResult } from "../output";
import { type OutputFlags } from "../output-flags";
import { loadSources } from "../plans/definitions";
import { problemLines, serviceLines } from "../render/text";
import { checkReport } from "../report/check-report";
import { SessionError, withReadOnlySession } from "../session";

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
  const { alerts, invalidAlerts, problems: offline } = await loadSources(context, sources);
  const online = flags.online === true ? await checkOnline(context, alerts) : undefined;
  const problems = [...offline, ...checkNotifications(alerts), ...(online?.problems ?? [])];
  const document = writeCheck({ alerts, invalidAlerts, problems }, online?.baseUrl);
  const report = checkReport(document, invalidAlerts);
  if (isTextOutput(flags)) {
    problemLines(problems, context.color.out).forEach(context.out);
    [...serviceLines(report), report.summary].forEach(context.err);
  }
  const code = problems.some(isError) ? exitCodes.error : exitCodes.done;
  return writeResult(context, flags, { document, report }, code);
}

interface OnlineCheck {
  /** Undefined if the connection settings are invalid. */
  readonly baseUrl: string | undefined;
  readonly problems: readonly Problem[];
}

/** A failure of the service is a problem beside the offline problems. */
async function checkOnline(
  context: CliContext,
  definitions: readonly AlertDefinition[],
): Promise<OnlineCheck> {
  try {
    return await withReadOnlySession(context, async ({ session, baseUrl }) => {
      if (definitions.length === 0) return { baseUrl, problems: [] };
      const [catalog, live] = await Promise.all([
        session.catalog.read(catalogNeeds(definitions)),
        session.live.alerts(),
      ]);
      const resolution = resolveReferences(definitions, catalog);
      const unresolved = resolution.ok ? [] : resolution.problems;
      return { baseUrl, problems: [...unresolved, ...checkAgainstLive(definitions, live)] };
    });
  } catch (error) {
    if (error instanceof SessionError) return error;
    if (error instanceof ProblemError) return { baseUrl: undefined, problems: error.problems };
    throw error;
  }
}
