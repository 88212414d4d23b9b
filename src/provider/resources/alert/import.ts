/** Imports an alert by its id or its name. */
import { quote } from "../../../diagnostics";
import { type ImportRequest, type Stored } from "../../../tfplugin";
import { withDiagnostics } from "../../diagnostics";
import { type ProviderSession } from "../../session";
import { writePrivate } from "./private-state";
import { nothingToImport, requireSupportedKind } from "./problems";
import { type AlertSchema } from "./schema";
import { toState } from "./state";

export function importAlert({
  id: idOrName,
  session,
}: ImportRequest<ProviderSession>): Promise<Stored<AlertSchema>> {
  const { live, names, siblings } = session;
  return withDiagnostics(`import of ${quote(idOrName)}`, async () => {
    const byId = /^\d+$/.test(idOrName) ? await live.findById(Number(idOrName)) : undefined;
    const listed = byId ?? (await live.findByName(idOrName));
    if (listed === undefined) throw nothingToImport(idOrName);
    const alert = requireSupportedKind(listed);
    const { id, kind } = alert;
    names.markManaged(id);
    const state = toState(await live.withConfig(alert), null);
    return { state, private: writePrivate({ id, kind, siblings: siblings.add(id) }) };
  });
}
