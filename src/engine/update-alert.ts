/** Brings a live alert to its definition: only the halves that differ are written, each as the complete object. */
import { compare, configOf, type DesiredAlert, type LiveAlert, settingsOf } from "../reconcile";
import { type EnvironmentSession } from "./session";

/** Which halves were written. */
export interface Updated {
  readonly settings: boolean;
  readonly config: boolean;
}

/** @throws ServiceError; the session then knows which half was written. */
export async function updateAlert(
  session: EnvironmentSession,
  live: LiveAlert,
  desired: DesiredAlert,
): Promise<Updated> {
  const comparison = compare(desired, live);
  if (comparison.kindChanged) throw new Error(`alert ${live.alert.id}: an update cannot change the kind`);
  const updated = { settings: comparison.settings.length > 0, config: comparison.config.length > 0 };
  const alert = updated.settings ? { ...live.alert, ...settingsOf(desired) } : live.alert;
  if (updated.settings) {
    await session.client.updateAlert(alert);
    session.journal.recordAlert(alert);
  }
  if (updated.config) {
    const unknownFields = live.config?.unknownFields ?? {};
    await session.client.writeAlertConfig(alert.id, configOf(desired), unknownFields);
    session.journal.recordConfig(alert, configOf(desired), unknownFields);
  }
  return updated;
}
