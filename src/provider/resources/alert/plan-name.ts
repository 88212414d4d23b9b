/**
 * Checks a planned name: a name that is new to its alert must be free, or become free in the same run. Terraform plans each
 * resource separately, so the plan cannot decide every case. The apply checks again.
 */
import { formatField, quote } from "../../../diagnostics";
import { ForeignAlertError, NameHeldError } from "../../../engine";
import { compare, type DesiredAlert, isInSync, nameHeldByUnsupported } from "../../../reconcile";
import { type Alert, indexByName, isSameText, isUnsupported } from "../../../service";
import { type Diagnostic, type Diagnostics } from "../../../tfplugin";
import { toDiagnostic } from "../../diagnostics";
import { type ProviderSession } from "../../session";
import { type PlannedArguments } from "./planned-alerts";
import { addDiagnostics, foreignAlert, mayBeStaleHint } from "./problems";

interface PlannedName {
  readonly name: string;
  /** The alert that will have the name; undefined for an alert to be created. */
  readonly id: number | undefined;
  /** The alert's name in the state; undefined for an alert to be created. */
  readonly formerName: string | undefined;
  /** Undefined while a part of it is unknown. */
  readonly desired: DesiredAlert | undefined;
  readonly arguments: PlannedArguments;
}

/** Adds an error if the alert cannot have the name. @throws ServiceError */
export async function checkName(
  session: ProviderSession,
  planned: PlannedName,
  diagnostics: Diagnostics,
): Promise<void> {
  const { live } = session;
  const { name, id, formerName } = planned;
  if (await isNameKeptByAnother(session, planned)) {
    diagnostics.add(plannedTwice(name));
    return;
  }
  if (formerName !== undefined && isSameText(name, formerName)) return;
  const holder = await live.findByName(name);
  if (holder === undefined || holder.id === id) return;
  if (isUnsupported(holder)) {
    diagnostics.add(toDiagnostic(nameHeldByUnsupported(holder)));
    return;
  }
  if (await isAdoptable(session, holder, planned)) return;
  switch (await ownershipOf(session, holder.id)) {
    case "managed":
      if (id !== undefined && (await isSwap(session, id, holder.id)))
        addDiagnostics(new NameHeldError(name, holder.id, true), name, diagnostics);
      return;
    case "unmanaged":
      return reportHolder(session, holder, planned, "error", diagnostics);
    case "undecided":
      return reportHolder(session, holder, planned, "warning", diagnostics);
  }
}

/** Whether another resource is planned to keep the name, and no request that plans it again arrives. */
async function isNameKeptByAnother(
  { activity, planned }: ProviderSession,
  { name, id, arguments: planArguments }: PlannedName,
): Promise<boolean> {
  const isFree = () => !planned.isNameKept(name, id, planArguments);
  return (await activity.waitUntil({ isMet: isFree, isAwaited: () => false })) !== "met";
}

/** Whether the create will adopt the holder without a write. */
async function isAdoptable(
  { live }: ProviderSession,
  holder: Alert,
  { id, desired }: PlannedName,
): Promise<boolean> {
  if (id !== undefined || desired?.condition.kind !== holder.kind) return false;
  // If the settings differ, the configuration need not be read.
  if (compare(desired, { alert: holder, config: undefined }).settings.length > 0) return false;
  return isInSync(compare(desired, await live.withConfig(holder)));
}

/** `undecided`: a resource that Terraform cannot plan before this one may manage the alert. */
async function ownershipOf(
  { activity, names }: ProviderSession,
  id: number,
): Promise<"managed" | "unmanaged" | "undecided"> {
  const isManaged = () => names.isManaged(id);
  const outcome = await activity.waitUntil({ isMet: isManaged, isAwaited: () => false });
  if (isManaged()) return "managed";
  const mayHaveOtherState = names.hasManagedAlerts || activity.parallelism <= 1;
  return outcome === "saturated" && mayHaveOtherState ? "undecided" : "unmanaged";
}

async function isSwap({ live, names }: ProviderSession, id: number, holder: number): Promise<boolean> {
  const byName = indexByName(await live.alerts());
  return names.isRenameCycle(id, holder, (name) => byName.get(name)?.id);
}

/** Reports a holder that no planned resource manages. @param severity a warning if the apply has to decide */
async function reportHolder(
  session: ProviderSession,
  holder: Alert,
  { name, id, desired }: PlannedName,
  severity: Diagnostic["severity"],
  diagnostics: Diagnostics,
): Promise<void> {
  const { existingAlerts, live, names } = session;
  if (id !== undefined) {
    diagnostics.add({
      severity,
      path: ["name"],
      summary: `${quote(name)}: another alert already has this name (id ${holder.id})`,
      detail:
        "No resource that Terraform planned so far manages it. If this run renames or deletes that alert, apply " +
        `again. Otherwise, delete or rename it, or choose another name. ${mayBeStaleHint}`,
    });
    return;
  }
  if (desired === undefined) return;
  const isSameKind = holder.kind === desired.condition.kind;
  const comparison = compare(
    desired,
    isSameKind ? await live.withConfig(holder) : { alert: holder, config: undefined },
  );
  const willBeCompleted = comparison.isIncomplete && comparison.settings.length === 0;
  if (willBeCompleted) return;
  const differences = [...comparison.settings, ...(isSameKind ? comparison.config : [])];
  if (isSameKind && existingAlerts === "adopt") {
    diagnostics.warning({
      path: ["name"],
      summary: `${quote(name)}: an alert of this name exists (id ${holder.id}) and will be adopted and updated`,
      detail: `existing_alerts is "adopt". It differs in ${differences.map(({ path }) => formatField(path)).join(", ")}.`,
    });
    return;
  }
  if (severity === "error") names.refuseCreation(holder.id, desired);
  const error = new ForeignAlertError(desired, holder, differences);
  const mayBeDeleted = live.mayShowDeletedAlerts;
  diagnostics.add(foreignAlert(error, { existingAlerts, severity, mayBeDeleted }));
}

export function plannedTwice(name: string): Diagnostic {
  return {
    severity: "error",
    path: ["name"],
    summary: `${quote(name)}: two resources are planned to have this name`,
    detail: "Names are unique in an environment. Rename or remove all but one.",
  };
}
