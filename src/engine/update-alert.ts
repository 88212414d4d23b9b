/** Updates a live alert: writes only the parts that differ, each as a complete object (ALERT-4, CONFIG-1). */
import { ConflictError } from "../client";
import {
  compare,
  configOf,
  type DesiredAlert,
  interimName,
  type LiveAlert,
  settingsOf,
  withLiveSpelling,
} from "../reconcile";
import { isSameText } from "../service";
import { NameHeldError } from "./errors";
import { type EnvironmentSession } from "./session";

/** @throws ServiceError; the journal contains the parts that were written before */
export async function updateAlert(
  session: EnvironmentSession,
  live: LiveAlert,
  desired: DesiredAlert,
): Promise<void> {
  const comparison = compare(desired, live);
  if (comparison.kindChanged) throw new Error(`alert ${live.alert.id}: an update cannot change the kind`);
  const spelled = withLiveSpelling(desired, live);
  const hasSettingsChange = comparison.settings.length > 0;
  const alert = hasSettingsChange ? { ...live.alert, ...settingsOf(spelled) } : live.alert;
  if (hasSettingsChange) {
    await session.client.updateAlert(alert);
    session.journal.recordAlert(alert);
  }
  if (comparison.config.length > 0) {
    const unknownFields = live.config?.unknownFields ?? {};
    await session.client.writeAlertConfig(alert.id, configOf(spelled), unknownFields);
    session.journal.recordConfig(alert, configOf(spelled), unknownFields);
  }
}

/**
 * Updates an alert whose name may change, in a run that applies each alert separately.
 * @returns the live alerts that the writes replaced, oldest first
 * @throws NameHeldError if another alert keeps the name; ServiceError
 */
export async function updateOrRenameAlert(
  session: EnvironmentSession,
  live: LiveAlert,
  desired: DesiredAlert,
): Promise<readonly LiveAlert[]> {
  if (isSameText(live.alert.name, desired.name)) {
    await updateAlert(session, live, desired);
    return [live];
  }
  return session.names.depart(live.alert.id, async (onNameFreed) => {
    const current = await waitUntilNameIsFree(session, live, desired.name, onNameFreed);
    try {
      await updateAlert(session, current, desired);
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      // The name is taken, so the list that showed it as free was stale.
      session.live.invalidate();
      const holder = await session.live.findByName(desired.name);
      throw holder === undefined ? error : nameHeld(desired.name, holder.id, current);
    }
    return current === live ? [live] : [live, current];
  });
}

/**
 * Waits until another change of the run frees the name:
 *
 *     holder departs               -> wait until it has departed
 *     holder may still depart      -> wait until it does, or until no other change can be expected
 *     holder waits for this alert  -> take an interim name, which frees this alert's name, and wait
 *     all concurrent changes wait  -> take an interim name; wait on if another change waited for this alert, else give up
 *     holder stays                 -> give up
 *
 * An alert that gives up keeps its interim name, so that other changes can use its former name. The next run then completes
 * every chain of renames, however long.
 * @returns the live alert, which may have the interim name
 * @throws NameHeldError when it gives up; ServiceError
 */
async function waitUntilNameIsFree(
  session: EnvironmentSession,
  live: LiveAlert,
  name: string,
  onNameFreed: () => void,
): Promise<LiveAlert> {
  const { names } = session;
  const { id } = live.alert;
  let current = live;
  let waitedFor: number | undefined;
  for (;;) {
    const holder = await session.live.findByName(name);
    if (holder === undefined || holder.id === id) return current;
    const isDeparting = names.isDeparting(holder.id);
    if (!isDeparting && waitedFor === holder.id) throw nameHeld(name, holder.id, current);
    waitedFor = holder.id;
    const outcome = isDeparting
      ? await names.waitForDeparture(holder.id, id)
      : await names.waitUntilDeparting(holder.id, id);
    if (outcome === "idle") throw nameHeld(name, holder.id, current);
    if (outcome !== "cycle" && outcome !== "saturated") continue;
    const mayWaitOn = outcome === "cycle" || names.isAwaited(id);
    current = await takeInterimName(session, current, name);
    onNameFreed();
    if (!mayWaitOn) throw nameHeld(name, holder.id, current);
    waitedFor = undefined;
  }
}

/** @returns the live alert with its interim name; it may have it from an earlier run */
async function takeInterimName(
  session: EnvironmentSession,
  live: LiveAlert,
  desiredName: string,
): Promise<LiveAlert> {
  const alert = { ...live.alert, name: interimName(desiredName) };
  if (live.alert.name === alert.name) return live;
  await session.client.updateAlert(alert);
  session.journal.recordAlert(alert);
  return { ...live, alert };
}

function nameHeld(name: string, holder: number, { alert }: LiveAlert): NameHeldError {
  return new NameHeldError(name, holder, alert.name === interimName(name) ? alert.name : undefined);
}
