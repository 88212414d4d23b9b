/** Removes an alert. One that this session has handed to another definition, or could not create another for, stays. */
import { type DesiredAlert } from "../reconcile";
import { type EnvironmentSession } from "./session";
import { updateAlert } from "./update-alert";

/**
 * `handed-over`: another definition of this session has adopted the alert, so it was left. `kept-for-refused-create`: another definition of
 * its name was refused earlier, because of this alert: it is now as that one wants it, for the next run to adopt.
 */
export type Deleted = "deleted" | "handed-over" | "kept-for-refused-create";

/**
 * @param check a last look before the alert goes, under whose claim it is made
 * @throws ServiceError, or what `check` throws
 */
export async function deleteAlert(
  session: EnvironmentSession,
  id: number,
  check: () => Promise<void> = () => Promise.resolve(),
): Promise<Deleted> {
  const { claims } = session;
  for (let takeOver; (takeOver = claims.takeOverOf(id));) await takeOver;
  if (claims.hasAdopted(id)) return "handed-over";
  return claims.deleting(id, async () => {
    await check();
    const heir = claims.refusedFor(id);
    if (heir !== undefined && (await leaveTo(session, id, heir))) return "kept-for-refused-create";
    await session.client.deleteAlert(id);
    session.journal.recordDeletion(id);
    return "deleted";
  });
}

/**
 * Deleting it would leave nothing of the name until the next run: both its end and its heir's beginning were wanted.
 * @returns false where it cannot become what the heir is
 */
async function leaveTo(session: EnvironmentSession, id: number, heir: DesiredAlert): Promise<boolean> {
  const alert = await session.live.findById(id);
  if (alert?.kind !== heir.condition.kind) return false;
  await updateAlert(session, await session.live.withConfig(alert), heir);
  return true;
}
