/** Deletes an alert, unless another definition of this run needs it. */
import { type DesiredAlert } from "../reconcile";
import { type EnvironmentSession } from "./session";
import { updateAlert } from "./update-alert";

/**
 * `handed-over`: another definition of this run adopted the alert. `kept-for-refused-create`: a creation of its name was
 * refused because of this alert, which was updated to that definition, so that the next run adopts it.
 */
export type Deletion = "deleted" | "handed-over" | "kept-for-refused-create";

/**
 * @param check throws if the deletion is no longer approved; runs while the alert is registered as departing
 * @param isAdopter whether the definition that adopted the alert deletes it
 * @throws ServiceError, or what `check` throws
 */
export async function deleteAlert(
  session: EnvironmentSession,
  id: number,
  check: () => Promise<void> = () => Promise.resolve(),
  isAdopter = false,
): Promise<Deletion> {
  const { names, client, journal } = session;
  const isHandedOver = async () => {
    await names.waitForAdoption(id);
    return names.isAdopted(id) && !isAdopter;
  };
  if (await isHandedOver()) return "handed-over";
  return names.remove(id, async () => {
    // Another process may have started an adoption before this departure was announced.
    if (await isHandedOver()) return "handed-over";
    await check();
    const refused = names.refusedCreation(id);
    if (refused !== undefined && (await updateToRefused(session, id, refused)))
      return "kept-for-refused-create";
    await client.deleteAlert(id);
    journal.recordDeletion(id);
    return "deleted";
  });
}

/**
 * Updates the alert to the refused definition. Deleting it would leave no alert of the name until the next run.
 * @returns false if the kinds differ
 */
async function updateToRefused(
  session: EnvironmentSession,
  id: number,
  refused: DesiredAlert,
): Promise<boolean> {
  const alert = await session.live.findById(id);
  if (alert?.kind !== refused.condition.kind) return false;
  await updateAlert(session, await session.live.withConfig(alert), refused);
  return true;
}
