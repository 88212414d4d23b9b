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
import { type Alert, isUnsupported } from "../../service";
import { type Diagnostic, type Diagnostics, toDiagnostic } from "../../tfplugin";
import { type ProviderSession } from "../session";
import {
  adoptionWarning,
  existingAlert,
  incompleteAlert,
  nameTaken,
  plannedTwice,
  undecided,
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
  planned: PlannedName,
  diagnostics: Diagnostics,
): Promise<LiveAlert | undefined> {
  const { activity, live, names } = session;
  const { name, id } = planned;
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
  // An adoption is decided here: a later request for the same alert then reports two resources.
  if (outcome === "saturated" && !mayAdopt(session, planned)) {
    diagnostics.add(undecided(name, other.id));
    return undefined;
  }
  return checkUnknownAlert(session, planned, other, diagnostics);
}

function mayAdopt({ existingAlerts }: ProviderSession, { id, reviewed }: PlannedName): boolean {
  return id === undefined && existingAlerts === "adopt" && reviewed !== "none";
}

/** Checks the name of a live alert that no request of this process has shown. */
async function checkUnknownAlert(
  session: ProviderSession,
  planned: PlannedName,
  existing: Alert,
  diagnostics: Diagnostics,
): Promise<LiveAlert | undefined> {
  const { name, desired, reviewed } = planned;
  const found = await session.live.withConfig(existing);
  const isAdoptable = mayAdopt(session, planned);
  if (isAdoptable && desired === undefined) return undefined;
  const comparison = desired === undefined ? undefined : compare(desired, found);
  if (isAdoptable && comparison !== undefined) {
    const adoption = decideAdoption(comparison, session.existingAlerts);
    if (adoption !== "refuse") {
      session.names.planChange(existing.id, { action: "keep", name, isAdoption: true });
      diagnostics.add(adoptionWarning(name, existing.id, adoption, fieldsOf(comparison)));
      return reviewed === "none" ? undefined : (reviewed ?? found);
    }
  }
  diagnostics.add(problemOf(planned, found));
  return undefined;
}

function problemOf({ name, id, desired }: PlannedName, existing: LiveAlert): Diagnostic {
  if (existing.config === undefined) return incompleteAlert(name, existing.alert.id, id === undefined);
  return id === undefined ? existingAlert(name, existing, desired, true) : nameTaken(name, existing.alert.id);
}
