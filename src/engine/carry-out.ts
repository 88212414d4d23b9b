/** One change of a plan: looked at once more, then written. */
import { type Problem, ProblemError } from "../diagnostics";
import { type Change, compare, type DesiredAlert, isInSync, isSameLive, type LiveAlert } from "../reconcile";
import { type Alert, isSupported } from "../service";
import { createAlert } from "./create-alert";
import { deleteAlert } from "./delete-alert";
import { type EnvironmentSession } from "./session";
import { updateAlert } from "./update-alert";

/**
 * Carries one change out.
 * @returns the id of the alert that it is about now
 * @throws ProblemError where it could not, or where the alert is not as it was planned
 */
export async function carryOut(session: EnvironmentSession, change: Change): Promise<number> {
  switch (change.action) {
    case "unchanged":
      return change.live.alert.id;
    case "create":
      return (await createAlert(session, change.desired)).id;
    case "update":
    case "rename":
    case "complete": {
      const live = await lookOnceMore(session, asideOf(change), change.desired);
      await checkNameIsFree(session, live.alert, change.desired.name);
      await updateAlert(session, live, change.desired);
      return live.alert.id;
    }
    case "replace":
      if (change.interim === undefined) await removeApproved(session, change.live);
      return createInPlaceOf(session, change.live.alert.id, change.desired);
    case "delete":
      await removeApproved(session, change.live);
      return change.live.alert.id;
  }
}

/**
 * Frees the name of an alert whose own change has to wait for another's name: it takes an interim one, or, where it has to
 * be replaced, goes.
 */
export async function stepAside(session: EnvironmentSession, change: Change): Promise<void> {
  if (change.action === "create" || change.action === "delete" || change.interim === undefined) return;
  if (change.action === "replace") {
    await removeApproved(session, change.live);
    return;
  }
  const { alert } = await lookOnceMore(session, change.live, change.desired);
  const aside = { ...alert, name: change.interim };
  await checkNameIsFree(session, alert, aside.name);
  await session.client.updateAlert(aside);
  session.journal.recordAlert(aside);
}

/** The live alert of a change, as its own step aside has left it. */
function asideOf(change: Extract<Change, { live: LiveAlert }>): LiveAlert {
  const { interim, live } = change;
  return interim === undefined ? live : { ...live, alert: { ...live.alert, name: interim } };
}

async function removeApproved(session: EnvironmentSession, live: LiveAlert): Promise<void> {
  await lookOnceMore(session, live);
  await deleteAlert(session, live.alert.id);
}

/** The second half of a replacement: names are unique, so the old alert had to go first. */
async function createInPlaceOf(
  session: EnvironmentSession,
  id: number,
  desired: DesiredAlert,
): Promise<number> {
  try {
    return (await createAlert(session, desired)).id;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const deleted: Problem = {
      severity: "error",
      what: `The alert (id ${id}) was deleted to be replaced, and its replacement could not be created.`,
      where: { subject: desired.name },
      remedy: "Correct what is said below, and run again: the next run creates it.",
    };
    throw new ProblemError([deleted, ...error.problems], { cause: error });
  }
}

/**
 * The alert as it is now, for the write that follows. What somebody changed since the plan was made was not approved,
 * unless it was changed to just what is desired.
 * @param desired left out where the alert goes
 */
async function lookOnceMore(
  session: EnvironmentSession,
  planned: LiveAlert,
  desired?: DesiredAlert,
): Promise<LiveAlert> {
  const { id, name } = planned.alert;
  const alert = await session.live.findById(id);
  if (alert === undefined) {
    await session.live.confirmAbsent(id, name);
    throw staleChange(name, `The alert (id ${id}) was deleted since the plan was made.`);
  }
  if (!isSupported(alert))
    throw staleChange(name, `The alert (id ${id}) is of an unknown kind since the plan was made.`);
  const now = await session.live.withConfig(alert);
  if (isSameLive(planned, now)) return now;
  if (desired !== undefined && isInSync(compare(desired, now))) return now;
  throw staleChange(name, `The alert (id ${id}) was changed since the plan was made.`);
}

/**
 * The name that an alert is to take must not be held by another, whether the plan has not seen that one or it got the name
 * since: a service that does not refuse would hold two alerts of one name.
 */
async function checkNameIsFree(session: EnvironmentSession, alert: Alert, name: string): Promise<void> {
  if (alert.name === name) return;
  const holder = await session.live.findByName(name);
  if (holder === undefined || holder.id === alert.id) return;
  throw staleChange(name, `Another alert (id ${holder.id}) has this name, which the plan has not seen.`);
}

function staleChange(name: string, what: string): ProblemError {
  return ProblemError.of(what, {
    where: { subject: name },
    remedy: "Nothing was written to it. Plan again.",
  });
}
