/**
 * Adoption: what happens to a live alert that has the name of an alert to be created.
 *
 *     live alert                              adopt      adopt_identical   error
 *     -------------------------------------   --------   ---------------   --------
 *     identical                               adopt      adopt             refuse
 *     no configuration, identical settings    complete   complete          complete
 *     other differences                       update     refuse            refuse
 *     other kind                              refuse     refuse            refuse
 *
 * An incomplete alert with the desired settings may come from a run that was killed between its two calls. If `error`
 * refused it, no later run could complete it.
 */
import { formatField, type Problem } from "../diagnostics";
import { type Alert } from "../service";
import { compare, type Comparison, fieldsOf, isInSync } from "./compare";
import { type PlanContents } from "./plan";

export const existingAlertsValues = ["adopt", "adopt_identical", "error"] as const;

/** What to do with a live alert that has the name of an alert to be created. */
export type ExistingAlerts = (typeof existingAlertsValues)[number];

export const defaultExistingAlerts = "adopt_identical" satisfies ExistingAlerts;

export function isExistingAlerts(text: string): text is ExistingAlerts {
  return existingAlertsValues.some((value) => value === text);
}

export type Adoption = "adopt" | "complete" | "update" | "refuse";

export function decideAdoption(comparison: Comparison, existingAlerts: ExistingAlerts): Adoption {
  if (comparison.kindChanged) return "refuse";
  if (comparison.isIncomplete && comparison.settings.length === 0) return "complete";
  if (isInSync(comparison)) return existingAlerts === "error" ? "refuse" : "adopt";
  return existingAlerts === "adopt" ? "update" : "refuse";
}

/** The predicate of a sentence about the live alert. The caller adds what deletes the alert. */
export function describeAdoption(adoption: Exclude<Adoption, "refuse">, id: number): string {
  switch (adoption) {
    case "adopt":
      return `exists already (id ${id}) with identical content: it will be adopted`;
    case "complete":
      return `exists already (id ${id}) without its configuration: it will be adopted and completed`;
    case "update":
      return `exists already (id ${id}) and differs: it will be adopted and updated`;
  }
}

/**
 * Announces adoptions, and refuses those that `existingAlerts` does not allow. An alert that `renamedFrom` names is neither:
 * its definition declares that it exists.
 */
export function checkExistingAlerts(
  { changes }: Pick<PlanContents, "changes">,
  existingAlerts: ExistingAlerts,
): Problem[] {
  return changes.flatMap((change) => {
    if (change.action === "create" || change.action === "delete") return [];
    const { desired, live } = change;
    if (live.alert.name !== desired.name) return [];
    const comparison = compare(desired, live);
    const adoption = decideAdoption(comparison, existingAlerts);
    const problem =
      adoption === "refuse" ? refusalOf(comparison, live.alert) : announcementOf(adoption, live.alert);
    return [{ ...problem, where: { subject: desired.name, field: ["name"] } }];
  });
}

function announcementOf(adoption: Exclude<Adoption, "refuse">, { id }: Alert): Problem {
  return {
    severity: "warning",
    what: `An alert of this name ${describeAdoption(adoption, id)}, and dbmon destroy deletes it.`,
    remedy: "If someone else manages it, rename this definition.",
  };
}

function refusalOf(comparison: Comparison, { id, kind }: Alert): Problem {
  const exists = `An alert of this name already exists (id ${id})`;
  if (comparison.kindChanged) {
    return {
      severity: "error",
      what: `${exists} and has the other kind (${kind}).`,
      remedy: "Delete that alert, or rename this definition.",
    };
  }
  const differences = fieldsOf(comparison).map(({ path }) => formatField(path));
  if (differences.length === 0) {
    return {
      severity: "error",
      what: `${exists} with identical content.`,
      remedy: "Rename this definition, or adopt the alert with --existing adopt_identical.",
    };
  }
  return {
    severity: "error",
    what: `${exists} and differs in ${differences.join(", ")}.`,
    remedy: "Rename this definition, or adopt and update the alert with --existing adopt.",
  };
}
