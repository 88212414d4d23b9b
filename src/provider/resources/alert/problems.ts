/** Problems of `dbmon_alert`, worded for Terraform users. */
import { formatField, ProblemError, quote } from "../../../diagnostics";
import { type Deletion, describeChanges, type ForeignAlertError } from "../../../engine";
import {
  compare,
  type ExistingAlerts,
  type FieldChange,
  type LiveAlert,
  unsupportedKind,
} from "../../../reconcile";
import { type Alert, isSameText, isUnsupported, type ListedAlert } from "../../../service";
import { type Diagnostic, type Diagnostics } from "../../../tfplugin";
import { diagnosticsOf } from "../../diagnostics";
import { type AlertState } from "./schema";

export const mayBeStaleHint =
  "If that alert was deleted or renamed less than a minute ago, the service may still list it. Plan again in a minute.";

export function addDiagnostics(error: ProblemError, name: string, diagnostics: Diagnostics): void {
  for (const diagnostic of diagnosticsOf(error, name)) diagnostics.add(diagnostic);
}

interface ForeignOptions {
  readonly existingAlerts: ExistingAlerts;
  /** Why the apply may succeed: the list still shows a deleted alert, or another resource frees the name. Undefined if it cannot. */
  readonly chance?: keyof typeof chances | undefined;
  /** Whether the list may still show alerts that were deleted before this run. */
  readonly mayBeDeleted: boolean;
}

const chances = {
  deleted:
    "It has no configuration, so it was probably deleted less than a minute ago. The apply waits until the service no longer lists it, " +
    "at most one minute, and then fails if it still does.",
  freed: "The apply fails, unless a resource that Terraform has not planned yet frees the name.",
};

/** A live alert holds the name of an alert to be created, and may not be adopted. */
export function foreignAlert(
  { desired, existing, differences }: ForeignAlertError,
  { existingAlerts, chance, mayBeDeleted }: ForeignOptions,
): Diagnostic {
  const isSameKind = existing.kind === desired.condition.kind;
  const isIdentical = isSameKind && differences.length === 0;
  const lines = differences.map(
    ({ path, from, to }) =>
      `  ${formatField(path)}: ${JSON.stringify(from)} in the service, ${JSON.stringify(to)} in the configuration`,
  );
  return {
    severity: chance === undefined ? "error" : "warning",
    path: ["name"],
    summary: `${quote(desired.name)}: an alert of this name already exists and ${isIdentical ? "is identical" : "differs"}`,
    detail: [
      `The alert in the service has the id ${existing.id}.${
        isIdentical ? ' existing_alerts is "error", which refuses every existing alert.' : " Differences:"
      }`,
      ...(isSameKind
        ? lines
        : [`  kind: ${existing.kind} in the service, ${desired.condition.kind} in the configuration`]),
      "",
      ...(chance === undefined ? [] : [chances[chance], ""]),
      // Terraform wraps lines at 78 columns, except indented ones.
      "Nothing was written. The remedy depends on what manages that alert:",
      "",
      "- Nothing manages it: add this block to import it, and plan again.",
      "",
      "    import {",
      "      to = dbmon_alert.NAME",
      `      id = "${existing.id}"`,
      "    }",
      "",
      existingAlerts !== "adopt" && isSameKind
        ? `  To adopt such alerts without a block, set existing_alerts = "${isIdentical ? "adopt_identical" : "adopt"}"\n  in the provider.`
        : undefined,
      "  To keep it unmanaged, rename this alert.",
      "",
      "- This resource under a former address: add this block and plan again.",
      "",
      "    moved {",
      "      from = dbmon_alert.OLD_NAME",
      "      to   = dbmon_alert.NAME",
      "    }",
      "",
      "- A resource that this run deletes or renames: apply again. Terraform",
      "  requested this one too early.",
      "- A resource of another provider block: apply that resource first:",
      "  terraform apply -target=ADDRESS.",
      "- This resource, which replaces its own alert:",
      "  names are unique, so create_before_destroy cannot work.",
      "  Remove it, run terraform destroy -target=dbmon_alert.NAME, and apply.",
      "  If this resource does not set it, a resource that depends on this one",
      "  does. Remove it there.",
      ...(mayBeDeleted
        ? [
            "- It was deleted or renamed less than a minute ago: plan again in a minute.",
            "  The service may still list it.",
          ]
        : []),
    ]
      .filter((line) => line !== undefined)
      .join("\n"),
  };
}

/** An existing alert could be adopted, but the provider does not receive the resources that may manage it. */
export function maybeManaged(name: string, id: number): Diagnostic {
  return {
    severity: "error",
    path: ["name"],
    summary: `${quote(name)}: an alert of this name already exists (id ${id}), and -target may hide the resource that manages it`,
    detail:
      "With -target or -exclude, Terraform does not show the provider the other resources of the state, so the alert is not adopted. " +
      "Nothing was written. Run Terraform without these options. If no resource manages the alert, you can also import it first:\n\n" +
      `  import {\n    to = dbmon_alert.NAME\n    id = "${id}"\n  }`,
  };
}

/** @throws ProblemError if the alert has an unsupported kind */
export function requireSupportedKind(alert: ListedAlert): Alert {
  if (isUnsupported(alert)) throw new ProblemError([unsupportedKind(alert)]);
  return alert;
}

