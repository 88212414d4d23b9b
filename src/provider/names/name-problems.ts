/** Diagnostics about names of alerts, and about alerts with two resources. */
import { formatField, ProblemError, quote } from "../../diagnostics";
import {
  type AlertComparison,
  compare,
  describeAdoption,
  type DesiredAlert,
  type FieldChange,
  fieldsOf,
  isInSync,
  type LiveAlert,
} from "../../reconcile";
import { type Diagnostic } from "../../tfplugin";
import { type PlannedAlert } from "../planned-alerts";

/** The last lines of the errors of a plan. Terraform plans before it destroys, and the provider cannot distinguish these plans. */
export const destroyHint = "\nIf this error blocks a destroy, run: terraform destroy -refresh=false";

const staleHint = "If that alert was renamed or deleted within the last minute, run again in a minute.";
const againHint = "If this run renames or deletes that alert, apply again.";
const uniqueHint = "Names are unique in an environment.";
const withoutAdoption = 'apply with existing_alerts = "error", which is the default.';
const waitHint =
  "It was deleted within the last minute, or its creation was interrupted. The apply waits up to one minute for the service to stop listing " +
  "it, and fails if it does not.";

/** Only a change of the kind replaces an alert. A repeated plan does not show the provider that the resource replaces this alert. */
const createBeforeDestroyHint =
  "If this resource replaces that alert: names are unique, so create_before_destroy cannot work. Remove it, run " +
  "terraform destroy -target=dbmon_alert.NAME, and apply.";

/** @param detail lines @param severity default: error */
function nameProblem(
  name: string,
  what: string,
  detail: readonly string[],
  severity: Diagnostic["severity"] = "error",
): Diagnostic {
  return { severity, path: ["name"], summary: `${quote(name)}: ${what}`, detail: detail.join("\n") };
}

/** A live alert has the name of an alert to be created. @param desired undefined while a part of it is unknown */
export function existingAlert(
  name: string,
  live: LiveAlert,
  desired: DesiredAlert | undefined,
  phase: "plan" | "apply",
): Diagnostic {
  const { id } = live.alert;
  const comparison = desired && compare(desired, live);
  const differences = desired && comparison ? differencesOf(comparison, live, desired) : [];
  const isWarning = phase === "plan" && live.config === undefined;
  const what = `an alert with this name already exists (id ${id})${predicateOf(live, comparison)}`;
  const detail = [
    ...(differences.length > 0 ? [...differences, ""] : []),
    phase === "apply" ? againHint : isWarning ? waitHint : staleHint,
    // Terraform wraps lines at 78 columns, except indented ones.
    "Otherwise import it, after terraform state rm ADDRESS if the state has this resource:",
    "",
    "    import {",
    "      to = dbmon_alert.NAME",
    `      id = "${id}"`,
    "    }",
    "",
    ...(comparison?.kindChanged === true
      ? ["The import replaces that alert, because its kind cannot change.", createBeforeDestroyHint]
      : []),
    "See docs/guides/existing-alerts.md.",
    ...(phase === "plan" && !isWarning ? [destroyHint] : []),
  ];
  return nameProblem(name, what, detail, isWarning ? "warning" : "error");
}

function predicateOf(live: LiveAlert, comparison: AlertComparison | undefined): string {
  if (comparison?.kindChanged === true) return " and is of the other kind";
  if (live.config === undefined)
    return comparison === undefined || comparison.settings.length === 0
      ? " and is incomplete"
      : " and is incomplete and differs";
  if (comparison === undefined) return "";
  return isInSync(comparison) ? " and is identical" : " and differs";
}

/** Lines of text. Omits the configuration if the live alert has none. */
function differencesOf(comparison: AlertComparison, { alert }: LiveAlert, desired: DesiredAlert): string[] {
  if (comparison.kindChanged)
    return [`  kind: ${alert.kind} in the service, ${desired.condition.kind} in the configuration`];
  return (comparison.isIncomplete ? comparison.settings : fieldsOf(comparison)).map(
    ({ path, from, to }) =>
      `  ${formatField(path)}: ${JSON.stringify(from)} in the service, ${JSON.stringify(to)} in the configuration`,
  );
}

