/** Diagnostics about names of alerts. */
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

/** Terraform plans before it destroys, so an error of a plan blocks `terraform destroy`. */
export const destroyHint = "To destroy anyway, run: terraform destroy -refresh=false";

const staleHint = "If that alert was renamed or deleted within the last minute, run again in a minute.";

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
  isPlan: boolean,
): Diagnostic {
  const { id } = live.alert;
  const isIncomplete = live.config === undefined;
  const comparison = desired && compare(desired, live);
  const hasOtherKind = comparison?.kindChanged === true;
  const differences = desired && comparison ? differencesOf(comparison, live, desired) : [];
  return nameProblem(name, `an alert with this name already exists (id ${id})${predicateOf(comparison)}`, [
    ...(differences.length > 0 ? [...differences, ""] : []),
    isIncomplete ? "Its creation was interrupted." : staleHint,
    ...importSteps(isIncomplete ? "Import it" : "Otherwise import it", id),
    ...(hasOtherKind
      ? ["The import replaces that alert, because its kind cannot change.", createBeforeDestroyHint]
      : []),
    "See docs/guides/existing-alerts.md.",
    ...(isPlan ? [destroyHint] : []),
  ]);
}

function predicateOf(comparison: AlertComparison | undefined): string {
  if (comparison === undefined) return "";
  const { kindChanged, isIncomplete, settings } = comparison;
  if (kindChanged) return " and is of the other kind";
  if (isIncomplete) return settings.length === 0 ? " and is incomplete" : " and is incomplete and differs";
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

/** A live alert without a configuration has the name: its creation was interrupted, or it was deleted and is still listed. */
export function incompleteAlert(name: string, id: number, isCreation: boolean): Diagnostic {
  const detail = [
    "Its creation was interrupted, or it was deleted within the last minute. The apply waits up to one minute for the service to stop " +
      "listing it, and fails if it does not.",
    ...(isCreation ? importSteps("To manage that alert with this resource, import it", id) : []),
  ];
  return nameProblem(
    name,
    `an alert with this name already exists (id ${id}) and is incomplete`,
    detail,
    "warning",
  );
}

/** Terraform wraps lines at 78 columns, except indented ones. */
function importSteps(instruction: string, id: number): string[] {
  return [
    `${instruction}, after terraform state rm ADDRESS if the state has this resource:`,
    "",
    "    import {",
    "      to = dbmon_alert.NAME",
    `      id = "${id}"`,
    "    }",
    "",
  ];
}

/** A live alert has the new name of an alert to be renamed. */
export function nameTaken(name: string, id: number): Diagnostic {
  const remedy = `${staleHint} Otherwise choose another name. See docs/guides/renaming.md.`;
  return nameProblem(name, `another alert has this name (id ${id})`, [remedy, destroyHint]);
}

/** Two resources of this process are planned to have the name. */
export function plannedTwice(name: string): Diagnostic {
  const remedy = "Names are unique in an environment. Rename or remove all but one.";
  return nameProblem(name, "two resources are planned to have this name", [remedy, destroyHint]);
}

/** So many requests wait that the change of the alert that has the name cannot be planned. */
export function nameMayBeTaken(name: string, id: number): Diagnostic {
  const detail =
    "Ten or more resources wait for names, so Terraform cannot plan a resource that frees this one. The apply waits until this run renames " +
    "or deletes that alert, and fails if it does not.";
  return nameProblem(name, `another alert has this name (id ${id})`, [detail], "warning");
}

/** Another resource that manages, or adopts, an alert whose change is planned. */
export interface SecondOwner {
  /** Names of the alert in the two resources, as far as they are known and differ. The planned name comes first. */
  readonly names: readonly string[];
  readonly isAdopted: boolean;
  /** Whether the planned change frees the name that the other resource needs. */
  readonly isNameFreed: boolean;
}

/** Two resources manage the alert, or one manages it and the other adopts it. */
export function managedTwice(id: number, { names, isAdopted, isNameFreed }: SecondOwner): Diagnostic {
  const [name = ""] = names;
  if (isAdopted) {
    const remedy = isNameFreed
      ? "Apply this change first, and add the other resource afterwards."
      : "Names are unique in an environment. Rename one of the two alerts.";
    const what = `another resource adopts the alert of this resource (id ${id})`;
    return nameProblem(name, what, [remedy, destroyHint]);
  }
  return nameProblem(name, `two resources in this state manage the alert with the id ${id}`, [
    `They name it ${names.map(quote).join(" and ")}. Remove all but one of them from the state:`,
    "",
    "    terraform state rm ADDRESS",
    "",
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

/** A change of this run did not free the name. @param interim the interim name of the alert to be renamed */
export function nameHeld(name: string, other: number, interim?: string): ProblemError {
  const state = interim === undefined ? "" : ` For now, this alert has the interim name ${quote(interim)}.`;
  return ProblemError.of(`The name is still held by another alert (id ${other}).${state}`, {
    where: { subject: name, field: ["name"] },
    remedy: "If this run renames or deletes that alert, apply again. Otherwise, choose another name.",
  });
}

/** Two requests of this process create an alert with the name at the same time. */
export function createdTwice(name: string): ProblemError {
  return ProblemError.of("Another resource of this run creates an alert with this name.", {
    where: { subject: name, field: ["name"] },
    remedy: "Names are unique in an environment. Rename or remove all but one resource.",
  });
}
