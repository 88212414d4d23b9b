/** An existing alert of the name that is to be created: adopted where it is the same, completed where it is our own half. */
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
import { type Alert, type ListedAlert } from "../service";
import { ForeignAlertError, IncompleteAlertError, MaybeDeletedError } from "./creation-errors";
import { NameHeldError } from "./neighbors";
import { type EnvironmentSession } from "./session";
import { updateAlert } from "./update-alert";

/** What to do about an existing alert of the desired name that differs from the definition. */
export type ExistingAlerts = "error" | "adopt";

/** `completed`: our own incomplete alert got its configuration. `adopted`: it existed and is identical; no write. */
export type CreatedHow = "created" | "completed" | "adopted" | "updated";

export interface Created {
  readonly id: number;
  readonly how: CreatedHow;
  /** What an existing alert was like before it was changed. */
  readonly before?: LiveAlert;
}

export interface TakeOverOptions {
  readonly existingAlerts: ExistingAlerts;
  /** A POST of this run whose answer was lost may have made it. */
  readonly mayBeOurs?: boolean;
  /** It is nobody's in this run, and the list may be too old to be sure that it is still there: a write tells. */
  readonly mayBeDeleted?: boolean;
  /** Another alert of this run holds it and is to be deleted: one that differs is not foreign, but in the way. */
  readonly isLeaving?: boolean;
}

/**
 * Takes the alert over, or says why not. The claim is made before anything is awaited.
 * @throws ProblemError where it is of an unknown kind, ForeignAlertError, IncompleteAlertError, NameHeldError,
 *   MaybeDeletedError, ServiceError
 */
export async function takeOver(
  session: EnvironmentSession,
  desired: DesiredAlert,
  existing: ListedAlert,
  { existingAlerts, mayBeOurs = false, mayBeDeleted = false, isLeaving = false }: TakeOverOptions,
): Promise<Created> {
  if (existing.kind === "unknown") throw new ProblemError([nameHeldByUnsupported(existing)]);
  const { id } = existing;
  const different = (differences: readonly FieldChange[]) => {
    session.claims.refuse(id, desired);
    return isLeaving
      ? new NameHeldError(desired.name, id)
      : new ForeignAlertError(desired, existing, differences);
  };
  const work = async (): Promise<Created> => {
    if (existing.kind !== desired.condition.kind) {
      const { settings } = compare(desired, { alert: existing, config: undefined });
      throw different(settings);
    }
    // What this run may have made is finished even where the run is interrupted, and was not read before.
    const live = mayBeOurs
      ? { alert: existing, config: await session.client.readAlertConfig(id, existing.kind) }
      : await session.live.withConfig(existing);
    const comparison = compare(desired, live);
    if (isInSync(comparison)) return { id, how: mayBeOurs ? "created" : "adopted" };
    if (comparison.isIncomplete && (mayBeOurs || comparison.settings.length === 0)) {
      // Not taken back where it fails: a POST whose answer was lost may not have been the one that made it.
      await completeHalf(session, existing, desired);
      return { id, how: mayBeOurs ? "created" : "completed" };
    }
    if (existingAlerts === "error") throw different([...comparison.settings, ...comparison.config]);
    await updateAlert(session, live, desired);
    return { id, how: "updated", before: live };
  };
  return session.claims.takingOver(id, mayBeDeleted ? () => unlessGone(id, work) : work);
}

/** A write that finds nothing tells that the alert may be gone, whatever the list shows. */
async function unlessGone<T>(id: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof IncompleteAlertError ? error.cause : error;
    throw reason instanceof NotFoundError ? new MaybeDeletedError(id) : error;
  }
}

/** A half that an earlier run left, or whose POST was not answered: brought to its definition, never taken back. */
async function completeHalf(session: EnvironmentSession, alert: Alert, desired: DesiredAlert): Promise<void> {
  try {
    await updateAlert(session, { alert, config: undefined }, desired);
  } catch (error) {
    throw new IncompleteAlertError(alert.id, desired, error);
  }
}
