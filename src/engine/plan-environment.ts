/**
 * From definitions to a plan: fetches just what the plan needs, with one list and a configuration read for each alert that it is
 * about.
 */
import { isError } from "../diagnostics";
import {
  type AlertDefinition,
  alertsThatMayCover,
  alertsToRead,
  alertsToRemove,
  asPlan,
  catalogNeeds,
  checkCoverage,
  checkDeletions,
  checkEmptiness,
  type DeletionLimit,
  type DesiredAlert,
  isKnown,
  isUnsupported,
  type LiveAlert,
  namesIn,
  placed,
  plan,
  type Plan,
  type PlanOptions,
  planRemoval,
  resolveReferences,
} from "../reconcile";
import { type Alert } from "../service";
import { readConfigs } from "./read-configs";
import { type EnvironmentSession } from "./session";

/** The live alerts of a known kind, with the configuration of those that the plan is about. */
export async function readLive(
  session: EnvironmentSession,
  desired: readonly DesiredAlert[],
  options: Pick<PlanOptions, "prune" | "targets"> = {},
): Promise<LiveAlert[]> {
  const alerts = (await session.live.alerts()).filter(isKnown);
  return withConfigs(
    session,
    alerts.map((alert) => ({ alert, config: undefined })),
    alertsToRead(desired, alerts, options),
  );
}

/** The same alerts, with the configuration of those that need one as well. @throws ProblemError */
async function withConfigs(
  session: EnvironmentSession,
  live: readonly LiveAlert[],
  needed: readonly Alert[],
): Promise<LiveAlert[]> {
  const whole = await readConfigs(session, needed, (read) => {
    session.run.report({ type: "reading-configurations", read, total: needed.length });
  });
  const byId = new Map(whole.map((one) => [one.alert.id, one]));
  return live.map((one) => byId.get(one.alert.id) ?? one);
}

export interface EnvironmentPlanOptions extends Pick<PlanOptions, "prune" | "targets"> {
  /** How much may be deleted; see {@link defaultDeletionLimit}. */
  readonly deletionLimit?: DeletionLimit | undefined;
}

/**
 * The plan for the definitions. Problems of references and of matching are all told; then there are no changes. A plan that
 * deletes too much keeps its changes, so that they can be shown, beside an error.
 */
export async function planEnvironment(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
  { deletionLimit, prune, targets }: EnvironmentPlanOptions = {},
): Promise<Plan> {
  // Begun together: neither needs the other.
  const [catalog, alerts] = await Promise.all([
    session.catalog.read(catalogNeeds(definitions)),
    session.live.alerts(),
  ]);
  const { desired, problems } = resolveReferences(definitions, catalog);
  if (problems.some(isError)) return asPlan({ changes: [], unmanaged: [], problems });
  const live = await readLive(session, desired, { prune, targets });
  const unsupportedAlerts = alerts.filter(isUnsupported);
  const made = { ...plan(desired, live, { prune, targets, unsupportedAlerts }), names: namesIn(catalog) };
  const watching = await withConfigs(session, live, alertsThatMayCover(made, live));
  const dangers = [
    ...(deletionLimit === undefined ? checkEmptiness(made, desired.length) : []),
    ...checkDeletions(made, alerts.length, deletionLimit),
    ...checkCoverage(made, watching),
  ];
  return asPlan({ ...made, problems: placed([...problems, ...made.problems, ...dangers], definitions) });
}

/** The plan that removes the alerts that the definitions name. */
export async function planEnvironmentRemoval(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
  { targets }: Pick<PlanOptions, "targets"> = {},
): Promise<Plan> {
  const listed = await session.live.alerts();
  const alerts = listed.filter(isKnown);
  const { desired } = resolveReferences(definitions, {});
  const live = await withConfigs(
    session,
    alerts.map((alert) => ({ alert, config: undefined })),
    alertsToRemove(desired, alerts, targets),
  );
  const made = planRemoval(desired, live, { targets, unsupportedAlerts: listed.filter(isUnsupported) });
  return asPlan({ ...made, problems: placed(made.problems, definitions) });
}
