/** `dbmon check`: validate definitions, and with --online also their references and their live alerts. */
import {
  type CatalogFile,
  checkCatalogReferences as checkWithCatalog,
  namesInCatalogFile,
  readCatalog,
} from "../../../alert-tests";
import {
  type Definitions,
  type DefinitionSources,
  type InvalidAlert,
  misspelledNameProblems,
  valueNamesOf,
} from "../../../definitions";
import {
  compareStrings,
  getOrAdd,
  isError,
  type Problem,
  ProblemError,
  toSafeLine,
} from "../../../diagnostics";
import { type EnvironmentSession, readConfigs } from "../../../engine";
import { findInvalidUrls, findUnmatchedPatterns, unusedValues } from "../../../environments";
import { type CheckFacts, runChecks } from "../../../impact";
import { type RuleExceptions, type RunOrigin } from "../../../plan-document";
import { joinProblems, lookupOf, readFiringFacts, readRenameFacts } from "../../../planning";
import {
  type AlertDefinition,
  applyMute,
  catalogNeeds,
  checkAgainstLive,
  configOf,
  findNewAlerts,
  findRenameCycles,
  resolveReferences,
  withPlaces,
} from "../../../reconcile";
import { mergeProblems, originLines, problemLines, reportNotes, summaryOf } from "../../../reports";
import { isKnownMetric, isSupported } from "../../../service";
import { contextOf, selectTargets } from "../../environments/targets";
import { type CliContext } from "../../framework/context";
import { type ExitCode, exitCodes } from "../../framework/exit-codes";
import {
  type CatalogFlag,
  type EnvironmentFlags,
  type OutputFlags,
  type PeriodFlags,
} from "../../framework/flags";
import { SessionError } from "../../framework/session-error";
import { type Target } from "../../framework/target";
import { readTargetSources, resolveForTarget } from "../../inputs/definitions";
import { includesDefaults } from "../../inputs/ownership";
import { compileOwnRules } from "../../inputs/rules";
import { withSession } from "../../inputs/session";
import { resolvePeriod } from "../../inputs/times";
import { isTextOutput, withFailureReport, writeResult } from "../../terminal/output";
import { writeCheck } from "./document";
import { checkReport } from "./report";

export interface CheckFlags extends OutputFlags, EnvironmentFlags, CatalogFlag, Pick<PeriodFlags, "since"> {
  readonly online?: boolean;
}

const defaultPeriodDays = 90;

export function checkAction(
  context: CliContext,
  sources: readonly string[],
  flags: CheckFlags,
): Promise<ExitCode> {
  return withFailureReport(context, flags, "Check", sources, () => check(context, sources, flags));
}

async function check(context: CliContext, sources: readonly string[], flags: CheckFlags): Promise<ExitCode> {
  if (flags.since !== undefined && flags.online !== true) {
    throw ProblemError.of("usage", "--since has no effect without --online.", { remedy: "Add --online." });
  }
  if (flags.catalog !== undefined && flags.online === true) {
    const what = "--catalog has no effect with --online: the service resolves names and IDs.";
    throw ProblemError.of("usage", what, { remedy: "Remove one of the options." });
  }
  const targets = selectTargets(context, flags, { isOffline: true });
  const { definitions, origin, exceptions } = await checkTargets(context, targets ?? [], sources, flags);
  const { invalidAlerts, problems } = definitions;
  const document = writeCheck(definitions, origin, exceptions);
  const report = checkReport(document, invalidAlerts, targets?.length);
  if (isTextOutput(flags)) {
    problemLines(problems, context.color.out).forEach(context.out);
    [...reportNotes(report).map(toSafeLine), ...originLines(report), summaryOf(report)].forEach(context.err);
  }
  const code = problems.some(isError) ? exitCodes.error : exitCodes.done;
  return writeResult({ ...context, links: targets?.[0]?.config }, flags, { code, document, report });
}

interface CheckResult {
  readonly definitions: Definitions;
  /** Undefined if the check was offline, or used several environments. */
  readonly origin: RunOrigin | undefined;
  readonly exceptions: RuleExceptions;
}

