/**
 * The two-step creation of an alert, exactly once: POST the alert, then PUT its configuration (ALERT-3).
 *
 *     PUT failed         -> roll back: delete the alert, if this run certainly created it and its configuration is absent
 *     rollback failed    -> error that carries the id, so that the alert is not lost
 *
 * Adoption: a live alert with the desired name is used instead, if the caller allows it.
 */
import { errorOf, ProblemError } from "../../diagnostics";
import {
  compare,
  configOf,
  type DesiredAlert,
  type FieldChange,
  fieldsOf,
  isInSync,
  type LiveAlert,
  nameHeldByUnsupported,
  settingsOf,
} from "../../reconcile";
import { type Alert, isUnsupported, type ListedAlert } from "../../service";
import { type EnvironmentSession } from "../session";
import { requireApproval } from "./approval";
import { postOnce, reasonOf } from "./post-once";
import { deleteAlert, updateAlert } from "./write-alert";

/**
 * The live alert with the desired name that a creation adopts. `identical`: one without differences, or one that lacks only its
 * configuration. A `LiveAlert`: the one that the plan showed, which is updated if it differs.
 */
export type Adoptable = "none" | "identical" | LiveAlert;

export interface Creation {
  readonly id: number;
  /** `adopted`: the live alert was identical, so nothing was written. */
  readonly outcome: "created" | "adopted" | "updated";
  /** The live alert before it was updated. */
  readonly before?: LiveAlert;
}

/** A live alert has the desired name and may not be adopted. Without differences, it is identical to the definition. */
export class ExistingAlertError extends ProblemError {
  constructor(
    readonly desired: DesiredAlert,
    readonly existing: Alert,
    readonly differences: readonly FieldChange[],
  ) {
    super([
      errorOf(
        "name-taken",
        `An alert with this name already exists (id ${existing.id}) ${
          differences.length === 0 ? "with identical content" : "and differs from the definition"
        }.`,
        {
          where: { subject: desired.name, field: ["name"] },
          remedy: "Import it, or rename the definition. Nothing was written.",
        },
      ),
    ]);
    this.name = "ExistingAlertError";
  }
}

/** The alert exists without its configuration and could not be rolled back. */
export class IncompleteAlertError extends ProblemError {
  constructor(
    readonly id: number,
    desired: DesiredAlert,
    cause: unknown,
  ) {
    super(
      [
        errorOf(
          "alert-not-written",
          `The alert exists (id ${id}), but its configuration could not be written: ${reasonOf(cause)}`,
          {
            where: { subject: desired.name },
            remedy: "Run again to complete it. Without a configuration it never fires.",
          },
        ),
      ],
      { cause },
    );
    this.name = "IncompleteAlertError";
  }
}

/** Creates the alert, or adopts the live alert with its name. */
export async function createAlert(
  session: EnvironmentSession,
  desired: DesiredAlert,
  adoptable: Adoptable,
): Promise<Creation> {
  const { live, run } = session;
  const existing = await live.findByName(desired.name);
  if (existing !== undefined) return adoptAlert(session, desired, existing, adoptable);
  run.throwIfInterrupted();
  const post = await postAlert(session, desired);
  if (post.outcome === "posted") {
    await writeConfigOrRollBack(session, post.object, desired);
    return { id: post.object.id, outcome: "created" };
  }
  const { object, wasResponseLost } = post;
  const isOwn = wasResponseLost && !isUnsupported(object) && (await completeOwn(session, object, desired));
  return isOwn ? { id: object.id, outcome: "created" } : adoptAlert(session, desired, object, adoptable);
}

async function adoptAlert(
  session: EnvironmentSession,
  desired: DesiredAlert,
  existing: ListedAlert,
  adoptable: Adoptable,
): Promise<Creation> {
  if (isUnsupported(existing)) throw new ProblemError([nameHeldByUnsupported(existing)]);
  const { id } = existing;
  if (typeof adoptable === "object") return adoptReviewed(session, desired, id, adoptable);
  const isSameKind = existing.kind === desired.condition.kind;
  const live = isSameKind ? await session.live.withConfig(existing) : { alert: existing, config: undefined };
  const comparison = compare(desired, live);
  if (adoptable === "identical" && isInSync(comparison)) return { id, outcome: "adopted" };
  if (adoptable === "identical" && comparison.isIncomplete && comparison.settings.length === 0) {
    await completeAlert(session, existing, desired);
    return { id, outcome: "updated" };
  }
  throw new ExistingAlertError(desired, existing, isSameKind ? fieldsOf(comparison) : comparison.settings);
}

