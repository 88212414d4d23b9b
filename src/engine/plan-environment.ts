/** Plans an environment: one list of alerts, and one configuration read for each alert that the plan concerns. */
import {
  type AlertDefinition,
  alertsToRead,
  alertsToReadForCoverage,
  asPlan,
  catalogNeeds,
  checkCoverage,
  checkDeletions,
  checkEmptiness,
  checkExistingAlerts,
  type DeletionLimit,
  type ExistingAlerts,
  type LiveAlert,
  match,
  matchWithoutRenames,
  namesInCatalog,
  plan,
  type Plan,
  planRemoval,
  type PlanSelection,
  resolveReferences,
  withPlaces,
} from "../reconcile";
import { type Alert, isSupported, isUnsupported } from "../service";
import { readConfigs } from "./read-configs";
import { type EnvironmentSession } from "./session";

export interface EnvironmentPlanOptions extends PlanSelection {
  /** Default: 10 alerts and 25% of the live alerts. */
  readonly deletionLimit?: DeletionLimit | undefined;
  /** Default: every live alert with the name of a definition counts as managed, because the command keeps no state. */
  readonly existingAlerts?: ExistingAlerts | undefined;
}

/**
 * The plan that turns the live alerts into the defined ones. A plan refused for its references or names has no changes. A plan
 * refused for its deletions or for existing alerts shows them.
 * @throws ProblemError
 */
export async function planEnvironment(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
  { deletionLimit, existingAlerts, prune, targets }: EnvironmentPlanOptions = {},
): Promise<Plan> {
  const [catalog, listed] = await Promise.all([
    session.catalog.read(catalogNeeds(definitions)),
    session.live.alerts(),
  ]);
  const resolution = resolveReferences(definitions, catalog);
  if (!resolution.ok) return asPlan({ changes: [], unmanaged: [], problems: resolution.problems });
  const alerts = listed.filter(isSupported).map((alert) => ({ alert }));
  const matching = match(resolution.desired, alerts);
  const read = await readById(session, alertsToRead(matching, { prune, targets }));
  const options = { prune, targets, unsupportedAlerts: listed.filter(isUnsupported) };
  const planned = {
    ...plan(matching, ({ alert }) => read.get(alert.id), options),
    names: namesInCatalog(catalog),
  };
  const live = alerts.map((entry) => read.get(entry.alert.id) ?? entry);
  const readForCoverage = await readById(session, alertsToReadForCoverage(planned, live));
  const emptiness = deletionLimit === undefined ? checkEmptiness(planned, definitions.length) : [];
  const problems = [
    ...planned.problems,
    ...(existingAlerts === undefined ? [] : checkExistingAlerts(planned, existingAlerts)),
    ...(emptiness.length > 0 ? emptiness : checkDeletions(planned, listed.length, deletionLimit)),
    ...checkCoverage(
      planned,
      live.map((entry) => readForCoverage.get(entry.alert.id) ?? entry),
    ),
  ];
  return asPlan({ ...planned, problems: withPlaces(problems, definitions) });
}

/** The plan that deletes the defined alerts. @throws ProblemError */
export async function planEnvironmentRemoval(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
  { targets }: Pick<PlanSelection, "targets"> = {},
): Promise<Plan> {
  const listed = await session.live.alerts();
  const alerts = listed.filter(isSupported).map((alert) => ({ alert }));
  const matching = matchWithoutRenames(definitions, alerts);
  const read = await readById(session, alertsToRead(matching, { targets }));
  const options = { targets, unsupportedAlerts: listed.filter(isUnsupported) };
  const planned = planRemoval(matching, ({ alert }) => read.get(alert.id), options);
  return asPlan({ ...planned, problems: withPlaces(planned.problems, definitions) });
}

/** The alerts with their configurations, by id. @throws ProblemError */
async function readById(
  session: EnvironmentSession,
  alerts: readonly Alert[],
): Promise<ReadonlyMap<number, LiveAlert>> {
  const read = await readConfigs(session, alerts, (count) => {
    session.run.report({ type: "reading-configurations", read: count, total: alerts.length });
  });
  return new Map(read.map((live) => [live.alert.id, live]));
}
