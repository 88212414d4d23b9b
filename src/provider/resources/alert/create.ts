/** Creates an alert, or adopts a live one of its name. */
import { ProblemError } from "../../../diagnostics";
import { createAlert, type Creation, ForeignAlertError, IncompleteAlertError } from "../../../engine";
import { type CreateRequest, type Stored } from "../../../tfplugin";
import { type ProviderSession } from "../../session";
import { plannedNames } from "./destination-names";
import { addReplaced, writePrivate } from "./private-state";
import { addDiagnostics, foreignAlert } from "./problems";
import { plannedArguments } from "./planned-alerts";
import { type AlertSchema, type AlertState } from "./schema";
import { toPlannedAlert } from "./state";

type Request = CreateRequest<ProviderSession, AlertSchema>;

/** @returns undefined if nothing was created; with errors, an incomplete alert that Terraform marks as tainted */
export async function createAlertResource({
  planned,
  session,
  diagnostics,
}: Pick<Request, "planned" | "session" | "diagnostics">): Promise<Stored<AlertSchema> | undefined> {
  const { existingAlerts, live, names, siblings } = session;
  const desired = toPlannedAlert(planned, session.run.clock.now());
  const owner = session.planned.createOwner();
  const now = () => new Date(session.run.clock.now()).toISOString();
  const storedAlert = (
    id: number,
    values: Omit<AlertState, "id" | "destination_names" | "disabled">,
    { before, isUnconfirmed = false }: Pick<Creation, "before" | "isUnconfirmed"> = {},
  ) => ({
    state: {
      ...values,
      id: String(id),
      disabled: desired.disabled,
      destination_names: plannedNames(planned),
    },
    private: writePrivate({
      id,
      kind: desired.condition.kind,
      owner,
      isUnconfirmed,
      replaced: addReplaced([], before === undefined ? [] : [before], session),
      // Terraform does not pass on the private state of the alert that this one replaces.
      deleted: names.removedFrom(desired.name),
      siblings: siblings.add(id),
    }),
  });
  session.planned.startCreation(desired.name);
  try {
    const creation = await createAlert(session, desired, {
      existingAlerts,
      mayMissManagedAlerts: session.mayMissManagedAlerts(),
    });
    const { id, outcome } = creation;
    session.planned.recordCreated(
      id,
      owner,
      outcome === "created" ? { name: desired.name, arguments: plannedArguments(planned) } : undefined,
    );
    return storedAlert(id, { ...planned, written_at: outcome === "adopted" ? null : now() }, creation);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    if (error instanceof ForeignAlertError)
      diagnostics.add(foreignAlert(error, { existingAlerts, mayBeDeleted: live.mayShowEarlierState }));
    else addDiagnostics(error, desired.name, diagnostics);
    if (!(error instanceof IncompleteAlertError)) return undefined;
    // Terraform accepts values that differ from the planned ones, because the creation failed.
    const config = { hosts: [], host_types: [], event: null, threshold: null };
    return storedAlert(error.id, { ...planned, written_at: now(), ...config });
  }
}
