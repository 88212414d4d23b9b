/** From definitions to a plan: fetches just what the plan needs, with one list and a configuration read per alert. */
import { isError, type Problem } from "../diagnostics";
import {
  type AlertDefinition,
  alertsToRead,
  catalogueNeeds,
  type DesiredAlert,
  type LiveAlert,
  plan,
  type Plan,
  planRemoval,
  resolveReferences,
} from "../reconcile";
import { type EnvironmentSession } from "./session";

/** The live alerts, with the configuration of those that the plan compares. */
export async function readLive(
  session: EnvironmentSession,
  desired: readonly DesiredAlert[],
): Promise<LiveAlert[]> {
  const alerts = await session.alerts();
  const wanted = new Set(alertsToRead(desired, alerts).map(({ id }) => id));
  return Promise.all(
    alerts.map(async (alert) =>
      wanted.has(alert.id) ? session.withConfig(alert) : { alert, config: undefined },
    ),
  );
}

/** The plan for the definitions. Problems of references and of matching are all told; then there are no changes. */
export async function planEnvironment(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
): Promise<Plan> {
  // Begun together: neither needs the other.
  const [catalogue, alerts] = await Promise.all([
    session.catalogue.read(catalogueNeeds(definitions)),
    session.alerts(),
  ]);
  const { desired, problems } = resolveReferences(definitions, catalogue);
  const result = problems.some(isError)
    ? { changes: [], unmanaged: [...alerts], problems: [] as readonly Problem[] }
    : plan(desired, await readLive(session, desired));
  return { ...result, problems: [...problems, ...result.problems] };
}

/** The plan that removes the alerts that the definitions name. */
export async function planEnvironmentRemoval(
  session: EnvironmentSession,
  definitions: readonly AlertDefinition[],
): Promise<Plan> {
  const alerts = await session.alerts();
  const { desired } = resolveReferences(definitions, {});
  return planRemoval(desired, alerts);
}