/** Another live alert has the new name of an alert. `full`: so many requests wait that the plan of that alert cannot arrive. */
export function nameTaken(name: string, id: number, reason: "kept" | "incomplete" | "full"): Diagnostic {
  const what = `another alert has this name (id ${id})`;
  if (reason === "kept") {
    const remedy = `${staleHint} Otherwise choose another name. See docs/guides/renaming.md.`;
    return nameProblem(name, what, [remedy, destroyHint]);
  }
  const full =
    "Ten or more resources wait for names, so Terraform cannot plan a resource that frees this one. The apply waits until this run renames " +
    "or deletes that alert, and fails if it does not.";
  return nameProblem(name, what, [reason === "full" ? full : waitHint], "warning");
}

export function plannedTwice(name: string): Diagnostic {
  const remedy = `${uniqueHint} Rename or remove all but one.`;
  return nameProblem(name, "two resources are planned to have this name", [remedy, destroyHint]);
}

/** With "adopt", a creation under a name that another resource frees, or freed within the last minute. */
export function managedElsewhere(name: string, id: number): Diagnostic {
  const what = `another resource manages the alert that is listed with this name (id ${id})`;
  const remedy = `If this run renames or deletes it, ${withoutAdoption}`;
  return nameProblem(name, what, [staleHint, remedy, destroyHint]);
}

/** With "adopt", a creation whose name only the apply knows. */
export function unknownName(): Diagnostic {
  return {
    severity: "error",
    path: ["name"],
    summary: 'existing_alerts is "adopt", and the name of this alert is known only after the apply',
    detail: `The plan cannot show which alert would be adopted. To create the alert, ${withoutAdoption}\n${destroyHint}`,
  };
}

/** Two resources manage the alert, or one manages it and the other adopts it. */
export function managedTwice(id: number, plan: PlannedAlert, previous: PlannedAlert): Diagnostic {
  const names = [...new Set([plan.name, previous.name])].filter((name) => name !== undefined);
  const [name = ""] = names;
  if (previous.isAdopted === true) {
    const remedy = `${uniqueHint} Rename one of the two alerts, apply this change before you add the other resource, or ${withoutAdoption}`;
    const what = `another resource adopts the alert of this resource (id ${id})`;
    return nameProblem(name, what, [remedy, destroyHint]);
  }
  return nameProblem(name, `two resources in this state manage the alert with the id ${id}`, [
    `They name it ${names.map(quote).join(" and ")}. Remove all but one of them from the state:`,
    "",
    "    terraform state rm ADDRESS",
    destroyHint,
  ]);
}

export function adoptionWarning(
  name: string,
  id: number,
  adoption: Parameters<typeof describeAdoption>[0],
  differences: readonly FieldChange[],
): Diagnostic {
  const fields = differences.map(({ path }) => formatField(path)).join(", ");
  const what = `an alert with this name ${describeAdoption(adoption, id)}, and destroying this resource deletes it`;
  const detail =
    (differences.length === 0 ? "" : `It differs in ${fields}. `) +
    'existing_alerts is "adopt". If the alert must not be managed by this resource, rename the resource\'s alert.';
  return nameProblem(name, what, [detail], "warning");
}

/** The name was not freed in time. @param interim the name that the alert to be renamed has for now */
export function nameHeld(name: string, other: number, interim?: string): ProblemError {
  const state = interim === undefined ? "" : ` For now, this alert has the interim name ${quote(interim)}.`;
  return ProblemError.of("name-taken", `The name is still held by another alert (id ${other}).${state}`, {
    where: { subject: name, field: ["name"] },
    remedy: `${againHint} Otherwise, choose another name.`,
  });
}