async function checkOne(
  context: CliContext,
  { alerts, invalidAlerts, problems }: Definitions,
  flags: CheckFlags,
  catalog: CatalogFile | undefined,
): Promise<CheckResult> {
  const rules = await compileOwnRules(context);
  const ruled = rules?.checkDefinitions(alerts, Date.now(), namesInCatalogFile(catalog));
  const online = flags.online === true ? await checkOnline(context, alerts, flags) : undefined;
  const references = online?.problems ?? (catalog === undefined ? [] : checkWithCatalog(alerts, catalog));
  const facts = {
    definitions: alerts,
    named: alerts,
    notifying: alerts,
    now: Date.now(),
    ...online?.checkFacts,
  };
  const checked = withPlaces([...findRenameCycles(alerts), ...runChecks(facts)], alerts);
  const found = joinProblems(problems, [...checked, ...(ruled?.problems ?? []), ...references]);
  return {
    definitions: { alerts, invalidAlerts, problems: found },
    origin: online?.origin,
    exceptions: ruled?.exceptions ?? [],
  };
}

async function checkTargets(
  context: CliContext,
  targets: readonly Target[],
  sources: readonly string[],
  flags: CheckFlags,
): Promise<CheckResult> {
  const read = await readTargetSources(context, targets[0], sources);
  const catalogProblems: Problem[] = [];
  const catalog = flags.catalog === undefined ? undefined : readCatalog(flags.catalog, catalogProblems);
  const results = await Promise.all(
    (targets.length === 0 ? [undefined] : targets).map(async (target) => {
      const definitions = context.runBlocking(() => resolveForTarget(target, read));
      const own = target === undefined ? context : contextOf(context, target);
      const environment = targets.length > 1 ? target?.environment?.name : undefined;
      return { environment, ...(await checkOne(own, definitions, flags, catalog)) };
    }),
  );
  const definitions = mergeChecks([
    {
      problems: [
        ...catalogProblems,
        ...(flags.online === true
          ? []
          : findInvalidUrls(targets.flatMap(({ environment }) => environment ?? []))),
        ...sharedProblems(targets, sources, read, results),
        ...read.problems,
      ],
    },
    ...results.map(({ environment, definitions: checked }) => ({ environment, ...checked })),
  ]);
  const exceptions = new Map(
    results.flatMap((result) => result.exceptions.map((exception) => [JSON.stringify(exception), exception])),
  );
  return {
    definitions,
    origin: results.length === 1 ? results[0]?.origin : undefined,
    exceptions: [...exceptions.values()],
  };
}

interface OnlineCheck {
  /** Undefined if the connection settings are invalid. */
  readonly origin: RunOrigin | undefined;
  readonly problems: readonly Problem[];
  readonly checkFacts?: Partial<CheckFacts>;
}

/** Checks references and names, and reads the facts for the checks. Returns a failure of the service as a problem, so that the offline problems are reported too. */
async function checkOnline(
  context: CliContext,
  definitions: readonly AlertDefinition[],
  flags: CheckFlags,
): Promise<OnlineCheck> {
  try {
    return await withSession(context, async ({ session, origin }) => {
      if (definitions.length === 0) return { origin, problems: [] };
      const { problems, ...references } = await checkReferences(session, definitions);
      const period = resolvePeriod(flags, session.serviceNow("period"), defaultPeriodDays);
      const firing = await readFiringFacts(session, definitions, period);
      return { origin, problems, checkFacts: { firing, ...references } };
    });
  } catch (error) {
    if (error instanceof SessionError) return error;
    if (error instanceof ProblemError) return { origin: undefined, problems: error.problems };
    throw error;
  } finally {
    context.setStatus?.("");
  }
}

