/** Removes an alert. One that this session has handed to another definition stays. */
import { type EnvironmentSession } from "./session";

/** `handed-over`: another definition of this session has adopted the alert, so it was left. */
export type Deleted = "deleted" | "handed-over";

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
  await claims.deleting(id, async () => {
    await check();
    await session.client.deleteAlert(id);
    session.recordDeletion(id);
  });
  return "deleted";
}
