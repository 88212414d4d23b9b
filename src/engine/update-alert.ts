/** Updates a live alert: writes only the parts that differ, each as a complete object (ALERT-4, CONFIG-1). */
import { ConflictError } from "../client";
import {
  compare,
  configOf,
  type DesiredAlert,
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
 * Updates an alert whose name may change, in a run that applies each alert separately: waits for the name to become free.
 * @throws NameHeldError if the name's holder does not depart; ServiceError
 */
export async function updateOrRenameAlert(
  session: EnvironmentSession,
  live: LiveAlert,
  desired: DesiredAlert,
): Promise<void> {
  const { id, name } = live.alert;
  if (isSameText(name, desired.name)) {
    await updateAlert(session, live, desired);
    return;
  }
  await session.names.depart(id, async () => {
    await waitUntilNameIsFree(session, desired.name, id);
    try {
      await updateAlert(session, live, desired);
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      // The name is taken, so the list that showed it as free was stale.
      session.live.invalidate();
      const holder = await session.live.findByName(desired.name);
      throw holder === undefined ? error : new NameHeldError(desired.name, holder.id);
    }
  });
}

async function waitUntilNameIsFree(session: EnvironmentSession, name: string, id: number): Promise<void> {
  const { live, names } = session;
  let checkedId: number | undefined;
  for (;;) {
    const holder = await live.findByName(name);
    if (holder === undefined || holder.id === id) return;
    if (names.isDeparting(holder.id)) {
      const outcome = await names.waitForDeparture(holder.id, id);
      if (outcome !== "ended") throw new NameHeldError(name, holder.id, outcome === "cycle");
      // If the departure failed and the name is still held, no other change will free it.
      checkedId = holder.id;
    } else {
      if (checkedId === holder.id) throw new NameHeldError(name, holder.id);
      checkedId = holder.id;
      await names.waitForHolder(holder.id, id);
    }
  }
}
