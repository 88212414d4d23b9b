/** Imports an alert by its id or its name. */
import { quote } from "../../../diagnostics";
import { type EnvironmentSession } from "../../../engine";
import { type ListedAlert } from "../../../service";
import { type ImportRequest, type Stored } from "../../../tfplugin";
import { withDiagnostics } from "../../diagnostics";
import { type ProviderSession } from "../../session";
import { isAlertId } from "../../validators";
import { writePrivate } from "./private-state";
import { nothingToImport, requireSupportedKind } from "./problems";
import { type AlertSchema } from "./schema";
import { toState } from "./state";

export function importAlert({
  id: idOrName,
  session,
}: ImportRequest<ProviderSession>): Promise<Stored<AlertSchema>> {
  const { live, names, planned, siblings } = session;
  return withDiagnostics(`import of ${quote(idOrName)}`, async () => {
    let listed = await findByIdOrName(live, idOrName);
    if (listed === undefined) {
      // It may have been created after the list was fetched.
      live.invalidate();
      listed = await findByIdOrName(live, idOrName);
    }
    if (listed === undefined) throw nothingToImport(idOrName);
    const alert = requireSupportedKind(listed);
    const { id, kind } = alert;
    names.markManaged(id, alert.name);
    names.withdrawRefusal(id);
    const state = toState(await live.withConfig(alert));
    const owner = planned.createImportOwner();
    return { state, private: writePrivate({ id, kind, owner, siblings: siblings.add(id) }) };
  });
}

async function findByIdOrName(
  live: EnvironmentSession["live"],
  idOrName: string,
): Promise<ListedAlert | undefined> {
  const byId = isAlertId(idOrName) ? await live.findById(Number(idOrName)) : undefined;
  return byId ?? (await live.findByName(idOrName));
}
