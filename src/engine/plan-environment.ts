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
  catalogueNeeds,
  checkCoverage,
  checkDeletions,
  checkEmptiness,
  type DeletionLimit,
  type DesiredAlert,
  isKnown,
  isStrange,
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
import { type EnvironmentSession } from "./session";

/** The live alerts of a known kind, with the configuration of those that the plan is about. */
export async function readLive(
  session: EnvironmentSession,
  desired: readonly DesiredAlert[],
  { prune }: Pick<PlanOptions, "prune"> = {},
): Promise<LiveAlert[]> {
  const alerts = (await session.alerts()).filter(isKnown);
  return withConfigs(
    session,
    alerts.map((alert) => ({ alert, config: undefined })),
    alertsToRead(desired, alerts, { prune }),
  );
}

/** The same alerts, with the configuration of those that need one as well. */
async function withConfigs(
  session: EnvironmentSession,
  live: readonly LiveAlert[],
  needed: readonly Alert[],
): Promise<LiveAlert[]> {
  const wanted = new Set(needed.map(({ id }) => id));
  let read = 0;
  return Promise.all(
    live.map(async (one) => {
      if (!wanted.has(one.alert.id)) return one;
      const whole = await session.withConfig(one.alert);
      session.report({ type: "reading-configurations", read: ++read, total: wanted.size });
      return whole;
    }),
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
  if (problems.some(isError)) return { changes: [], unmanaged: [], problems };
  const live = await readLive(session, desired, { prune });
  const strangers = alerts.filter(isStrange);
  const made = { ...plan(desired, live, { prune, strangers }), names: namesIn(catalogue) };
  const watching = await withConfigs(session, live, alertsThatMayCover(made, live));
  const dangers = [
    ...(deletionLimit === undefined ? checkEmptiness(made, desired.length) : []),
    ...checkDeletions(made, alerts.length, deletionLimit),
    ...checkCoverage(made, watching),
  ];
  return { ...made, problems: placed([...problems, ...made.problems, ...dangers], definitions) };
}

/** The plan that removes the alerts that the definitions name. */
export async function planEnvironmentRemoval(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
): Promise<Plan> {
  const listed = await session.alerts();
  const alerts = listed.filter(isKnown);
  const { desired } = resolveReferences(definitions, {});
  const live = await withConfigs(
    session,
    alerts.map((alert) => ({ alert, config: undefined })),
    alertsToRemove(desired, alerts),
  );
  const made = planRemoval(desired, live, listed.filter(isStrange));
  return { ...made, problems: placed(made.problems, definitions) };
}
