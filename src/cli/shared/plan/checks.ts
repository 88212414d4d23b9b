/** Checks whether alerts can fire in their environment, and reads what this needs. Nothing is read for alerts that need no check. */
import { type EventReading, type Period, readEvents, ServiceError } from "../../../client";
import { type Problem } from "../../../diagnostics";
import { type EnvironmentSession, readConfigs } from "../../../engine";
import {
  alertsWithSameSettings,
  type FiringFacts,
  formatPeriod,
  needsOfFiring,
  runChecks,
  SeenCategories,
  type SeenEvents,
} from "../../../impact";
import {
  type AlertDefinition,
  type Change,
  type DesiredAlert,
  isWriting,
  type LiveAlert,
  nameOf,
  type Plan,
  withPlaces,
} from "../../../reconcile";
import { indexByName, isSupported, type ListedAlert } from "../../../service";

/**
 * Returns warnings about alerts that can never fire. Reads all hosts if a definition has host types, each query that a metric names,
 * and the events of the period if a definition has categories.
 * @param period undefined to check no categories
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
  const failures = [queries, events].flatMap((result) =>
    result !== undefined && "failure" in result ? [result.failure] : [],
  );
  const firing: FiringFacts = {
    definitions,
    hosts,
    queries: queries !== undefined && "queries" in queries ? queries.queries : undefined,
    events: events !== undefined && "seen" in events ? events.seen : undefined,
  };
  return [...runChecks({ firing }), ...failures];
}

/**
 * Returns a warning for each new alert that has the content of an unmanaged live alert. Reads the configurations of unmanaged alerts whose
 * settings are those of a new alert.
 * @param read live alerts whose configurations were read already
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
  const byName = indexByName(definitions);
  const changed = changes.filter(isWrittenDefinition).flatMap((change) => byName.get(nameOf(change)) ?? []);
  const created = changes.flatMap((change) => (change.action === "create" ? [change.desired] : []));
  const deleted = changes.flatMap((change) => (change.action === "delete" ? [change.live] : []));
  const [firing, renames] = await Promise.all([
    checkFiring(session, changed, undefined),
    checkForRenames(session, created, unmanaged, deleted),
  ]);
  return [...runChecks({ changed }), ...firing, ...withPlaces(renames, definitions)];
}

function isWrittenDefinition(change: Change): boolean {
  return isWriting(change) && change.action !== "delete";
}

type QueryReading = Pick<FiringFacts, "queries"> | { readonly failure: Problem };

async function readQueries(
  { client, run }: EnvironmentSession,
  metrics: readonly string[],
): Promise<QueryReading> {
  try {
    return { queries: await client.readQueriesOfMetrics(metrics, run.signal) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const reason = reasonOf(error.problems);
    return {
      failure: notChecked(`Query IDs were not checked, because the queries cannot be read: ${reason}`),
    };
  }
}

async function readCategories(
  session: EnvironmentSession,
  wanted: readonly string[],
  period: Period,
): Promise<{ readonly seen: SeenEvents } | { readonly failure: Problem }> {
  const categories = new SeenCategories(wanted);
  const { completeness } = await readEvents(session, period, (events) => {
    for (const { type } of events) categories.add(type);
  });
  const periodSeconds = period.until - period.from;
  if (completeness.status !== "failed") {
    return { seen: { categories, periodSeconds, incomplete: incompletenessOf(completeness) } };
  }
  const what = `Categories were not checked, because the events of the last ${formatPeriod(periodSeconds)} cannot be read`;
  return { failure: notChecked(`${what}: ${reasonOf(completeness.problems)}`) };
}

function incompletenessOf(
  completeness: Exclude<EventReading["completeness"], { readonly status: "failed" }>,
): string | undefined {
  return completeness.status === "incomplete" ? completeness.reason : undefined;
}

function reasonOf(problems: readonly Problem[]): string {
  return problems.map(({ what }) => what).join(" ");
}

function notChecked(what: string): Problem {
  return { severity: "warning", what, remedy: "Run again." };
}
