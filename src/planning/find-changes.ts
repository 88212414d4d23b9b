/** Reads the live alerts, compares them with the definitions, and describes the changes. Reads one list, and one configuration per change. */
import { type Problem, warningOf } from "../diagnostics";
import { type EnvironmentObjects, type EnvironmentSession, listLastingAlerts, readConfigs } from "../engine";
import {
  type AlertsOfPlan,
  alertsOfPlan,
  alertsToReadForCoverage,
  type CheckFacts,
  compareRoutes,
} from "../impact";
import {
  type DescribedPlan,
  factsInChanges,
  kindsInChanges,
  kindsInDifferences,
  nameRoutes,
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
  type DesiredAlert,
  type ExistingAlerts,
  isWriting,
  type LiveAlert,
  match,
  type Matching,
  matchWithoutRenames,
  type PartialLiveAlert,
  plan,
  type PlanContents,
  type PlanOptions,
  planRemoval,
  type PlanSelection,
  refuseExistingAlerts,
  resolveReferences,
} from "../reconcile";
import { type Alert, isSupported, isUnsupported, type ListedAlert, type TextMap } from "../service";
import { createdAlerts, readRenameFacts } from "./check-facts";

export interface ChangeOptions extends PlanSelection {
  /** Default: 10 alerts and 25% of the live alerts. */
  readonly deletionLimit?: DeletionLimit | undefined;
  /** Default: `adopt`. A live alert with the name of a definition is managed, because the command keeps no state. */
  readonly existingAlerts?: ExistingAlerts | undefined;
  /** Selects the alerts that belong to the definitions, by name. Default: only those that are defined. */
  readonly owns?: ((name: string) => boolean) | undefined;
  /** Default: `delete`. `warn` keeps owned alerts without a definition. */
  readonly ownsDeletions?: "delete" | "warn" | undefined;
  /** Excludes live alerts from the plan, by name. Default: none. */
  readonly isExcluded?: ((name: string) => boolean) | undefined;
  /** IDs of live alerts by the names of definitions, from an export. */
  readonly exportedIds?: TextMap<number> | undefined;
  /** Kinds of objects to read even if no definition refers to them, for their names. Default: none. */
  readonly namedKinds?: Iterable<CatalogKey> | undefined;
}

/** Changes that are not checked yet, and the facts for their checks. */
export interface FoundChanges extends PlanContents, PlanDescription {
  readonly checkFacts: Partial<CheckFacts>;
}

/**
 * The changes that turn the live alerts into the defined ones. There are none if references or names are invalid. If deletions or existing
 * alerts are refused, the changes show them.
 */
export async function findChanges(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
  { isExcluded = () => false, exportedIds, namedKinds = [], ...options }: ChangeOptions = {},
): Promise<FoundChanges> {
  const kinds = new Set([...catalogNeeds(definitions), ...namedKinds]);
  const [catalog, listed] = await Promise.all([session.catalog.read(kinds), listLastingAlerts(session)]);
  const resolution = resolveReferences(definitions, catalog);
  if (!resolution.ok) return { changes: [], unmanaged: [], problems: resolution.problems, checkFacts: {} };
  const now = session.serviceNow(definitions);
  const desired = resolution.desired.map((alert) => applyMute(alert, now));
  const considered = listed.filter(({ name }) => !isExcluded(name));
  const { owns = () => false, prune = () => false } = options;
  const deletesOwned = options.ownsDeletions !== "warn";
  const selection = { ...options, prune: (name: string) => prune(name) || (deletesOwned && owns(name)) };
  const environment = await readMatched(session, considered, (live) => match(desired, live), selection);
  const contents = planChanges(environment, definitions, selection);
  const alerts = await readForCoverage(session, contents, environment.live);
  const description = await describeChanges(session, contents.changes, alerts, kinds);
  const planned = { alerts, names: description.names };
  const read = contents.changes.flatMap((change) => (change.action === "delete" ? [change.live] : []));
  const created = createdAlerts(contents.changes);
  const renames = await readRenameFacts(session, created, contents.unmanaged, { read, ids: exportedIds });
  return { ...contents, ...description, checkFacts: { definitions, now, planned, renames } };
}

/** The deletions of the defined alerts. @throws ProblemError */
export async function findRemovals(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
  { targets }: Pick<PlanSelection, "targets"> = {},
): Promise<FoundChanges> {
  const listed = await session.live.alerts();
  const matchAll = (live: readonly PartialLiveAlert[]) => matchWithoutRenames(definitions, live);
  const environment = await readMatched(session, listed, matchAll, { targets });
  const { matching, findRead, unsupportedAlerts, live } = environment;
  const contents = planRemoval(matching, findRead, { targets, unsupportedAlerts });
  const description = await describeChanges(session, contents.changes, alertsOfPlan(contents, live));
  return { ...contents, ...description, checkFacts: {} };
}