/** Adopts the alert that the plan showed, unless someone changed it since. */
async function adoptReviewed(
  session: EnvironmentSession,
  desired: DesiredAlert,
  id: number,
  reviewed: LiveAlert,
): Promise<Creation> {
  const { name } = desired;
  if (id !== reviewed.alert.id) {
    const what = `The plan adopts the alert with the id ${reviewed.alert.id}, but another alert (id ${id}) has this name now.`;
    throw ProblemError.of("alert-changed", what, {
      where: { subject: name },
      remedy: "Plan again. Nothing was written to it.",
    });
  }
  const live = await requireApproval(session, { id, name, live: reviewed, desired });
  if (isInSync(compare(desired, live))) return { id, outcome: "adopted" };
  await updateAlert(session, live, desired);
  return { id, outcome: "updated", before: live };
}

/**
 * Completes an alert that this run probably POSTed, because it appeared after the response was lost. It continues even if the run is
 * interrupted, and reads without the cache, which cannot contain the alert.
 * @returns false if it differs from the definition
 */
async function completeOwn(
  session: EnvironmentSession,
  alert: Alert,
  desired: DesiredAlert,
): Promise<boolean> {
  if (alert.kind !== desired.condition.kind) return false;
  const config = await session.client.readAlertConfig(alert.id, alert.kind);
  const comparison = compare(desired, { alert, config });
  if (comparison.isIncomplete) await completeAlert(session, alert, desired);
  return comparison.isIncomplete || isInSync(comparison);
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

function postAlert(session: EnvironmentSession, desired: DesiredAlert) {
  const { client, journal, live, run } = session;
  const { name } = desired;
  return postOnce({
    run,
    signal: run.signal,
    retriesFailedLookup: false,
    post: async () => {
      const posted = await client.createAlert(settingsOf(desired));
      journal.recordAlert(posted);
      return posted;
    },
    find: () => live.refetchByName(name),
    onLookup: (reason, until) => {
      run.report({ type: "looking-for-alert", reason, name, until });
    },
    unknownOutcome: {
      subject: name,
      object: "alert",
      lookupFailed: "the list could not be read.",
      remedy: "Run again in a minute. The plan shows the alert if it was created.",
    },
  });
}

async function writeConfigOrRollBack(
  session: EnvironmentSession,
  alert: Alert,
  desired: DesiredAlert,
): Promise<void> {
  try {
    await session.client.writeAlertConfig(alert.id, configOf(desired));
    session.journal.recordConfig(alert, configOf(desired), {});
  } catch (error) {
    switch (await rollBack(session, alert, desired)) {
      case "config-written":
        return;
      case "rolled-back":
        throw ProblemError.of(
          "alert-not-written",
          `The alert's configuration could not be written, so the alert was rolled back: ${reasonOf(error)}`,
          {
            where: { subject: desired.name },
            remedy: "Fix the reported error and run again. Nothing was left in the service.",
          },
          { cause: error },
        );
      case "failed":
        throw new IncompleteAlertError(alert.id, desired, error);
    }
  }
}

/** Deletes an alert that this run POSTed, unless it has a configuration. */
async function rollBack(
  session: EnvironmentSession,
  alert: Alert,
  desired: DesiredAlert,
): Promise<"config-written" | "rolled-back" | "failed"> {
  try {
    const config = await session.client.readAlertConfig(alert.id, desired.condition.kind);
    if (config) return compare(desired, { alert, config }).config.length === 0 ? "config-written" : "failed";
    await deleteAlert(session, alert.id);
    return "rolled-back";
  } catch {
    return "failed";
  }
}
