/**
 * Adoption: what a creation does with a live alert that has its name.
 *
 *     live alert           adopt      error
 *     ------------------   --------   ------
 *     identical            adopt      refuse
 *     no configuration     complete   refuse
 *     other differences    update     refuse
 *     other kind           refuse     refuse
 */
import { errorOf, formatField, type Problem, warningOf } from "../diagnostics";
import { type Alert } from "../service";
import { type AlertComparison, compare, fieldsOf, isInSync } from "./compare";
import { type PlanContents } from "./plan";

export const existingAlertsValues = ["adopt", "error"] as const;

/** What to do with a live alert that has the name of an alert to be created. */
export type ExistingAlerts = (typeof existingAlertsValues)[number];

export function isExistingAlerts(text: string): text is ExistingAlerts {
  return existingAlertsValues.some((value) => value === text);
}

export type Adoption = "adopt" | "complete" | "update" | "refuse";

export function decideAdoption(comparison: AlertComparison, existingAlerts: ExistingAlerts): Adoption {
  if (comparison.kindChanged || existingAlerts === "error") return "refuse";
  if (comparison.isIncomplete) return "complete";
  return isInSync(comparison) ? "adopt" : "update";
}

export function describeAdoption(adoption: Exclude<Adoption, "refuse">, id: number): string {
  const effects = {
    adopt: "with identical content: it will be adopted",
    complete: "without its configuration: it will be adopted and completed",
    update: "and differs: it will be adopted and updated",
  };
  return `exists already (id ${id}) ${effects[adoption]}`;
}

/**
 * Refuses definitions whose names live alerts have, with two exceptions: `renamedFrom` declares that an alert exists, and an incomplete
 * alert may come from a run that was killed between its two calls. If it were refused, no later run could complete it.
 */
export function refuseExistingAlerts({ changes }: Pick<PlanContents, "changes">): Problem[] {
  return changes.flatMap((change) => {
    if (change.action === "create" || change.action === "delete") return [];
    const { desired, live } = change;
    if (live.alert.name !== desired.name) return [];
    const comparison = compare(desired, live);
    const problem =
      comparison.isIncomplete && comparison.settings.length === 0
        ? completionWarning(live.alert)
        : conflictError(comparison, live.alert);
    return [{ ...problem, where: { subject: desired.name, field: ["name"] } }];
  });
}

function completionWarning({ id }: Alert): Problem {
  const what = `An alert with this name ${describeAdoption("complete", id)}, and dbmon destroy deletes it.`;
  return warningOf("name-taken", what, { remedy: "If someone else manages it, rename this definition." });
}

function conflictError(comparison: AlertComparison, { id, kind }: Alert): Problem {
  const exists = `An alert with this name already exists (id ${id})`;
  if (comparison.kindChanged) {
    return errorOf("name-taken", `${exists} and is of the other kind (${kind}).`, {
      remedy: "Delete that alert, or rename this definition. See docs/guides/existing-alerts.md.",
    });
  }
  const differences = fieldsOf(comparison).map(({ path }) => formatField(path));
  if (differences.length === 0) {
    return errorOf("name-taken", `${exists} with identical content.`, {
      remedy:
        "Rename this definition, or adopt the alert with --existing adopt. See docs/guides/existing-alerts.md.",
    });
  }
  return errorOf("name-taken", `${exists} and differs in ${differences.join(", ")}.`, {
    remedy:
      "Rename this definition, or adopt and update the alert with --existing adopt. See docs/guides/existing-alerts.md.",
  });
}
