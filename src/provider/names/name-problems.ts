/** Problems of names. Each has one remedy. */
import { formatField, ProblemError, quote } from "../../diagnostics";
import {
  compare,
  describeAdoption,
  type DesiredAlert,
  type FieldChange,
  fieldsOf,
  type LiveAlert,
} from "../../reconcile";
import { type Diagnostic } from "../../tfplugin";

/** Terraform plans before it destroys, so an error of a plan blocks `terraform destroy`. */
export const destroyHint = "To destroy anyway, run: terraform destroy -refresh=false";

export const adoptionConflictHint =
  "If one of them is not in the state yet, it was about to adopt this alert: plan again with the default -parallelism, or rename it.";

const staleHint = "If that alert was renamed or deleted within the last minute, run again in a minute.";

/** Only a change of the kind replaces an alert. When Terraform plans again, the provider cannot know that the resource replaces this one. */
const createBeforeDestroyHint =
  "If this resource replaces that alert: names are unique, so create_before_destroy cannot work. Remove it, run " +
  "terraform destroy -target=dbmon_alert.NAME, and apply.";

/** A live alert has the name of an alert to be created. @param desired undefined while a part of it is unknown */
export function existingAlert(
  name: string,
  { alert, config }: LiveAlert,
  desired: DesiredAlert | undefined,
): Diagnostic {
  const comparison = desired && compare(desired, { alert, config });
  const differences =
    comparison === undefined ? [] : comparison.isIncomplete ? comparison.settings : fieldsOf(comparison);
  const isDifferent = comparison?.kindChanged === true || differences.length > 0;
  const state = [
    ...(config === undefined && comparison?.kindChanged !== true ? ["is incomplete"] : []),
    ...(isDifferent ? ["differs"] : []),
  ];
  const predicate =
    comparison === undefined ? "" : ` and ${state.length === 0 ? "is identical" : state.join(" and ")}`;
  return {
    severity: "error",
    path: ["name"],
    summary: `${quote(name)}: an alert with this name already exists (id ${alert.id})${predicate}`,
    detail: [
      ...(comparison?.kindChanged === true
        ? [`  kind: ${alert.kind} in the service, ${desired?.condition.kind} in the configuration`]
        : differences.map(formatDifference)),
      ...(isDifferent ? [""] : []),
      "Nothing was written.",
      ...importSteps(alert.id),
      ...(comparison?.kindChanged === true
        ? ["The next apply replaces the imported alert, because its kind differs."]
        : []),
      "If another address of this state manages it, add a moved block instead.",
      ...(comparison?.kindChanged === true ? [createBeforeDestroyHint] : []),
      staleHint,
      destroyHint,
    ].join("\n"),
  };
}

/** A live alert without a configuration has the name: its creation was interrupted, or it was deleted and is still listed. */
export function incompleteAlert(name: string, id: number, isCreation: boolean): Diagnostic {
  return {
    severity: "warning",
    path: ["name"],
    summary: `${quote(name)}: an alert with this name already exists (id ${id}) and is incomplete`,
    detail: [
      "It has no configuration: its creation was interrupted, or it was deleted within the last minute. The apply waits up to one minute " +
        "for the service to stop listing it, and fails if it does not.",
      ...(isCreation ? importSteps(id) : []),
    ].join("\n"),
  };
}

/** Terraform wraps lines at 78 columns, except indented ones. */
function importSteps(id: number): string[] {
  return [
    "To manage that alert with this resource, import it. If the state already has this resource, Terraform ignores the block: first run " +
      "terraform state rm ADDRESS.",
    "",
    "    import {",
    "      to = dbmon_alert.NAME",
    `      id = "${id}"`,
    "    }",
    "",
  ];
}

function formatDifference({ path, from, to }: FieldChange): string {
  return `  ${formatField(path)}: ${JSON.stringify(from)} in the service, ${JSON.stringify(to)} in the configuration`;
}

/** A live alert has the new name of an alert to be renamed. */
export function nameTaken(name: string, id: number): Diagnostic {
  return {
    severity: "error",
    path: ["name"],
    summary: `${quote(name)}: another alert has this name (id ${id})`,
    detail: `Nothing was written. Choose another name.\n${staleHint}\n${destroyHint}`,
  };
}

/** Two resources of this process are planned to have the name. */
export function plannedTwice(name: string): Diagnostic {
  return {
    severity: "error",
    path: ["name"],
    summary: `${quote(name)}: two resources are planned to have this name`,
    detail:
      "Names are unique in an environment. Rename or remove all but one.\n" +
      "If one resource got a new address, add a moved block instead.\n" +
      destroyHint,
  };
}

export function adoptionWarning(
  name: string,
  id: number,
  adoption: Parameters<typeof describeAdoption>[0],
  differences: readonly FieldChange[],
): Diagnostic {
  const fields = differences.map(({ path }) => formatField(path)).join(", ");
  return {
    severity: "warning",
    path: ["name"],
    summary: `${quote(name)}: an alert with this name ${describeAdoption(adoption, id)}, and destroying this resource deletes it`,
    detail:
      (differences.length === 0 ? "" : `It differs in ${fields}. `) +
      'existing_alerts is "adopt". If the alert must not be managed by this resource, rename the resource\'s alert.',
  };
}

/** A change of this run holds the name and did not free it. @param interim the name that the alert to be renamed has for now */
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
