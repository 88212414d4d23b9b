/** Writes to one live alert, and records each write in the journal. */
import {
  compare,
  configOf,
  type DesiredAlert,
  type LiveAlert,
  settingsOf,
  withLiveSpelling,
} from "../../reconcile";
import { type EnvironmentSession } from "../session";

/** Writes only the parts that differ, each as a complete object (ALERT-4, CONFIG-1). @throws ServiceError */
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

export async function renameAlert(
  { client, journal }: EnvironmentSession,
  live: LiveAlert,
  name: string,
): Promise<LiveAlert> {
  const alert = { ...live.alert, name };
  await client.updateAlert(alert);
  journal.recordAlert(alert);
  return { ...live, alert };
}

/** Succeeds if the alert does not exist (ALERT-6). @throws ServiceError */
export async function deleteAlert({ client, journal }: EnvironmentSession, id: number): Promise<void> {
  await client.deleteAlert(id);
  journal.recordDeletion(id);
}
