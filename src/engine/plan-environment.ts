/** From definitions to a plan: fetches just what the plan needs, with one list and a configuration read per alert. */
import { isError } from "../diagnostics";
import {
  type AlertDefinition,
  alertsToRead,
  catalogueNeeds,
  checkCoverage,
  checkDeletions,
  type DeletionLimit,
  type DesiredAlert,
  isKnown,
  isStrange,
  type LiveAlert,
  plan,
  type Plan,
  type PlanOptions,
  planRemoval,
  resolveReferences,
} from "../reconcile";
import { type EnvironmentSession } from "./session";

/** The live alerts of a known kind, with the configuration of those that the plan compares. */
export async function readLive(
  session: EnvironmentSession,
  desired: readonly DesiredAlert[],
): Promise<LiveAlert[]> {
  const alerts = (await session.alerts()).filter(isKnown);
  const wanted = new Set(alertsToRead(desired, alerts).map(({ id }) => id));
  return Promise.all(
    alerts.map(async (alert) =>
      wanted.has(alert.id) ? session.withConfig(alert) : { alert, config: undefined },
    ),
  );
}

export interface EnvironmentPlanOptions extends Pick<PlanOptions, "prune"> {
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
  { deletionLimit, prune }: EnvironmentPlanOptions = {},
): Promise<Plan> {
  // Begun together: neither needs the other.
  const [catalogue, alerts] = await Promise.all([
    session.catalogue.read(catalogueNeeds(definitions)),
    session.alerts(),
  ]);
  const { desired, problems } = resolveReferences(definitions, catalogue);
  if (problems.some(isError)) return { changes: [], unmanaged: [...alerts], problems };
  const live = await readLive(session, desired);
  const made = plan(desired, live, { prune, strangers: alerts.filter(isStrange) });
  const dangers = [...checkDeletions(made, alerts.length, deletionLimit), ...checkCoverage(made, live)];
  return { ...made, problems: [...problems, ...made.problems, ...dangers] };
}

/** The plan that removes the alerts that the definitions name. */
export async function planEnvironmentRemoval(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
): Promise<Plan> {
  const alerts = await session.alerts();
  const { desired } = resolveReferences(definitions, {});
  return planRemoval(desired, alerts.filter(isKnown), alerts.filter(isStrange));
}
