/** What can be wrong with an alert in the service, in the words of a Terraform user. */
import { formatField, ProblemError, quote } from "../../diagnostics";
import { type Deleted, type ExistingAlerts, type ForeignAlertError } from "../../engine";
import { unsupportedKind } from "../../reconcile";
import { type Alert, type ListedAlert } from "../../service";
import { type Diagnostic, type Diagnostics } from "../../tfplugin";
import { diagnosticsOf } from "../diagnostics";

/** A plan does not wait to tell that an alert is in the way. */
export const justDeleted =
  "If it was deleted or renamed less than a minute ago, the service may only still show it: plan again in a minute.";

interface ForeignCircumstances {
  /** A warning where a plan cannot be sure. */
  readonly severity: Diagnostic["severity"];
  /** The list may still show what was deleted before this run. */
  readonly mayBeDeleted: boolean;
}

export function tellForeign(
  { desired, existing, differences }: ForeignAlertError,
  existingAlerts: ExistingAlerts,
  diagnostics: Diagnostics,
  { severity = "error", mayBeDeleted = false }: Partial<ForeignCircumstances> = {},
): void {
  const canAdopt = existingAlerts === "error" && existing.kind === desired.condition.kind;
  const lines = differences.map(
    ({ path, from, to }) =>
      `  ${formatField(path)}: ${JSON.stringify(from)} in the service, ${JSON.stringify(to)} here`,
  );
  diagnostics.add({
    severity,
    path: ["name"],
    summary: `${quote(desired.name)}: an alert of this name exists already, and differs`,
    detail: [
      `The service holds it under the id ${existing.id}:`,
      ...(existing.kind === desired.condition.kind ? lines : [`  it is of kind ${existing.kind}`]),
      "",
      ...(severity === "error"
        ? []
        : [
            "The apply is refused, unless a resource that Terraform has not told of yet makes room for it.",
            "",
          ]),
      "Nothing was written. To manage it from here, add this block and plan again:",
      "",
      "  import {",
      `    to = dbmon_alert.NAME`,
      `    id = "${existing.id}"`,
      "  }",
      "",
      "Or, where it is in Terraform's state under an address that has changed, this one:",
      "",
      "  moved {",
      "    from = dbmon_alert.OLD_NAME",
      "    to   = dbmon_alert.NAME",
      "  }",
      "",
      canAdopt
        ? 'Or set existing_alerts = "adopt" in the provider, or give this alert another name.'
        : "Or give this alert another name.",
      ...(mayBeDeleted ? [justDeleted] : []),
      "",
      "If this run itself deletes or renames that alert, Terraform asked for this one too early: apply again.",
      "If it is this resource's own alert, being replaced: names are unique, so create_before_destroy cannot work here.",
      "Remove it, run terraform destroy -target=dbmon_alert.NAME, and apply.",
    ].join("\n"),
  });
}

/** @throws ProblemError where the alert is of a kind that this version does not know */
export function ofKnownKind(found: ListedAlert): Alert {
  if (found.kind === "unknown") throw new ProblemError([unsupportedKind(found)]);
  return found;
}

/** Neither the name nor the configuration is that of the state: it is not taken for drift. */
export function strangeAlert(found: Pick<Alert, "id" | "name">, name: string): ProblemError {
  return ProblemError.of(
    `The service's alert with the id ${found.id} is named ${quote(found.name)}, and its configuration is another than the state's too.`,
    {
      where: { subject: name },
      remedy:
        "Is the token that of another environment? Nothing was written. If the alert is really this one, remove it from the " +
        `state (terraform state rm) and import it by its id, ${found.id}.`,
    },
  );
}

/** The same as a warning, where only the plan can tell whether it is an error. */
export function alreadyOtherwise(found: Alert, name: string): Diagnostic {
  return {
    severity: "warning",
    summary: `${quote(name)}: the service's alert with the id ${found.id} is named ${quote(found.name)}, and its configuration is another too`,
    detail:
      "Where that is not what this configuration says, the plan is refused: the token may be that of another environment.",
  };
}

/** Another resource has adopted the alert under the name that this one gives up. */
export function takenOver(id: number): ProblemError {
  return ProblemError.of(`Another resource of this run has taken the alert (id ${id}) over.`, {
    remedy:
      "It found the alert under the name that this resource was to give up. Remove that resource from the state " +
      "(terraform state rm), and apply again.",
  });
}

/** The alert is another resource's: now, or in the next run. */
export function notDeleted(
  { id, name }: { readonly id: string; readonly name: string },
  why: Exclude<Deleted, "deleted">,
): Diagnostic {
  if (why === "handed-over") {
    return {
      severity: "warning",
      summary: `${quote(name)}: the alert was not deleted, for another resource has taken it over`,
      detail: `The alert with the id ${id} is now in the state of that resource.`,
    };
  }
  return {
    severity: "warning",
    summary: `${quote(name)}: the alert was not deleted but changed, for another resource of this name was refused because of it`,
    detail: `The alert with the id ${id} is now as that resource has it. Apply again: it takes the alert over without a write.`,
  };
}

export function changedMeanwhile(id: number): ProblemError {
  return ProblemError.of(`The alert (id ${id}) was changed since the plan was made.`, {
    remedy: "Nothing was written to it. Plan again, and look at what changed.",
  });
}

export function deletedMeanwhile(id: number): ProblemError {
  return ProblemError.of(`The alert (id ${id}) was deleted since the plan was made.`, {
    remedy: "Plan again.",
  });
}

export function nothingToImport(id: string): ProblemError {
  return ProblemError.of(`There is no alert with the id or name ${quote(id)}.`, {
    remedy: "Give the alert's id as the service's list shows it, or its exact name.",
  });
}

export function tell(error: ProblemError, name: string, diagnostics: Diagnostics): void {
  diagnosticsOf(error, name).forEach((diagnostic) => {
    diagnostics.add(diagnostic);
  });
}
