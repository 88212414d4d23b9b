/**
 * The two-step creation of an alert, exactly once: POST the alert, then PUT its configuration (ALERT-3).
 *
 *     POST answered          -> PUT
 *     POST refused           -> error; nothing exists
 *     POST's answer lost     -> read the list until it shows the alert, or until it can no longer be stale
 *     PUT failed for good    -> take the alert back, if this run surely POSTed it and its configuration reads absent
 *     taking back failed too -> error that carries the id, so that nothing is lost from sight
 */
import { ConflictError, ServiceError } from "../client";
import { ProblemError } from "../diagnostics";
import { compare, configOf, type DesiredAlert, settingsOf } from "../reconcile";
import { type Alert, type ListedAlert } from "../service";
import { IncompleteAlertError, MaybeDeletedError, reasonText } from "./creation-errors";
import { type Holder, NameHeldError, type Neighbors, untilOver } from "./neighbors";
import { type EnvironmentSession } from "./session";
import { type Created, type ExistingAlerts, takeOver } from "./take-over";

export interface CreationOptions {
  /** Default `error`. */
  readonly existingAlerts?: ExistingAlerts;
  /** The other alerts of a run that applies each alone. */
  readonly neighbors?: Neighbors;
}

/** Never more POSTs than this for one alert, however often an answer is lost. */
const mostAttempts = 3;
/** Milliseconds between two looks at the list. */
const lookInterval = 5_000;

/**
 * Creates the alert, or takes over an existing one of its name.
 * @throws ProblemError where that is of an unknown kind, ForeignAlertError, IncompleteAlertError, NameHeldError, ServiceError
 */
export async function createAlert(
  session: EnvironmentSession,
  desired: DesiredAlert,
  { existingAlerts = "error", neighbors }: CreationOptions = {},
): Promise<Created> {
  return session.claims.creating(desired.name, async () => {
    const taken = await takeOverExisting(session, desired, existingAlerts, neighbors);
    if (taken !== undefined) return taken;
    session.run.throwIfInterrupted();
    const alert = await postOnce(session, desired);
    if ("found" in alert) {
      const { found, mayBeOurs } = alert;
      return takeOver(session, desired, found, { existingAlerts, mayBeOurs });
    }
    await putConfigOrTakeBack(session, alert.posted, desired);
    return { id: alert.posted.id, how: "created" };
  });
}

/** Takes over the alert of the name, where there is one; what is about to leave has been waited for. */
async function takeOverExisting(
  session: EnvironmentSession,
  desired: DesiredAlert,
  existingAlerts: ExistingAlerts,
  neighbors: Neighbors | undefined,
): Promise<Created | undefined> {
  let asked: number | undefined;
  let holder: Holder = "nobody";
  for (;;) {
    const existing = await session.live.findByName(desired.name);
    if (existing === undefined) return undefined;
    // Nothing may be awaited between this look at departures and the claim of the take-over.
    const departure = session.claims.departureOf(existing.id);
    if (departure !== undefined) {
      if (!(await untilOver(departure, neighbors))) throw new NameHeldError(desired.name, existing.id);
    } else if (neighbors !== undefined && asked !== existing.id) {
      asked = existing.id;
      holder = await neighbors.holderOf(existing.id);
    } else {
      if (holder === "staying") throw new NameHeldError(desired.name, existing.id);
      const isLeaving = holder === "leaving";
      const mayBeDeleted =
        neighbors !== undefined && holder === "nobody" && session.live.mayShowDeletedAlerts;
      try {
        return await takeOver(session, desired, existing, { existingAlerts, isLeaving, mayBeDeleted });
      } catch (error) {
        if (!(error instanceof MaybeDeletedError)) throw error;
        await session.live.waitUntilListIsFresh();
      }
    }
  }
}

/** POSTs until it is sure that the alert exists: either ours, or one that the list shows under its name. */
async function postOnce(
  session: EnvironmentSession,
  desired: DesiredAlert,
): Promise<{ readonly posted: Alert } | { readonly found: ListedAlert; readonly mayBeOurs: boolean }> {
  let wasAnswerLost = false;
  for (let attempt = 1; ; attempt++) {
    try {
      const posted = await session.client.createAlert(settingsOf(desired));
      session.journal.recordAlert(posted);
      return { posted };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const isTaken = error instanceof ConflictError;
      if (!isTaken && error.tookEffect === "no") throw error;
      wasAnswerLost ||= !isTaken;
      const found = await lookFor(session, desired.name, isTaken ? "name-taken" : "answer-lost");
      if (found !== undefined) return { found, mayBeOurs: wasAnswerLost };
      // A refused name that nobody holds, or an answer lost too often: the service has to be looked at.
      if (isTaken || attempt >= mostAttempts) throw error;
    }
  }
}

/**
 * Reads the list until it shows the name, or until one window has passed and its absence is sure. Once the run is interrupted
 * it looks once more, and does not wait.
 */
async function lookFor(session: EnvironmentSession, name: string, why: "answer-lost" | "name-taken") {
  const until = session.run.clock.now() + session.run.propagationWindowMs;
  session.run.report({ type: "looking-for-alert", why, name, until });
  for (;;) {
    // Taken before the list is asked for: only a list begun after the window is sure.
    const remaining = until - session.run.clock.now();
    const isLast = session.run.isInterrupted;
    const found = await listAfterLostAnswer(session, name);
    if (found !== undefined || remaining <= 0) return found;
    if (isLast) throw maybeCreated(name, "the run was interrupted.");
    await session.run.sleep(Math.min(remaining, lookInterval)).catch(() => undefined);
  }
}

async function listAfterLostAnswer(session: EnvironmentSession, name: string) {
  try {
    return await session.live.refetchByName(name);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw maybeCreated(name, `then the list could not be read. ${error.message}`, error);
  }
}

function maybeCreated(name: string, why: string, cause?: unknown): ProblemError {
  return ProblemError.of(
    `The alert may have been created: the answer was lost, and ${why}`,
    { where: { subject: name }, remedy: "Run again: the next run finds the alert, and completes it." },
    { cause },
  );
}

async function putConfigOrTakeBack(
  session: EnvironmentSession,
  alert: Alert,
  desired: DesiredAlert,
): Promise<void> {
  try {
    await putConfig(session, alert, desired);
  } catch (error) {
    switch (await outcomeOfFailedPut(session, alert, desired)) {
      case "written":
        return;
      case "taken-back":
        throw ProblemError.of(
          `The alert's configuration could not be written, so the alert was removed again: ${reasonText(error)}`,
          {
            where: { subject: desired.name },
            remedy: "Correct what the service names, and run again; nothing is left behind.",
          },
          { cause: error },
        );
      case "left":
        throw new IncompleteAlertError(alert.id, desired, error);
    }
  }
}

/**
 * After a PUT that failed for good: only an alert that this run posted, and whose configuration still reads absent,
 * is taken back.
 */
async function outcomeOfFailedPut(
  session: EnvironmentSession,
  alert: Alert,
  desired: DesiredAlert,
): Promise<"written" | "taken-back" | "left"> {
  try {
    const config = await session.client.readAlertConfig(alert.id, desired.condition.kind);
    if (config) return compare(desired, { alert, config }).config.length === 0 ? "written" : "left";
    await session.client.deleteAlert(alert.id);
    session.journal.recordDeletion(alert.id);
    return "taken-back";
  } catch {
    return "left";
  }
}

async function putConfig(session: EnvironmentSession, alert: Alert, desired: DesiredAlert): Promise<void> {
  await session.client.writeAlertConfig(alert.id, configOf(desired));
  session.journal.recordConfig(alert, configOf(desired), {});
}
