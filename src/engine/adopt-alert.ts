/** Adoption: a live alert of the desired name becomes managed instead of being created a second time. */
import { NotFoundError } from "../client";
import { ProblemError } from "../diagnostics";
import {
  compare,
  type DesiredAlert,
  type FieldChange,
  isInSync,
  type LiveAlert,
  nameHeldByUnsupported,
} from "../reconcile";
import { type Alert, isUnsupported, type ListedAlert } from "../service";
import { ForeignAlertError, IncompleteAlertError, MaybeDeletedError, NameHeldError } from "./errors";
import { type EnvironmentSession } from "./session";
import { updateAlert } from "./update-alert";

/** What to do if a live alert of the desired name differs from the definition. */
export type ExistingAlerts = "error" | "adopt";

/** `completed`: an incomplete alert got its configuration. `adopted`: the live alert was identical, so nothing was written. */
type CreationOutcome = "created" | "completed" | "adopted" | "updated";

export interface Creation {
  readonly id: number;
  readonly outcome: CreationOutcome;
  /** The live alert before it was updated. */
  readonly before?: LiveAlert;
}

interface AdoptOptions {
  readonly existingAlerts: ExistingAlerts;
  /** The alert may come from a POST of this run whose response was lost. */
  readonly mayBeOwnPost?: boolean;
  /** The alert is unmanaged, and the list may predate its deletion. Only a call to the alert shows whether it exists. */
  readonly mayBeDeleted?: boolean;
  /** This run removes the alert, so a difference only means that the name is not free yet. */
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
    session.names.refuseCreation(id, desired);
    return isDeparting
      ? new NameHeldError(desired.name, id)
      : new ForeignAlertError(desired, existing, differences);
  };
  const adopt = async (): Promise<Creation> => {
    if (existing.kind !== desired.condition.kind) {
      throw refuse(compare(desired, { alert: existing, config: undefined }).settings);
    }
    // An alert that this run may have POSTed is completed even if the run is interrupted, and no cache can hold it.
    const live = mayBeOwnPost
      ? { alert: existing, config: await session.client.readAlertConfig(id, existing.kind) }
      : await session.live.withConfig(existing);
    const comparison = compare(desired, live);
    if (isInSync(comparison)) return { id, outcome: mayBeOwnPost ? "created" : "adopted" };
    if (comparison.isIncomplete && (mayBeOwnPost || comparison.settings.length === 0)) {
      await completeAlert(session, existing, desired);
      return { id, outcome: mayBeOwnPost ? "created" : "completed" };
    }
    if (existingAlerts === "error") throw refuse([...comparison.settings, ...comparison.config]);
    await updateAlert(session, live, desired);
    return { id, outcome: "updated", before: live };
  };
  return session.names.adopt(id, mayBeDeleted ? () => withMaybeDeletedError(id, adopt) : adopt);
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
