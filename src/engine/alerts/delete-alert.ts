/** Deletes an alert, and nothing else. */
import { type EnvironmentSession } from "../session";

/** Succeeds if the alert does not exist (ALERT-6). @throws ServiceError */
export async function deleteAlert({ client, journal }: EnvironmentSession, id: number): Promise<void> {
  await client.deleteAlert(id);
  journal.recordDeletion(id);
}
