/**
 * The two-step creation of an alert, exactly once: POST the alert, then PUT its configuration (ALERT-3).
 *
 *     PUT failed         -> roll back: delete the alert, if this run certainly created it and its configuration is absent
 *     rollback failed    -> error that carries the id, so that the alert is not lost
 */
import {
  compare,
  configOf,
  defaultExistingAlerts,
  type DesiredAlert,
  type ExistingAlerts,
  settingsOf,
} from "../reconcile";
import { ProblemError } from "../diagnostics";
import { type Alert } from "../service";
import { adoptAlert, type Creation } from "./adopt-alert";
import { IncompleteAlertError, MaybeDeletedError, reasonOf, NameHeldError } from "./errors";
import { type HolderStatus } from "./name-registry";
import { postOnce, type UnknownOutcome } from "./post-once";
import { type EnvironmentSession } from "./session";

interface AdoptionRules {
  readonly existingAlerts: ExistingAlerts;
  /**
   * Whether resources that this run does not know may manage live alerts. Then an alert is adopted only from a list that cannot show a
   * former name of an alert.
   */
  readonly mayMissManagedAlerts: boolean;
}

/**
 * Creates the alert, or adopts the live alert of its name. By default, only identical alerts are adopted.
 * @throws ForeignAlertError, IncompleteAlertError, NameHeldError, ServiceError, ProblemError
 */
export async function createAlert(
  session: EnvironmentSession,
  desired: DesiredAlert,
  { existingAlerts = defaultExistingAlerts, mayMissManagedAlerts = false }: Partial<AdoptionRules> = {},
): Promise<Creation> {
  const { live, names, run } = session;
  const rules = { existingAlerts, mayMissManagedAlerts };
  return names.claim(desired.name, async () => {
    for (;;) {
      const adopted = await adoptExisting(session, desired, rules);
      if (adopted !== undefined) return adopted;
      run.throwIfInterrupted();
      const post = await postAlert(session, desired);
      if (post.outcome === "posted") {
        await writeConfigOrRollBack(session, post.object, desired);
        return { id: post.object.id, outcome: "created" };
      }
      if (names.isManaged(post.object.id)) throw new NameHeldError(desired.name, post.object.id);
      if (post.wasResponseLost || !mayMissManagedAlerts || !live.mayShowEarlierState) {
        const adopted = await adoptAlert(session, desired, post.object, {
          existingAlerts,
          mayBeOwnPost: post.wasResponseLost,
        });
        return mayMissManagedAlerts ? { ...adopted, isUnconfirmed: true } : adopted;
      }
      await live.waitUntilListIsFresh(desired.name);
    }
  });
}

/** Adopts the live alert of the name, after waiting for a holder that departs. @returns undefined if there is none */
async function adoptExisting(
  session: EnvironmentSession,
  desired: DesiredAlert,
  { existingAlerts, mayMissManagedAlerts }: AdoptionRules,
): Promise<Creation | undefined> {
  const { live, names } = session;
  let checkedId: number | undefined;
  let status: HolderStatus = "untracked";
  for (;;) {
    const existing = await live.findByName(desired.name);
    if (existing === undefined) return undefined;
    const { id } = existing;
    // No await between this check and the registration of the adoption.
    if (names.isDeparting(id)) {
      if ((await names.waitForDeparture(id)) !== "ended") throw new NameHeldError(desired.name, id);
    } else if (checkedId !== id) {
      checkedId = id;
      status = await names.waitForHolder(id);
    } else if (status === "staying") throw new NameHeldError(desired.name, id);
    else if (mayMissManagedAlerts && status !== "departing" && live.mayShowEarlierState)
      await live.waitUntilListIsFresh(desired.name);
    else {
      try {
        const adopted = await adoptAlert(session, desired, existing, {
          existingAlerts,
          isDeparting: status === "departing",
          mayBeDeleted: (status === "unmanaged" || status === "undecided") && live.mayShowEarlierState,
        });
        const isUnconfirmed = status !== "untracked" && (live.mayShowEarlierState || mayMissManagedAlerts);
        return isUnconfirmed ? { ...adopted, isUnconfirmed } : adopted;
      } catch (error) {
        if (!(error instanceof MaybeDeletedError)) throw error;
        await live.waitUntilListIsFresh(desired.name);
      }
    }
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
    unknownOutcome: (outcome) => maybeCreated(name, outcome),
  });
}

function maybeCreated(name: string, outcome: UnknownOutcome): ProblemError {
  const reason =
    outcome.reason === "interrupted"
      ? "the run was interrupted."
      : `the list could not be read. ${reasonOf(outcome.cause)}`;
  return ProblemError.of(
    `The alert may have been created: the response was lost, and ${reason}`,
    { where: { subject: name }, remedy: "Run again to find the alert and complete it." },
    outcome.reason === "interrupted" ? {} : { cause: outcome.cause },
  );
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
    await session.client.deleteAlert(alert.id);
    session.journal.recordDeletion(alert.id);
    return "rolled-back";
  } catch {
    return "failed";
  }
}
