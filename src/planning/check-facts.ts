/** Reads the facts that decide whether alerts can fire, and whether they were renamed. Nothing is read for alerts that need no check. */
import { ServiceError } from "../client";
import { hintForName, nameMatcher, type Problem, quote, warningOf } from "../diagnostics";
import { type EnvironmentSession, readConfigs } from "../engine";
import {
  alertsWithSameSettings,
  type CheckFacts,
  formatPeriod,
  needsOfFiring,
  type Period,
  SeenCategories,
} from "../impact";
import {
  type AlertDefinition,
  type Change,
  type DesiredAlert,
  isWriting,
  type LiveAlert,
  nameOf,
} from "../reconcile";
import { indexByName, isSupported, type ListedAlert, type TextMap } from "../service";
import { readEvents } from "./read-events";

/**
 * Reads all hosts if a definition has host types, each query that a metric names, and the events of the period if a definition has
 * categories.
 */
export async function readFiringFacts(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
  period: Period | undefined,
): Promise<CheckFacts["firing"]> {
  const { types, metrics, categories } = needsOfFiring(definitions);
  const [hosts, queries, events] = await Promise.all([
    types.length === 0 ? undefined : session.catalog.hostsSeenSince(),
    metrics.length === 0 ? undefined : readQueries(session, metrics),
    period === undefined || categories.length === 0 ? undefined : readCategories(session, categories, period),
  ]);
  const failures = [queries, events].flatMap((reading) => reading?.failures ?? []);
  return { definitions, hosts, ...queries, ...events, failures };
}

/** Reads the configurations of unmanaged alerts whose settings are those of a new alert. */
export async function readRenameFacts(
  session: EnvironmentSession,
  created: readonly DesiredAlert[],
  unmanaged: readonly ListedAlert[],
  {
    read = [],
    ids,
  }: { readonly read?: readonly LiveAlert[]; readonly ids?: TextMap<number> | undefined } = {},
): Promise<CheckFacts["renames"]> {
  const candidates = alertsWithSameSettings(created, unmanaged.filter(isSupported), ids);
  return { created, others: [...(await readConfigs(session, candidates)), ...read], ids };
}

/** For the alerts that a plan creates or changes. Its back-tests report their categories that were not seen. */
export async function readChangeFacts(
  session: EnvironmentSession,
  changes: readonly Change[],
  definitions: readonly AlertDefinition[],
): Promise<Pick<CheckFacts, "notifying" | "firing">> {
  const byName = indexByName(definitions);
  const changed = changes
    .filter((change) => isWriting(change) && change.action !== "delete")
    .flatMap((change) => byName.get(nameOf(change)) ?? []);
  return { notifying: changed, firing: await readFiringFacts(session, changed, undefined) };
}

export function createdAlerts(changes: readonly Change[]): DesiredAlert[] {
  return changes.flatMap((change) => (change.action === "create" ? [change.desired] : []));
}

/** Returns a warning for each pattern that matches none of the names. */
export function unmatchedPatterns(
  option: string,
  patterns: readonly string[],
  names: readonly string[],
): Problem[] {
  if (names.length === 0) return [];
  const unmatched = patterns.filter((pattern) => !names.some(nameMatcher([pattern])));
  return unmatched.map((pattern) =>
    warningOf("pattern-unmatched", `${option} ${quote(pattern)} matches no live or defined alert.`, {
      remedy: hintForName(pattern, names),
    }),
  );
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
type Reading = Pick<CheckFacts["firing"], "queries" | "events" | "failures">;

async function readQueries(
  { client, run }: EnvironmentSession,
  metrics: readonly string[],
): Promise<Reading> {
  try {
    return { queries: await client.readQueriesOfMetrics(metrics, run.signal) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return notChecked("Query IDs were not checked, because the queries", error.problems);
  }
}

async function readCategories(
  session: EnvironmentSession,
  wanted: readonly string[],
  period: Period,
): Promise<Reading> {
  const categories = new SeenCategories(wanted);
  const { completeness } = await readEvents(session, period, (events) => {
    for (const { type } of events) categories.add(type);
  });
  const periodSeconds = period.until - period.from;
  if (completeness.status === "failed") {
    const events = `the events of the last ${formatPeriod(periodSeconds)}`;
    return notChecked(`Categories were not checked, because ${events}`, completeness.problems);
  }
  const incomplete = completeness.status === "incomplete" ? completeness.reason : undefined;
  return { events: { categories, periodSeconds, incomplete } };
}

function notChecked(subject: string, problems: readonly Problem[]): Reading {
  const what = `${subject} cannot be read: ${problems.map((problem) => problem.what).join(" ")}`;
  return { failures: [warningOf("facts-incomplete", what, { remedy: "Run again." })] };
}
