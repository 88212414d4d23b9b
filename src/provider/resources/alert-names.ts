/**
 * Names at plan: a name that is new to its alert must be free, or become so in the same run. Terraform plans each resource alone,
 * so what cannot be known yet is left to the apply, which looks again.
 */
import { formatField, quote } from "../../diagnostics";
import { type EnvironmentSession, ForeignAlertError, NameHeldError } from "../../engine";
import { compare, type DesiredAlert, isInSync, nameHeldByUnsupported } from "../../reconcile";
import { type Alert } from "../../service";
import { type Diagnostic, type Diagnostics } from "../../tfplugin";
import { diagnosticsOf, toDiagnostic } from "../diagnostics";
import { type ProviderSession } from "../session";
import { justDeleted, tellForeign } from "./alert-problems";

interface NamedAlert {
  readonly name: string;
  /** The alert that is to have the name; undefined for one that is to be created. */
  readonly id: number | undefined;
  /** The name that it has had; undefined where it is to be created. */
  readonly before: string | undefined;
  /** As it is to be, as far as all of it is known. */
  readonly desired: DesiredAlert | undefined;
}

/** Adds an error for a name that the alert cannot have. @throws ServiceError */
export async function checkName(
  session: ProviderSession,
  wanted: NamedAlert,
  diagnostics: Diagnostics,
): Promise<void> {
  const { planned } = session;
  const environment = session;
  const { name, id, before } = wanted;
  if (!planned.reserve(name, id)) {
    diagnostics.add(plannedTwice(name));
    return;
  }
  if (name === before) return;
  const holder = await environment.live.findByName(name);
  if (holder === undefined || holder.id === id) return;
  if (holder.kind === "unknown") {
    diagnostics.add(toDiagnostic(nameHeldByUnsupported(holder)));
    return;
  }
  if (await isAdoptable(environment, holder, wanted)) return;
  const whose = await planned.learn(holder.id);
  if (whose !== "ours") {
    await tellTaken(session, holder, wanted, whose === "unsure" ? "warning" : "error", diagnostics);
    return;
  }
  if (id === undefined) return;
  const names = new Map((await environment.live.alerts()).map((alert) => [alert.name, alert.id]));
  const circle = planned.circleFrom(id, holder.id, (other) => names.get(other));
  if (circle === undefined) return;
  for (const diagnostic of diagnosticsOf(new NameHeldError(name, holder.id, true)))
    diagnostics.add(diagnostic);
}

/** Without a write: nothing is to be asked about whose it is. */
async function isAdoptable(
  environment: EnvironmentSession,
  holder: Alert,
  { id, desired }: NamedAlert,
): Promise<boolean> {
  if (id !== undefined || desired?.condition.kind !== holder.kind) return false;
  // Where the settings differ already, the configuration is not needed to know.
  if (compare(desired, { alert: holder, config: undefined }).settings.length > 0) return false;
  return isInSync(compare(desired, await environment.live.withConfig(holder)));
}

/**
 * The name is held by an alert that no resource of this run has in its state.
 * @param severity a warning where one may that Terraform has not told of: then the apply decides
 */
async function tellTaken(
  environment: ProviderSession,
  holder: Alert,
  { name, id, desired }: NamedAlert,
  severity: Diagnostic["severity"],
  diagnostics: Diagnostics,
): Promise<void> {
  if (id !== undefined) {
    diagnostics.add({
      severity,
      path: ["name"],
      summary: `${quote(name)}: another alert has this name already (id ${holder.id})`,
      detail:
        "No resource that Terraform has told of so far holds it. Where this run is to rename or delete that alert, apply " +
        `again; else delete or rename it, or choose another name. ${justDeleted}`,
    });
    return;
  }
  if (desired === undefined) return;
  const isSameKind = holder.kind === desired.condition.kind;
  const live = isSameKind ? await environment.live.withConfig(holder) : { alert: holder, config: undefined };
  const comparison = compare(desired, live);
  const isOwnHalf = comparison.isIncomplete && comparison.settings.length === 0;
  if (isOwnHalf) return;
  const differences = [...comparison.settings, ...(isSameKind ? comparison.config : [])];
  if (isSameKind && environment.existingAlerts === "adopt") {
    diagnostics.warning({
      path: ["name"],
      summary: `${quote(name)}: an alert of this name exists (id ${holder.id}), and will be taken over and changed`,
      detail: `existing_alerts is "adopt". It differs in ${differences.map(({ path }) => formatField(path)).join(", ")}.`,
    });
    return;
  }
  if (severity === "error") environment.claims.refuse(holder.id, desired);
  const foreign = new ForeignAlertError(desired, holder, differences);
  const mayBeDeleted = environment.live.mayShowDeletedAlerts;
  tellForeign(foreign, environment.existingAlerts, diagnostics, { severity, mayBeDeleted });
}

function plannedTwice(name: string): Diagnostic {
  return {
    severity: "error",
    path: ["name"],
    summary: `${quote(name)}: two resources are to have this name`,
    detail: "Names are unique in an environment: rename or remove all but one.",
  };
}
