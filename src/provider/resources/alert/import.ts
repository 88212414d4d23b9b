/** Imports an alert by its id or its name, or by its identity. */
import { type EnvironmentSession } from "../../../engine";
import { type ListedAlert } from "../../../service";
import { type ImportRequest, type ImportTarget, type Stored } from "../../../tfplugin";
import { withDiagnostics } from "../../diagnostics";
import { type ProviderSession } from "../../session";
import { isAlertId } from "../../validators";
import { type AlertIdentitySchema, findByIdentity, nothingIdentified } from "./identity";
import { writePrivate } from "./private-state";
import { nothingToImport, requireSupportedKind } from "./problems";
import { type AlertSchema } from "./schema";
import { toState } from "./state";

type Target = ImportTarget<AlertIdentitySchema>;

export function importAlert({
  session,
  ...target
}: ImportRequest<ProviderSession, AlertIdentitySchema>): Promise<Stored<AlertSchema>> {
  const { live, names, planned, siblings } = session;
  return withDiagnostics(target.id, async () => {
    let listed = await find(live, target);
    if (listed === undefined) {
      // It may have been created after the list was fetched.
      live.invalidate();
      listed = await find(live, target);
    }
    if (listed === undefined)
      throw target.id === undefined ? nothingIdentified(target.identity) : nothingToImport(target.id);
    const alert = requireSupportedKind(listed);
    const { id, kind } = alert;
    names.markManaged(id, alert.name);
    names.withdrawRefusal(id);
    const state = toState(await live.withConfig(alert));
    const owner = planned.createImportOwner();
    return { state, private: writePrivate({ id, kind, owner, siblings: siblings.add(id) }) };
  });
}

async function find(live: EnvironmentSession["live"], target: Target): Promise<ListedAlert | undefined> {
  if (target.id === undefined) return findByIdentity(live, target.identity);
  const { id } = target;
  const byId = isAlertId(id) ? await live.findById(Number(id)) : undefined;
  return byId ?? (await live.findByName(id));
}
