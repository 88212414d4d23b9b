/**
 * Checks a planned name that is new to its alert. An error is certain. A warning leaves the decision to the apply:
 *
 *     the live alert with the name is             creation                               rename
 *     -----------------------------------------   ------------------------------------   -------
 *     planned to lose it, or tainted              allowed                                allowed
 *     planned to keep it                          error                                  error
 *     unknown, and ten or more requests wait      warning                                warning
 *     unknown, without a configuration            warning: the apply waits one window    warning
 *     unknown                                     error with an import block             error
 *
 * An alert without a plan is unknown. If `existing_alerts` is "adopt", a creation adopts it, unless its configuration is not wholly known,
 * and refuses an alert that is planned to lose the name. An apply before Terraform 1.16 decides again, without the other resources. So what
 * it finds under the name must be what the plan adopts.
 */
import {
  compare,
  decideAdoption,
  type DesiredAlert,
  fieldsOf,
  type LiveAlert,
  nameHeldByUnsupported,
} from "../../reconcile";
import { isSameText, isUnsupported } from "../../service";
import { type Diagnostics, toDiagnostic } from "../../tfplugin";
import { keepsName } from "../planned-alerts";
import { type ProviderSession } from "../session";
import { adoptionWarning, existingAlert, managedElsewhere, nameTaken, plannedTwice } from "./name-problems";

export interface PlannedName {
  readonly name: string;
  /** Key of the resource. */
  readonly owner: string;
  /** The alert to be renamed; undefined for an alert to be created. */
  readonly id: number | undefined;
  /** Undefined while a part of it is unknown. */
  readonly desired: DesiredAlert | undefined;
}

/** @returns the live alert that the creation adopts @throws ServiceError */
export async function checkName(
  session: ProviderSession,
  { name, owner, id, desired }: PlannedName,
  diagnostics: Diagnostics,
): Promise<LiveAlert | undefined> {
  const { existingAlerts, live, plans } = session;
  const listed = await live.findByName(name);
  const other = listed?.id === id ? undefined : listed;
  const holder = () => (other === undefined ? "loses" : holderOf(session, other.id, name));
  const outcome = await plans.waitForPlan(() => holder() === "loses" && !plans.isPlanned(name, id));
  const mayAdopt = id === undefined && existingAlerts === "adopt";
  if (outcome === "met" && mayAdopt && other !== undefined) diagnostics.add(managedElsewhere(name, other.id));
  if (outcome === "met" || holder() === "tainted") return undefined;
  if (other === undefined || holder() !== "unknown") {
    diagnostics.add(plannedTwice(name));
    return undefined;
  }
  if (isUnsupported(other)) {
    diagnostics.add(toDiagnostic(nameHeldByUnsupported(other)));
    return undefined;
  }
  // An adoption is decided here: a later request for the same alert then reports two resources.
  if (outcome === "full" && !mayAdopt) {
    diagnostics.add(nameTaken(name, other.id, "full"));
    return undefined;
  }
  const found = await live.withConfig(other);
  if (mayAdopt && desired !== undefined) {
    const comparison = compare(desired, found);
    const adoption = decideAdoption(comparison, existingAlerts);
    if (adoption !== "refuse") {
      plans.plan(other.id, { owner, name, isAdopted: true });
      diagnostics.add(adoptionWarning(name, other.id, adoption, fieldsOf(comparison)));
      return found;
    }
  }
  if (id === undefined) diagnostics.add(existingAlert(name, found, desired, "plan"));
  else diagnostics.add(nameTaken(name, other.id, found.config === undefined ? "incomplete" : "kept"));
  return undefined;
}

/** What this process knows of an alert that has the name: its plan, or its state. The resource of a tainted alert plans a creation. */
function holderOf(
  { plans, states }: ProviderSession,
  id: number,
  name: string,
): "keeps" | "loses" | "tainted" | "unknown" {
  const plan = plans.get(id);
  if (plan !== undefined) return keepsName(plan, name) ? "keeps" : "loses";
  const state = states.get(id)?.state;
  if (state === undefined) return "unknown";
  return isSameText(state.name, name) ? "tainted" : "loses";
}