/** Whether the live alert has neither the name nor the configuration of the known one. An incomplete alert has no configuration. */
export function isMismatch(live: LiveAlert, { alert, config }: LiveAlert): boolean {
  if (config === undefined || isSameText(live.alert.name, alert.name)) return false;
  return compare({ ...alert, ...config }, live).config.length > 0;
}

/** The id in the state belongs to a different alert in the service. This is not treated as drift. */
export function mismatchedAlert(live: Pick<Alert, "id" | "name">, name: string): ProblemError {
  return ProblemError.of(
    `The alert with the id ${live.id} is named ${quote(live.name)} in the service, and its configuration differs from the state too.`,
    {
      where: { subject: name },
      remedy:
        "Check that the API token belongs to the right environment. Nothing was written. If this is the right alert, remove it " +
        `from the state (terraform state rm) and import it by its id, ${live.id}.`,
    },
  );
}

/** A warning, because only the plan can decide whether the mismatch is an error. */
export function mismatchWarning(live: Alert, name: string): Diagnostic {
  return {
    severity: "warning",
    summary: `${quote(name)}: the alert with the id ${live.id} is named ${quote(live.name)} in the service, and its configuration differs too`,
    detail:
      "Unless this configuration describes that alert, the plan is refused: the API token may belong to another environment.",
  };
}

/** The deletion was planned from the state before the refresh, so Terraform does not show these changes. */
export function deletedWithChanges(
  { id, name }: Pick<AlertState, "id" | "name">,
  changes: readonly FieldChange[],
): Diagnostic {
  return {
    severity: "warning",
    summary: `${quote(name)}: The alert (id ${id}) was changed since the last apply: ${describeChanges(changes)}.`,
    detail: "It is deleted with these changes. To keep the alert, do not apply this plan.",
  };
}

/**
 * Another resource adopted the alert under the name that this resource gives up.
 * @param newId the alert that this resource has instead; undefined if it could not be created
 */
export function adoptedByAnother(id: number, newId: string | undefined): ProblemError {
  const reason = `Another resource of this run adopted the alert (id ${id}) under its former name.`;
  return newId === undefined
    ? ProblemError.of(`${reason} A new alert could not be created for this resource.`, {
        remedy: "Fix the error above and apply again.",
      })
    : ProblemError.of(`${reason} This resource has a new alert (id ${newId}).`, {
        remedy: "Run terraform apply again.",
      });
}

/** The apply that adopted the alert did not know that another resource manages it. */
export function wronglyAdopted({ id, name: liveName }: Pick<Alert, "id" | "name">, name: string): Diagnostic {
  const isRenamed = !isSameText(liveName, name);
  return {
    severity: "warning",
    summary: `${quote(name)}: the adopted alert (id ${id}) belongs to another resource${isRenamed ? `, which had renamed it to ${quote(liveName)}` : ""}`,
    detail: `${
      isRenamed
        ? "The list of alerts was stale when it was adopted."
        : "It had been renamed outside Terraform after the plan was made."
    } Apply to create an alert for this resource.`,
  };
}

/** The alert was renamed outside Terraform, and an apply that did not know this resource adopted it for another one. */
export function lostAlert({ id, name: liveName }: Pick<Alert, "id" | "name">, name: string): Diagnostic {
  return {
    severity: "warning",
    summary: `${quote(name)}: another resource adopted the alert (id ${id}) under the name ${quote(liveName)}`,
    detail:
      "The alert had been renamed outside Terraform after the plan was made. Apply to create an alert for this resource.",
  };
}

/** An interrupted run can leave an alert in the states of two resources, of which the configuration has one. */
export function keptForOther({ id, name }: Pick<AlertState, "id" | "name">): Diagnostic {
  return {
    severity: "warning",
    summary: `${quote(name)}: the alert (id ${id}) is not deleted, because another resource in this state manages it`,
    detail: "Only this resource is removed from the state.",
  };
}

/** The deletion of the alert was planned before this resource, so it cannot keep the alert. */
export function deletedByAnother({ id, name }: Pick<AlertState, "id" | "name">): Diagnostic {
  return {
    severity: "warning",
    summary: `${quote(name)}: another resource in this state deletes the alert (id ${id}), so this resource creates a new one`,
    detail:
      "An alert belongs to one resource. To keep it, do not apply this plan, and remove the resource that is no longer in the " +
      "configuration from the state: terraform state rm ADDRESS.",
  };
}

/** The alert was not deleted because another resource needs it. */
export function notDeleted(
  { id, name }: Pick<AlertState, "id" | "name">,
  deletion: Exclude<Deletion, "deleted">,
): Diagnostic {
  if (deletion === "handed-over") {
    return {
      severity: "warning",
      summary: `${quote(name)}: the alert was not deleted, because another resource adopted it`,
      detail: `The alert with the id ${id} is now in the state of that resource.`,
    };
  }
  return {
    severity: "warning",
    summary: `${quote(name)}: the alert was updated instead of deleted, because a new resource of this name was refused`,
    detail: `The alert with the id ${id} now matches that resource. Apply again to adopt it without a write.`,
  };
}

export function nothingToImport(id: string): ProblemError {
  return ProblemError.of(`No alert has the id or name ${quote(id)}.`, {
    remedy: "Use the alert's id as the service lists it, or its exact name.",
  });
}
