/** `dbmon check`: validate definitions, and with --online also their references and their live alerts. */
import { type Definitions } from "../../definitions";
import { isError, type Problem, ProblemError } from "../../diagnostics";
import { checkNotifications } from "../../impact";
import {
  type AlertDefinition,
  catalogNeeds,
  checkAgainstLive,
  checkMuteLengths,
  resolveReferences,
} from "../../reconcile";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { writeCheck } from "../documents/check-document";
import { isTextOutput, withFailureReport, writeResult } from "../output";
import { type OutputFlags } from "../output-flags";
import { sharedProblems, selectCheckedTargets } from "../environments/checked-targets";
import { type EnvironmentFlags } from "../environments/flags";
import { contextOf } from "../environments/in-environments";
import { type EnvironmentCheck, mergeChecks } from "../environments/merge-checks";
import { type Target } from "../environments/target";
import { loadSources, readSources, resolveFor } from "../plans/definitions";
import { problemLines, serviceLines } from "../render/text";
import { checkReport } from "../report/check-report";
import { SessionError, withReadOnlySession } from "../session";

export interface CheckFlags extends OutputFlags, EnvironmentFlags {
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
  const targets = selectCheckedTargets(context, flags);
  const { definitions, baseUrl } =
    targets === undefined
      ? await checkOne(context, await loadSources(context, sources), flags)
      : await checkTargets(context, targets, sources, flags);
  const { invalidAlerts, problems } = definitions;
  const document = writeCheck(definitions, baseUrl);
  const report = checkReport(document, invalidAlerts, targets?.length);
  if (isTextOutput(flags)) {
    problemLines(problems, context.color.out).forEach(context.out);
    [...serviceLines(report), report.summary].forEach(context.err);
  }
  const code = problems.some(isError) ? exitCodes.error : exitCodes.done;
  return writeResult(context, flags, { document, report }, code);
}

interface CheckResult {
  readonly definitions: Definitions;
  /** Undefined if the check was offline, or used several services. */
  readonly baseUrl: string | undefined;
}

/** Checks the definitions of one environment, and with --online the environment. */
async function checkOne(
  context: CliContext,
  { alerts, invalidAlerts, problems }: Definitions,
  flags: CheckFlags,
): Promise<CheckResult> {
  const online = flags.online === true ? await checkOnline(context, alerts) : undefined;
  const found = [
    ...problems,
    ...checkNotifications(alerts),
    ...checkMuteLengths(alerts, Date.now()),
    ...(online?.problems ?? []),
  ];
  return { definitions: { alerts, invalidAlerts, problems: found }, baseUrl: online?.baseUrl };
}

/** Checks the definitions of each environment, and reports each problem once. */
async function checkTargets(
  context: CliContext,
  targets: readonly Target[],
  sources: readonly string[],
  flags: CheckFlags,
): Promise<CheckResult> {
  const read = await readSources(context, targets, sources);
  const results = await Promise.all(
    targets.map(async (target) => {
      const definitions = context.runBlocking(() => resolveFor(target, read));
      return { target, result: await checkOne(contextOf(context, target), definitions, flags) };
    }),
  );
  const isOne = targets.length === 1;
  const checks: EnvironmentCheck[] = results.map(({ target: { environment }, result: { definitions } }) => ({
    ...definitions,
    environment: isOne ? undefined : environment?.name,
  }));
  const shared = [...sharedProblems(context, targets, sources, read), ...read.problems];
  const definitions = mergeChecks([
    { environment: undefined, alerts: [], invalidAlerts: [], problems: shared },
    ...checks,
  ]);
  const baseUrls = new Set(results.flatMap(({ result: { baseUrl } }) => baseUrl ?? []));
  return { definitions, baseUrl: baseUrls.size === 1 ? [...baseUrls][0] : undefined };
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