/** Checks references and the live alerts that have the name of a definition. Reads unmanaged alerts that may be a new one. */
async function checkReferences(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
): Promise<{ readonly problems: readonly Problem[] } & Partial<Pick<CheckFacts, "renames" | "resolved">>> {
  const [catalog, liveAlerts] = await Promise.all([
    session.catalog.read(catalogNeeds(definitions)),
    session.live.alerts(),
  ]);
  const resolution = resolveReferences(definitions, catalog);
  const problems = [...checkAgainstLive(definitions, liveAlerts)];
  if (!resolution.ok) return { problems: [...resolution.problems, ...problems] };
  const now = session.serviceNow(definitions);
  const desired = resolution.desired.map((alert) => applyMute(alert, now));
  const { created, unmanaged } = findNewAlerts(desired, liveAlerts);
  const others = unmanaged.filter(isSupported).filter(({ kind }) => kind === "threshold");
  const hasMetrics = definitions.some(
    ({ condition }) => condition.kind === "threshold" && !isKnownMetric(condition.metric),
  );
  const live = hasMetrics ? await readConfigs(session, others) : [];
  const conditions = live.flatMap(({ config }) => config?.condition ?? []);
  problems.push(...misspelledNameProblems(definitions, conditions));
  const active = desired.flatMap((alert, id) =>
    alert.disabled || alert.ignore !== undefined ? [] : [{ ...alert, id, config: configOf(alert) }],
  );
  return {
    problems,
    renames: await readRenameFacts(session, created, unmanaged),
    resolved: { active, ...lookupOf(catalog) },
  };
}

interface EnvironmentCheck extends Partial<Definitions> {
  /** Undefined for problems that are the same in all environments. */
  readonly environment?: string | undefined;
  readonly problems: readonly Problem[];
}

/** Problems that differ only in their environments are one problem with these environments. */
export function mergeChecks(checks: readonly EnvironmentCheck[]): Definitions {
  const problems = mergeProblems(checks);
  const representative = new Map(
    problems.flatMap(({ merged, of }) => of.map((problem) => [problem, merged])),
  );
  const invalidByKey = new Map<string, { alert: InvalidAlert; problems: Set<Problem> }>();
  for (const alert of checks.flatMap(({ invalidAlerts = [] }) => invalidAlerts)) {
    const known = getOrAdd(invalidByKey, keyOf(alert), () => ({ alert, problems: new Set() }));
    for (const problem of alert.problems) known.problems.add(representative.get(problem) ?? problem);
  }
  const alerts = new Map<string, AlertDefinition>();
  for (const alert of checks.flatMap((check) => check.alerts ?? [])) {
    const key = keyOf(alert);
    if (!invalidByKey.has(key) && !alerts.has(key)) alerts.set(key, alert);
  }
  return {
    alerts: [...alerts.values()],
    invalidAlerts: [...invalidByKey.values()].map(({ alert, problems }) => ({
      ...alert,
      problems: [...problems],
    })),
    problems: problems.map(({ merged }) => merged).sort(compareProblems),
  };
}

/** By file, line and column. Problems without a file come last. */
function compareProblems({ where: a }: Problem, { where: b }: Problem): number {
  return (
    compareStrings(a?.file ?? "\uffff", b?.file ?? "\uffff") ||
    (a?.line ?? 0) - (b?.line ?? 0) ||
    (a?.column ?? 0) - (b?.column ?? 0)
  );
}

/** Identifies a definition. Alerts of a stack without metadata have the same place. */
function keyOf({
  name,
  place: { file, line, column, construct, address },
}: Pick<InvalidAlert, "name" | "place">): string {
  return JSON.stringify([file, line, column, construct, address, line === undefined ? name : undefined]);
}

/** Warnings of the configuration: also values that no definition uses, and patterns that match no alert. */
export function sharedProblems(
  targets: readonly Target[],
  sources: readonly string[],
  read: DefinitionSources,
  results: readonly CheckResult[],
): readonly Problem[] {
  const [first] = targets;
  if (first === undefined) return [];
  const { config } = first;
  const environments = targets.flatMap(({ environment }) => environment ?? []);
  // Definitions that the sources do not name can use a value too.
  const isComplete = includesDefaults(config, sources) && !read.problems.some(isError);
  const namesIn = new Map(
    results.map(({ definitions: { alerts, invalidAlerts } }, index) => [
      targets[index]?.environment?.name,
      [...alerts, ...invalidAlerts].flatMap(({ name }) => name ?? []),
    ]),
  );
  const isWhole = isComplete && (sources.length === 0 || config.definitions !== undefined);
  return [
    ...config.problems,
    ...(isComplete ? unusedValues(config, environments, valueNamesOf(read)) : []),
    ...(isWhole ? findUnmatchedPatterns(config, namesIn) : []),
  ];
}
