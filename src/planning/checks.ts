/** Checks whether alerts can fire in their environment, and reads what this needs. Nothing is read for alerts that need no check. */
import { SeenCategories, alertsWithSameSettings, formatPeriod, needsOfFiring, runChecks, type FiringFacts, type Period, type SeenEvents } from "../impact";
import { readEvents } from "./";
import { ServiceError } from "../client";
import { hintForName, nameMatcher, quote, type Problem } from "../diagnostics";
import { readConfigs, type EnvironmentSession } from "../engine";
import { isWriting, nameOf, type AlertDefinition, type Change, type DesiredAlert, type LiveAlert, type Plan, withPlaces } from "../reconcile";
import { type CompiledRules, type Rule } from "../rules";
import { indexByName, isSupported, type ListedAlert } from "../service";

/**
 * Returns warnings about alerts that can never fire. Reads all hosts if a definition has host types, each query that a metric names, and the
 * events of the period if a definition has categories.
 */
export async function checkFiring(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
  period: Period | undefined,
): Promise<Problem[]> {
  const { types, metrics, categories } = needsOfFiring(definitions);
  const [hosts, queries, events] = await Promise.all([
    types.length === 0 ? undefined : session.catalog.hostsSeenSince(),
    metrics.length === 0 ? undefined : readQueries(session, metrics),
    period === undefined || categories.length === 0 ? undefined : readCategories(session, categories, period),
  ]);
  const firing: FiringFacts = { definitions, hosts, queries: queries?.found, events: events?.found };
  return [...runChecks({ firing }), ...[queries, events].flatMap((reading) => reading?.failure ?? [])];
}

/**
 * Returns a warning for each new alert that has the content of an unmanaged live alert. Reads the configurations of unmanaged alerts whose
 * settings are those of a new alert.
 */
export async function checkForRenames(
  session: EnvironmentSession,
  created: readonly DesiredAlert[],
  unmanaged: readonly ListedAlert[],
  read: readonly LiveAlert[] = [],
): Promise<Problem[]> {
  const candidates = alertsWithSameSettings(created, unmanaged.filter(isSupported));
  const others = [...(await readConfigs(session, candidates)), ...read];
  return runChecks({ created: { desired: created, others } });
}

/**
 * The checks of a plan with --backtest, for the alerts that it creates or changes. The back-test itself reports their categories that were
 * not seen.
 */
export async function checkPlannedAlerts(
  session: EnvironmentSession,
  { changes, unmanaged }: Pick<Plan, "changes" | "unmanaged">,
  definitions: readonly AlertDefinition[],
): Promise<Problem[]> {
  const changed = changedDefinitions(changes, definitions);
  const created = changes.flatMap((change) => (change.action === "create" ? [change.desired] : []));
  const deleted = changes.flatMap((change) => (change.action === "delete" ? [change.live] : []));
  const [firing, renames] = await Promise.all([
    checkFiring(session, changed, undefined),
    checkForRenames(session, created, unmanaged, deleted),
  ]);
  return [...firing, ...withPlaces(renames, definitions)];
}

/** The definitions of the alerts that the changes create or change. */
export function changedDefinitions(
  changes: readonly Change[],
  definitions: readonly AlertDefinition[],
): AlertDefinition[] {
  const byName = indexByName(definitions);
  return changes
    .filter((change) => isWriting(change) && change.action !== "delete")
    .flatMap((change) => byName.get(nameOf(change)) ?? []);
}

/** Returns warnings about new alerts that can be given without a call. */
export function checkCreated(
  { run }: EnvironmentSession,
  { changes }: Pick<Plan, "changes">,
  definitions: readonly AlertDefinition[],
): Problem[] {
  const desired = changes.flatMap((change) => (change.action === "create" ? [change.desired] : []));
  return withPlaces(runChecks({ created: { desired, others: [] }, now: run.clock.now() }), definitions);
}

/** Returns a warning for each pattern that matches none of the names. */
export function unmatchedPatterns(
  option: string,
  patterns: readonly string[],
  names: readonly string[],
): Problem[] {
  if (names.length === 0) return [];
  const unmatched = patterns.filter((pattern) => !names.some(nameMatcher([pattern])));
  return unmatched.map((pattern) => ({
    severity: "warning",
    what: `${option} ${quote(pattern)} matches no live or defined alert.`,
    remedy: hintForName(pattern, names),
  }));
}

/** A problem of a field that the service shows replaces the warnings about that field that need no service. */
export function joinProblems(offline: readonly Problem[], online: readonly Problem[]): readonly Problem[] {
  const keyOf = ({ where }: Problem) =>
    JSON.stringify([where?.file, where?.line, where?.column, where?.construct, where?.address, where?.field]);
  const known = new Set(online.filter(({ where }) => where?.field !== undefined).map(keyOf));
  const isReplaced = (problem: Problem) => problem.severity === "warning" && known.has(keyOf(problem));
  return [...offline.filter((problem) => !isReplaced(problem)), ...online];
}

/** What was read, or why it could not be read. */
interface Reading<T> {
  readonly found?: T;
  readonly failure?: Problem;
}

async function readQueries(
  { client, run }: EnvironmentSession,
  metrics: readonly string[],
): Promise<Reading<FiringFacts["queries"]>> {
  try {
    return { found: await client.readQueriesOfMetrics(metrics, run.signal) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { failure: notChecked("Query IDs were not checked, because the queries", error.problems) };
  }
}

async function readCategories(
  session: EnvironmentSession,
  wanted: readonly string[],
  period: Period,
): Promise<Reading<SeenEvents>> {
  const categories = new SeenCategories(wanted);
  const { completeness } = await readEvents(session, period, (events) => {
    for (const { type } of events) categories.add(type);
  });
  const periodSeconds = period.until - period.from;
  if (completeness.status === "failed") {
    const events = `the events of the last ${formatPeriod(periodSeconds)}`;
    return { failure: notChecked(`Categories were not checked, because ${events}`, completeness.problems) };
  }
  const incomplete = completeness.status === "incomplete" ? completeness.reason : undefined;
  return { found: { categories, periodSeconds, incomplete } };
}

function notChecked(what: string, problems: readonly Problem[]): Problem {
  const reason = problems.map((problem) => problem.what).join(" ");
  return { severity: "warning", what: `${what} cannot be read: ${reason}`, remedy: "Run again." };
}

/** Loads the library of expressions only if there are rules. */
export async function compileRules(
  rules: readonly Rule[],
  environment: string | undefined,
): Promise<CompiledRules | undefined> {
  if (rules.length === 0) return undefined;
  const { CompiledRules } = await import("../rules/index.js");
  return CompiledRules.compile(rules, environment);
}
