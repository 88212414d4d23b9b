/**
 * Checks a planned name that is new to its alert. The result depends on what the requests of this process show about the live alert that
 * has the name:
 *
 *     the live alert is                           creation                               rename
 *     -----------------------------------------   ------------------------------------   -------
 *     renamed, replaced or deleted, or its        allowed                                allowed
 *       state has another name
 *     kept under the name by another resource     error                                  error
 *     unknown, and ten or more requests wait      warning: the apply decides; adopted    warning
 *                                                   if `existing_alerts` is "adopt"
 *     unknown, without a configuration            warning: the apply waits, then         warning
 *                                                   refuses it
 *     unknown                                     error; adopted if `existing_alerts`    error
 *                                                   is "adopt"
 */
import {
  compare,
  decideAdoption,
  type DesiredAlert,
  fieldsOf,
  type LiveAlert,
  nameHeldByUnsupported,
} from "../../reconcile";
import { isUnsupported } from "../../service";
import { type Diagnostics, toDiagnostic } from "../../tfplugin";
import { type ProviderSession } from "../session";
import {
  adoptionWarning,
  existingAlert,
  incompleteAlert,
  nameMayBeTaken,
  nameTaken,
  plannedTwice,
} from "./name-problems";

export interface PlannedName {
  readonly name: string;
  /** The alert to be renamed; undefined for an alert to be created. */
  readonly id: number | undefined;
  /** Undefined while a part of it is unknown. */
  readonly desired: DesiredAlert | undefined;
  /**
   * The alert that the first plan adopts, if an apply plans again and the client sends the first plan. Then no other alert is adopted.
   * Undefined if this is the first plan, or if the client does not send it.
   */
  readonly reviewed: LiveAlert | "none" | undefined;
}

/**
 * Adds an error if the alert cannot have the name, and a warning if only the apply can decide.
 * @returns the live alert that the creation adopts
 * @throws ServiceError
 */
export async function checkName(
  session: ProviderSession,
  { name, id, desired, reviewed }: PlannedName,
  diagnostics: Diagnostics,
): Promise<LiveAlert | undefined> {
  const { activity, existingAlerts, live, names } = session;
  const listed = await live.findByName(name);
  const other = listed?.id === id ? undefined : listed;
  const release = () => (other === undefined ? "freed" : names.plannedReleaseOf(other.id, name));
  const isMet = () => release() === "freed" && !names.isNamePlanned(name, id);
  const outcome = await activity.waitUntil({ isMet });
  if (outcome === "met" || release() === "replaced") return undefined;
  if (other === undefined || release() !== "unknown") {
    diagnostics.add(plannedTwice(name));
    return undefined;
  }
  if (isUnsupported(other)) {
    diagnostics.add(toDiagnostic(nameHeldByUnsupported(other)));
    return undefined;
  }
  const mayAdopt = id === undefined && existingAlerts === "adopt" && reviewed !== "none";
  // An adoption is decided here: a later request for the same alert then reports two resources.
  if (outcome === "saturated" && !mayAdopt) {
    diagnostics.add(nameMayBeTaken(name, other.id));
    return undefined;
  }
  const found = await live.withConfig(other);
  if (mayAdopt) {
    if (desired === undefined) return undefined;
    const comparison = compare(desired, found);
    const adoption = decideAdoption(comparison, existingAlerts);
    if (adoption !== "refuse") {
      names.planChange(other.id, { action: "keep", name, isAdoption: true });
      diagnostics.add(adoptionWarning(name, other.id, adoption, fieldsOf(comparison)));
      return reviewed ?? found;
    }
  }
  if (found.config === undefined) diagnostics.add(incompleteAlert(name, other.id, id === undefined));
  else if (id === undefined) diagnostics.add(existingAlert(name, found, desired, true));
  else diagnostics.add(nameTaken(name, other.id));
  return undefined;
}