/** The live alerts, matched with the definitions. */
interface MatchedEnvironment<D> {
  readonly matching: Matching<D, PartialLiveAlert>;
  /** All alerts of a supported kind, with the configurations that the plan needs. */
  readonly live: readonly PartialLiveAlert[];
  readonly unsupportedAlerts: NonNullable<PlanOptions["unsupportedAlerts"]>;
  readonly findRead: (listed: PartialLiveAlert) => LiveAlert | undefined;
}

async function readMatched<D extends { readonly name: string }>(
  session: EnvironmentSession,
  listed: readonly ListedAlert[],
  matchWith: (alerts: readonly PartialLiveAlert[]) => Matching<D, PartialLiveAlert>,
  selection: PlanSelection,
): Promise<MatchedEnvironment<D>> {
  const alerts = listed.filter(isSupported).map((alert) => ({ alert }));
  const matching = matchWith(alerts);
  const read = await readById(session, alertsToRead(matching, selection));
  return {
    matching,
    live: alerts.map((one) => read.get(one.alert.id) ?? one),
    unsupportedAlerts: listed.filter(isUnsupported),
    findRead: ({ alert }) => read.get(alert.id),
  };
}

function planChanges(
  { matching, live, unsupportedAlerts, findRead }: MatchedEnvironment<DesiredAlert>,
  definitions: readonly AlertDefinition[],
  { deletionLimit, existingAlerts, owns = () => false, ownsDeletions, prune, targets }: ChangeOptions,
): PlanContents {
  const contents = markOwned(plan(matching, findRead, { prune, targets, unsupportedAlerts }), owns);
  const emptiness = deletionLimit === undefined ? checkEmptiness(contents, definitions.length) : [];
  const liveCount = live.length + unsupportedAlerts.length;
  return {
    ...contents,
    problems: [
      ...contents.problems,
      ...(ownsDeletions === "warn"
        ? keptProblems(contents.unmanaged.filter((alert) => isSupported(alert) && owns(alert.name)))
        : []),
      ...(existingAlerts === "error" ? refuseExistingAlerts(contents) : []),
      ...(emptiness.length > 0 ? emptiness : checkDeletions(contents, liveCount, deletionLimit)),
    ],
  };
}

function markOwned<T extends PlanContents>(contents: T, owns: (name: string) => boolean): T {
  const changes = contents.changes.map((change) =>
    change.action === "delete" && owns(change.live.alert.name)
      ? { ...change, isOwned: true as const }
      : change,
  );
  return { ...contents, changes };
}

function keptProblems(kept: readonly ListedAlert[]): Problem[] {
  return kept.map(({ id, name }) =>
    warningOf(
      "definition-missing",
      `The alert (id ${id}) is no longer defined, and stays because of owns_deletions: warn.`,
      { where: { subject: name }, remedy: "Delete it in the service, or define it." },
    ),
  );
}

async function readForCoverage(
  session: EnvironmentSession,
  contents: PlanContents,
  live: readonly PartialLiveAlert[],
): Promise<AlertsOfPlan> {
  const read = await readById(session, alertsToReadForCoverage(alertsOfPlan(contents, live)));
  return alertsOfPlan(
    contents,
    live.map((one) => read.get(one.alert.id) ?? one),
  );
}

/** Adds the names and facts of the objects that changes refer to, and how the plan changes who is notified. */
async function describeChanges(
  session: EnvironmentSession,
  changes: PlanContents["changes"],
  alerts: AlertsOfPlan,
  kinds: Iterable<CatalogKey> = [],
): Promise<PlanDescription> {
  const objects = await session.catalog.read(new Set([...kinds, ...kindsInDifferences(changes)]));
  const description = describeObjects(objects, changes);
  if (!changes.some(isWriting)) return description;
  const hosts = objects.hosts?.filter(({ isDeleted }) => !isDeleted);
  const routes = compareRoutes(alerts, { hosts, names: description.names });
  return routes === undefined ? description : { ...description, routes };
}

async function readById(
  session: EnvironmentSession,
  alerts: readonly Alert[],
): Promise<ReadonlyMap<number, LiveAlert>> {
  const read = await readConfigs(session, alerts);
  return new Map(read.map((live) => [live.alert.id, live]));
}

/**
 * Fetches the names, lengths and types of the objects that the plan refers to by id. Those in its file may be outdated or wrong.
 *
 * @param namedKinds further kinds whose names are needed
 */
export async function fetchObjects(
  session: EnvironmentSession,
  { changes, backtests, routes }: DescribedPlan,
  namedKinds: Iterable<CatalogKey> = [],
): Promise<Pick<PlanDescription, "names" | "facts" | "routes">> {
  const kinds = new Set([...kindsInChanges(changes), ...kindsInDifferences(changes), ...namedKinds]);
  if (backtests !== undefined || routes !== undefined) kinds.add("destinations");
  if (routes !== undefined) kinds.add("hosts");
  const description = describeObjects(await session.catalog.read(kinds), changes);
  return routes === undefined
    ? description
    : { ...description, routes: nameRoutes(routes, description.names) };
}

function describeObjects(objects: EnvironmentObjects, changes: PlanContents["changes"]) {
  return { names: namesInCatalog(objects), facts: factsInChanges(objects, changes) };
}
