/** Alert names are unique across an environment; a test may switch that off to see what a client does then. */
import { badField } from "../http/api-error";
import { type Call } from "../routes/route";

/** @param ownId the alert that may hold the name already. @throws ApiError 409 */
export function checkNameIsFree({ environment, rules }: Call, name: string, ownId?: number): void {
  if (!rules.uniqueNames) return;
  const holder = environment.alerts.idsNamed(name).find((id) => id !== ownId);
  if (holder === undefined) return;
  throw badField(["name"], `is already used: the alert ${holder} is named ${JSON.stringify(name)}`, 409);
}
