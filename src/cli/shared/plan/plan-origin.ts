/** Where a plan comes from: the service, the environment, the time and the version of this command. */
import { toSafeLine } from "../../../diagnostics";
import { type AlertDefinition } from "../../../reconcile";
import { type PlanDocument, type PlanOrigin } from "../../../plan-document";
import { type CliContext } from "../context";
import { environmentNameOf } from "../environments/target";
import { formatPlanned } from "./plan-report";
import { type OpenSession } from "../service/session";
import { version } from "../version";
import { placesOf } from "./definitions";

/** The origin of a plan that is made now. */
export function originOfNewPlan(
  context: CliContext,
  { session, baseUrl }: OpenSession,
  definitions: readonly AlertDefinition[],
): PlanOrigin {
  const environment = environmentNameOf(context);
  return {
    baseUrl,
    ...(environment === undefined ? {} : { environment }),
    plannedAt: Math.floor(session.run.clock.now() / 1000) * 1000,
    version,
    places: placesOf(definitions),
  };
}

/** Prints when a saved plan was made, and by which version. */
export function reportPlanned({ err }: Pick<CliContext, "err">, documents: readonly PlanDocument[]): void {
  const times = new Set(documents.flatMap((document) => formatPlanned(document) ?? []));
  for (const planned of times) err(`The plan was made at ${toSafeLine(planned)}.`);
}
