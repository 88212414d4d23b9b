/** Errors of writes that callers handle by type. */
import { ProblemError } from "../../diagnostics";
import { type DesiredAlert, type FieldChange } from "../../reconcile";
import { type Alert } from "../../service";

/** A live alert has the desired name and may not be adopted. Without differences, it is identical to the definition. */
export class ExistingAlertError extends ProblemError {
  constructor(
    readonly desired: DesiredAlert,
    readonly existing: Alert,
    readonly differences: readonly FieldChange[],
  ) {
    super([
      {
        severity: "error",
        what: `An alert with this name already exists (id ${existing.id}) ${
          differences.length === 0 ? "with identical content" : "and differs from the definition"
        }.`,
        where: { subject: desired.name, field: ["name"] },
        remedy: "Import it, or rename the definition. Nothing was written.",
      },
    ]);
    this.name = "ExistingAlertError";
  }
}

/** The alert exists without its configuration and could not be rolled back. */
export class IncompleteAlertError extends ProblemError {
  constructor(
    readonly id: number,
    desired: DesiredAlert,
    cause: unknown,
  ) {
    super(
      [
        {
          severity: "error",
          what: `The alert exists (id ${id}), but its configuration could not be written: ${reasonOf(cause)}`,
          where: { subject: desired.name },
          remedy: "Run again to complete it. Without a configuration it never fires.",
        },
      ],
      { cause },
    );
    this.name = "IncompleteAlertError";
  }
}

/** What failed, without remedies: the enclosing problem has its own. */
export function reasonOf(error: unknown): string {
  if (error instanceof ProblemError) return error.problems.map(({ what }) => what).join(" ");
  return error instanceof Error ? error.message : String(error);
}
