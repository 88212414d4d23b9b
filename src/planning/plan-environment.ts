/** Plans an environment: one list of alerts, and one configuration read for each alert in the plan. */
import { type EnvironmentObjects, type EnvironmentSession, readConfigs } from "../engine";
import { alertsOfPlan, alertsToReadForCoverage, compareRoutes, runChecks } from "../impact";
import {
  type DescribedPlan,
  factsInChanges,
  kindsInChanges,
  kindsInDifferences,
  namesInCatalog,
  type PlanDescription,
} from "../plan-document";
import {
  type AlertDefinition,
  alertsToRead,
  applyMute,
  type CatalogKey,
  catalogNeeds,
  checkDeletions,
  checkEmptiness,
  type DeletionLimit,
  type ExistingAlerts,
  isWriting,
  type LiveAlert,
  match,
  matchWithoutRenames,
  type PartialLiveAlert,
  plan,
  type PlanContents,
  planRemoval,
  type PlanSelection,
  refuseExistingAlerts,
  resolveReferences,
  withPlaces,
  withPlanStatus,
} from "../reconcile";
import { type Alert, isSupported, isUnsupported } from "../service";

export interface EnvironmentPlanOptions extends PlanSelection {
  /** Default: 10 alerts and 25% of the live alerts. */
  readonly deletionLimit?: DeletionLimit | undefined;
  /** Default: `adopt`. A live alert with the name of a definition is managed, because the command keeps no state. */
  readonly existingAlerts?: ExistingAlerts | undefined;
  /** Excludes live alerts from the plan, by name. Default: none. */
  readonly isExcluded?: ((name: string) => boolean) | undefined;
  /** Kinds of objects to read even if no definition refers to them, for their names. Default: none. */
  readonly namedKinds?: Iterable<CatalogKey> | undefined;
}

/**
 * The plan that turns the live alerts into the defined ones. A plan refused for its references or names has no changes. A plan
 * refused for its deletions or for existing alerts shows them.
 */
export async function planEnvironment(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
  {
    deletionLimit,
    existingAlerts,
    prune,
    targets,
    isExcluded = () => false,
    namedKinds = [],
  }: EnvironmentPlanOptions = {},
): Promise<DescribedPlan> {
  const needs = new Set([...catalogNeeds(definitions), ...namedKinds]);
  const [catalog, all] = await Promise.all([session.catalog.read(needs), session.live.alerts()]);
  const listed = all.filter(({ name }) => !isExcluded(name));
  const resolution = resolveReferences(definitions, catalog);
  if (!resolution.ok) return withPlanStatus({ changes: [], unmanaged: [], problems: resolution.problems });
  const now = session.run.clock.now();
  const alerts = listed.filter(isSupported).map((alert) => ({ alert }));
  const matching = match(
    resolution.desired.map((desired) => applyMute(desired, now)),
    alerts,
  );
  const read = await readById(session, alertsToRead(matching, { prune, targets }));
  const options = { prune, targets, unsupportedAlerts: listed.filter(isUnsupported) };
  const contents = plan(matching, ({ alert }) => read.get(alert.id), options);
  const objects = await session.catalog.read(new Set([...needs, ...kindsInDifferences(contents.changes)]));
  const planned = { ...contents, ...describeObjects(objects, contents.changes) };
  const live = alerts.map((entry) => read.get(entry.alert.id) ?? entry);
  const readForCoverage = await readById(session, alertsToReadForCoverage(planned, live));
  const emptiness = deletionLimit === undefined ? checkEmptiness(planned, definitions.length) : [];
  const liveAlerts = live.map((entry) => readForCoverage.get(entry.alert.id) ?? entry);
  const problems = [
    ...planned.problems,
    ...(existingAlerts === "error" ? refuseExistingAlerts(planned) : []),
    ...(emptiness.length > 0 ? emptiness : checkDeletions(planned, listed.length, deletionLimit)),
    ...runChecks({ definitions, now, planned: { plan: planned, live: liveAlerts } }),
  ];
  const routes = routeChangesOf(planned, liveAlerts, objects);
  return withPlanStatus({ ...planned, ...routes, problems: withPlaces(problems, definitions) });
}

/** The plan that deletes the defined alerts. @throws ProblemError */
export async function planEnvironmentRemoval(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
  { targets }: Pick<PlanSelection, "targets"> = {},
): Promise<DescribedPlan> {
  const listed = await session.live.alerts();
  const alerts = listed.filter(isSupported).map((alert) => ({ alert }));
  const matching = matchWithoutRenames(definitions, alerts);
  const read = await readById(session, alertsToRead(matching, { targets }));
  const options = { targets, unsupportedAlerts: listed.filter(isUnsupported) };
  const planned = planRemoval(matching, ({ alert }) => read.get(alert.id), options);
  const live = alerts.map((entry) => read.get(entry.alert.id) ?? entry);
  const objects = await session.catalog.read(kindsInDifferences(planned.changes));
  return withPlanStatus({
    ...planned,
    ...describeObjects(objects, planned.changes),
    ...routeChangesOf(planned, live, objects),
    problems: withPlaces(planned.problems, definitions),
  });
}

/** How the plan changes who is notified. Makes no call: it names the hosts and destinations that were read. */
function routeChangesOf(
  planned: PlanContents,
  live: readonly PartialLiveAlert[],
  objects: EnvironmentObjects,
): Pick<PlanDescription, "routes"> {
  if (!planned.changes.some(isWriting)) return {};
  const hosts = objects.hosts?.filter(({ isDeleted }) => !isDeleted);
  const known = { hosts, names: namesInCatalog(objects) };
  const routes = compareRoutes(alertsOfPlan(planned, live), known);
  return routes === undefined ? {} : { routes };
}

async function readById(
  session: EnvironmentSession,
  alerts: readonly Alert[],
): Promise<ReadonlyMap<number, LiveAlert>> {
  const read = await readConfigs(session, alerts, (count) => {
    session.run.report({ type: "reading-configurations", read: count, total: alerts.length });
  });
  return new Map(read.map((live) => [live.alert.id, live]));
}

/** Fetches the names, lengths and types of the objects that the plan refers to by id. Those in its file may be outdated or wrong. */
export async function fetchObjects(
  session: EnvironmentSession,
  { changes, backtests }: DescribedPlan,
): Promise<Pick<PlanDescription, "names" | "facts">> {
  const kinds = new Set([...kindsInChanges(changes), ...kindsInDifferences(changes)]);
  if (backtests !== undefined) kinds.add("destinations");
  return describeObjects(await session.catalog.read(kinds), changes);
}

function describeObjects(objects: EnvironmentObjects, changes: PlanContents["changes"]) {
  return { names: namesInCatalog(objects), facts: factsInChanges(objects, changes) };
}
