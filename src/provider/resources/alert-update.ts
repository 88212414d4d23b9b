/** An update or a deletion as Terraform's user approved it: what somebody changed since the plan is not overwritten. */
import { ConflictError } from "../../client";
import { type EnvironmentSession, awaitName, NameHeldError, type Neighbors, updateAlert } from "../../engine";
import { type ProblemError } from "../../diagnostics";
import { compare, type DesiredAlert, isInSync, type LiveAlert } from "../../reconcile";
import { type Alert } from "../../service";
import { changedMeanwhile, deletedMeanwhile, ofKnownKind, strangeAlert, takenOver } from "./alert-problems";
import { type Replaced, stillVisible, withoutStaleness } from "./alert-private";
import { isAnother, isWithinWindow } from "./alert-read";

/** Milliseconds between two looks for an alert that a stale list lacks. */
const lookInterval = 2_000;

export interface Approved {
  readonly id: number;
  /** As the plan took it to be; undefined for an incomplete alert, of which not all is known. */
  readonly alert: DesiredAlert | undefined;
  /** When it was last written, and what that replaced. */
  readonly writtenAt: string | null;
  readonly replaced: readonly Replaced[];
}

/**
 * The alert as it is before its update.
 * @throws ProblemError where somebody changed it since the plan was made, unless to just what is desired
 */
export async function findAsApproved(
  environment: EnvironmentSession,
  approved: Approved,
  desired: DesiredAlert,
): Promise<LiveAlert> {
  const { id } = approved;
  if (environment.claims.hasAdopted(id)) throw takenOver(id);
  const found = await findApproved(environment, approved, desired.name);
  const live = asKnown(environment, await environment.live.withConfig(found), approved);
  if (approved.alert !== undefined && !isInSync(compare(approved.alert, live))) {
    if (!isInSync(compare(desired, live))) throw notAsApproved(live, approved.alert);
  }
  return live;
}

/** Writes what differs. @throws NameHeldError, ServiceError; the session then knows which half was written */
export async function updateApproved(
  environment: EnvironmentSession,
  live: LiveAlert,
  desired: DesiredAlert,
  neighbors: Neighbors,
): Promise<void> {
  if (live.alert.name === desired.name) await updateAlert(environment, live, desired);
  else await environment.claims.leaving(live.alert.id, () => rename(environment, live, desired, neighbors));
}

/** @throws ProblemError where the alert is another than the state's, or was changed since the plan was made */
export async function checkBeforeDelete(
  environment: EnvironmentSession,
  { id, alert, ...stale }: Approved,
): Promise<void> {
  const found = await environment.live.findById(id);
  // One that is gone is deleted all the same: the service then says that there is nothing.
  if (found === undefined || alert === undefined) return;
  const known = ofKnownKind(found);
  if (known.kind !== alert.condition.kind) throw strangeAlert(known, alert.name);
  const live = asKnown(environment, await environment.live.withConfig(known), { id, alert, ...stale });
  if (!isInSync(compare(alert, live))) throw notAsApproved(live, alert);
}

function notAsApproved(live: LiveAlert, approved: DesiredAlert): ProblemError {
  return isAnother(live, approved)
    ? strangeAlert(live.alert, approved.name)
    : changedMeanwhile(live.alert.id);
}

/** The alert of the id; one that our own last write has not made visible yet is waited for. */
async function findApproved(
  environment: EnvironmentSession,
  { id, writtenAt }: Approved,
  name: string,
): Promise<Alert> {
  for (;;) {
    const mayBeUnseen = isWithinWindow(environment, writtenAt);
    const found = await environment.live.findById(id);
    if (found !== undefined) return ofKnownKind(found);
    if (!mayBeUnseen) {
      await environment.live.confirmAbsent(id, name);
      throw deletedMeanwhile(id);
    }
    await environment.run.sleep(lookInterval);
    environment.live.invalidate();
  }
}

function asKnown(
  environment: EnvironmentSession,
  live: LiveAlert,
  { alert, writtenAt, replaced }: Approved,
): LiveAlert {
  const maybeStale = alert !== undefined && isWithinWindow(environment, writtenAt);
  return maybeStale ? withoutStaleness(live, alert, stillVisible(replaced, environment)) : live;
}

async function rename(
  environment: EnvironmentSession,
  live: LiveAlert,
  desired: DesiredAlert,
  neighbors: Neighbors,
): Promise<void> {
  await awaitName(environment, desired.name, live.alert.id, neighbors);
  try {
    await updateAlert(environment, live, desired);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    // The list did not show it.
    environment.live.invalidate();
    const holder = await environment.live.findByName(desired.name);
    throw holder === undefined ? error : new NameHeldError(desired.name, holder.id);
  }
}

/** What the service holds after an update whose second half failed, as far as it tells. */
export async function readBack(
  environment: EnvironmentSession,
  approved: Approved,
): Promise<LiveAlert | undefined> {
  try {
    environment.live.invalidate();
    const found = await environment.live.findById(approved.id);
    if (found === undefined) return undefined;
    const live = await environment.live.withConfig(ofKnownKind(found));
    // The settings were written just now. The configuration was not, so it may still read as it was earlier.
    return { alert: live.alert, config: asKnown(environment, live, approved).config };
  } catch {
    return undefined;
  }
}
