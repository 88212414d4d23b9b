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
import {
  compare,
  configOf,
  type DesiredAlert,
  type FieldChange,
  isInSync,
  nameHeldByStranger,
  settingsOf,
} from "../reconcile";
import { type Alert, type ListedAlert } from "../service";
import { type EnvironmentSession } from "./session";
import { updateAlert } from "./update-alert";

/** What to do about an existing alert of the desired name that differs from the definition. */
export type ExistingAlerts = "error" | "adopt";

/** `completed`: our own half-made alert got its configuration. `adopted`: it existed and is identical; no write. */
export type CreatedHow = "created" | "completed" | "adopted" | "updated";

export interface Created {
  readonly id: number;
  readonly how: CreatedHow;
}

/** An alert of the desired name exists and is not ours to change. */
export class ForeignAlertError extends ProblemError {
  constructor(
    readonly desired: DesiredAlert,
    readonly existing: Alert,
    readonly differences: readonly FieldChange[],
  ) {
    super([
      {
        severity: "error",
        what: `An alert of this name exists already (id ${existing.id}) and differs from the definition.`,
        where: { subject: desired.name, field: ["name"] },
        remedy: "Import it, or give the definition another name; nothing was written.",
      },
    ]);
    this.name = "ForeignAlertError";
  }
}

/** The alert exists without its configuration, and could not be taken back. */
export class HalfMadeAlertError extends ProblemError {
  constructor(
    readonly id: number,
    desired: DesiredAlert,
    reason: unknown,
  ) {
    super(
      [
        {
          severity: "error",
          what: `The alert exists (id ${id}), but its configuration could not be written: ${reasonText(reason)}`,
          where: { subject: desired.name },
          remedy: "It does nothing without a configuration. Run again: the next run puts it right.",
        },
      ],
      { cause: reason },
    );
    this.name = "HalfMadeAlertError";
  }
}

/** Never more POSTs than this for one alert, however often an answer is lost. */
const mostAttempts = 3;
/** Milliseconds between two looks at the list. */
const lookInterval = 5_000;

/**
 * Creates the alert, or takes over an existing one of its name.
 * @throws ProblemError where that is of an unknown kind, ForeignAlertError, HalfMadeAlertError, ServiceError
 */
export async function createAlert(
  session: EnvironmentSession,
  desired: DesiredAlert,
  existingAlerts: ExistingAlerts = "error",
): Promise<Created> {
  return session.claims.creating(desired.name, async () => {
    let existing = await session.findByName(desired.name);
    // Nothing may be awaited between the last look at deletions and the claim of the take-over.
    for (let deletion; existing && (deletion = session.claims.deletionOf(existing.id));) {
      await deletion;
      existing = await session.findByName(desired.name);
    }
    if (existing !== undefined) return takeOver(session, desired, existing, existingAlerts);
    const alert = await postOnce(session, desired);
    if ("found" in alert) return takeOver(session, desired, alert.found, existingAlerts, alert.mayBeOurs);
    await putConfigOrTakeBack(session, alert.posted, desired);
    return { id: alert.posted.id, how: "created" };
  });
}

/** @param mayBeOurs a POST of this run whose answer was lost may have made it */
async function takeOver(
  session: EnvironmentSession,
  desired: DesiredAlert,
  existing: ListedAlert,
  existingAlerts: ExistingAlerts,
  mayBeOurs = false,
): Promise<Created> {
  if (existing.kind === "unknown") throw new ProblemError([nameHeldByStranger(existing)]);
  const { id } = existing;
  return session.claims.takingOver(id, async () => {
    if (existing.kind !== desired.condition.kind) {
      const { settings } = compare(desired, { alert: existing, config: undefined });
      throw new ForeignAlertError(desired, existing, settings);
    }
    const live = await session.withConfig(existing);
    const comparison = compare(desired, live);
    if (isInSync(comparison)) return { id, how: mayBeOurs ? "created" : "adopted" };
    if (comparison.isHalfMade && (mayBeOurs || comparison.settings.length === 0)) {
      // Not taken back where it fails: a POST whose answer was lost may not have been the one that made it.
      await completeHalf(session, existing, desired);
      return { id, how: mayBeOurs ? "created" : "completed" };
    }
    if (existingAlerts === "error") {
      throw new ForeignAlertError(desired, existing, [...comparison.settings, ...comparison.config]);
    }
    await updateAlert(session, live, desired);
    return { id, how: "updated" };
  });
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
      session.recordAlert(posted);
      return { posted };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const isTaken = error instanceof ConflictError;
      if (!isTaken && error.tookEffect === "no") throw error;
      wasAnswerLost ||= !isTaken;
      const found = await lookFor(session, desired.name);
      if (found !== undefined) return { found, mayBeOurs: wasAnswerLost };
      // A refused name that nobody holds, or an answer lost too often: the service has to be looked at.
      if (isTaken || attempt >= mostAttempts) throw error;
    }
  }
}

/** Reads the list until it shows the name, or until one window has passed and its absence is sure. */
async function lookFor(session: EnvironmentSession, name: string) {
  const until = session.clock.now() + session.propagationWindow;
  session.report({ type: "looking-for-alert", name, until });
  for (;;) {
    // Taken before the list is asked for: only a list begun after the window is sure.
    const remaining = until - session.clock.now();
    session.forgetList();
    const found = await listAfterLostAnswer(session, name);
    if (found !== undefined || remaining <= 0) return found;
    await session.clock.sleep(Math.min(remaining, lookInterval));
  }
}

async function listAfterLostAnswer(session: EnvironmentSession, name: string) {
  try {
    return await session.findByName(name);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw ProblemError.of(
      `The alert may have been created: the answer was lost, and then the list could not be read. ${error.message}`,
      { where: { subject: name }, remedy: "Run again: the next run finds the alert, and completes it." },
      { cause: error },
    );
  }
}

/** A half that an earlier run left, or whose POST was not answered: brought to its definition, never taken back. */
async function completeHalf(session: EnvironmentSession, alert: Alert, desired: DesiredAlert): Promise<void> {
  try {
    await updateAlert(session, { alert, config: undefined }, desired);
  } catch (error) {
    throw new HalfMadeAlertError(alert.id, desired, error);
  }
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
        throw new HalfMadeAlertError(alert.id, desired, error);
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
    session.recordDeletion(alert.id);
    return "taken-back";
  } catch {
    return "left";
  }
}

async function putConfig(session: EnvironmentSession, alert: Alert, desired: DesiredAlert): Promise<void> {
  await session.client.writeAlertConfig(alert.id, configOf(desired));
  session.recordConfig(alert, configOf(desired), {});
}

function reasonText(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}
