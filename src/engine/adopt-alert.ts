/** Adoption: a live alert of the desired name becomes managed instead of being created a second time. */
import { NotFoundError } from "../client";
import { ProblemError } from "../diagnostics";
import {
  compare,
  decideAdoption,
  defaultExistingAlerts,
  type DesiredAlert,
  type ExistingAlerts,
  type FieldChange,
  isInSync,
  type LiveAlert,
  nameHeldByUnsupported,
} from "../reconcile";
import { type Alert, isUnsupported, type ListedAlert } from "../service";
import { ForeignAlertError, IncompleteAlertError, MaybeDeletedError, NameHeldError } from "./errors";
import { type EnvironmentSession } from "./session";
import { updateAlert } from "./update-alert";

/** `completed`: an incomplete alert got its configuration. `adopted`: the live alert was identical, so nothing was written. */
type CreationOutcome = "created" | "completed" | "adopted" | "updated";

export interface Creation {
  readonly id: number;
  readonly outcome: CreationOutcome;
  /** The live alert before it was updated. */
  readonly before?: LiveAlert;
  /** Whether another resource may manage the adopted alert, under a new name that the list did not show yet. */
  readonly isUnconfirmed?: boolean;
}

interface AdoptOptions {
  readonly existingAlerts: ExistingAlerts;
  /** The alert may come from a POST of this run whose response was lost. */
  readonly mayBeOwnPost?: boolean;
  /** The alert is unmanaged, and the list may predate its deletion. Only a call to the alert shows whether it exists. */
  readonly mayBeDeleted?: boolean;
  /** This run removes the alert. A difference only means that the name is not free yet, and an identical alert is managed. */
  readonly isDeparting?: boolean;
}

/**
 * Adopts the live alert. The adoption is registered before anything is awaited.
 * @throws ForeignAlertError, IncompleteAlertError, NameHeldError, MaybeDeletedError, ServiceError, or ProblemError if the
 *   alert has an unsupported kind
 */
export async function adoptAlert(
  session: EnvironmentSession,
  desired: DesiredAlert,
  existing: ListedAlert,
  { existingAlerts, mayBeOwnPost = false, mayBeDeleted = false, isDeparting = false }: AdoptOptions,
): Promise<Creation> {
  if (isUnsupported(existing)) throw new ProblemError([nameHeldByUnsupported(existing)]);
  const { id } = existing;
  const refuse = (differences: readonly FieldChange[]) => {
    // With "error", the next run would refuse an alert that its deletion kept for this definition.
    if (existingAlerts !== "error") session.names.refuseCreation(id, desired);
    return isDeparting
      ? new NameHeldError(desired.name, id)
      : new ForeignAlertError(desired, existing, differences);
  };
  /** A deleted alert has no configuration. */
  const requireConfig = async () => {
    if (mayBeDeleted && (await session.live.withConfig(existing)).config === undefined)
      throw new MaybeDeletedError(id);
  };
  const adopt = async (): Promise<Creation> => {
    // Another process may have shown that it manages the alert before this adoption was announced.
    if (session.names.isDeparting(id) || (!isDeparting && session.names.isManaged(id)))
      throw new NameHeldError(desired.name, id);
    if (existing.kind !== desired.condition.kind) {
      await requireConfig();
      throw refuse(compare(desired, { alert: existing, config: undefined }).settings);
    }
    // An alert that this run may have POSTed is completed even if the run is interrupted, and no cache can hold it.
    const live = mayBeOwnPost
      ? { alert: existing, config: await session.client.readAlertConfig(id, existing.kind) }
      : await session.live.withConfig(existing);
    const comparison = compare(desired, live);
    if (mayBeOwnPost && isInSync(comparison)) return { id, outcome: "created" };
    if (mayBeOwnPost && comparison.isIncomplete) {
      await completeAlert(session, existing, desired);
      return { id, outcome: "created" };
    }
    switch (decideAdoption(comparison, isDeparting ? forManagedAlert(existingAlerts) : existingAlerts)) {
      case "adopt":
        return { id, outcome: "adopted" };
      case "complete":
        await completeAlert(session, existing, desired);
        return { id, outcome: "completed" };
      case "update":
        await updateAlert(session, live, desired);
        return { id, outcome: "updated", before: live };
      case "refuse":
        await requireConfig();
        throw refuse([...comparison.settings, ...comparison.config]);
    }
  };
  return session.names.adopt(id, mayBeDeleted ? () => withMaybeDeletedError(id, adopt) : adopt);
}

/** "error" is about unmanaged alerts: one resource of this run can hand an identical alert to another. */
function forManagedAlert(existingAlerts: ExistingAlerts): ExistingAlerts {
  return existingAlerts === "error" ? defaultExistingAlerts : existingAlerts;
}

/** Turns "not found" into MaybeDeletedError. */
async function withMaybeDeletedError<T>(id: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof IncompleteAlertError ? error.cause : error;
    throw reason instanceof NotFoundError ? new MaybeDeletedError(id) : error;
  }
}

/** Completes an alert without rollback: another run may have POSTed it. */
async function completeAlert(
  session: EnvironmentSession,
  alert: Alert,
  desired: DesiredAlert,
): Promise<void> {
  try {
    await updateAlert(session, { alert, config: undefined }, desired);
  } catch (error) {
    throw new IncompleteAlertError(alert.id, desired, error);
  }
}
