/** Errors of writes that callers handle by type. */
import { ProblemError, quote } from "../diagnostics";
import { type DesiredAlert, type FieldChange } from "../reconcile";
import { type Alert } from "../service";

/** A live alert holds the desired name and may not be adopted. Without differences, it is identical to the definition. */
export class ForeignAlertError extends ProblemError {
  constructor(
    readonly desired: DesiredAlert,
    readonly existing: Alert,
    readonly differences: readonly FieldChange[],
  ) {
    super([
      {
        severity: "error",
        what: `An alert of this name already exists (id ${existing.id}) ${
          differences.length === 0 ? "with identical content" : "and differs from the definition"
        }.`,
        where: { subject: desired.name, field: ["name"] },
        remedy: "Import it, or rename the definition. Nothing was written.",
      },
    ]);
    this.name = "ForeignAlertError";
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

/** Another alert of the same run holds the name and did not free it in time. */
export class NameHeldError extends ProblemError {
  /** @param interim the name that the alert to be renamed has for now */
  constructor(name: string, holder: number, interim?: string) {
    const interimState =
      interim === undefined ? "" : ` For now, this alert has the interim name ${quote(interim)}.`;
    super([
      {
        severity: "error",
        what: `The name is still held by another alert (id ${holder}).${interimState}`,
        where: { subject: name, field: ["name"] },
        remedy: "If this run renames or deletes that alert, apply again. Otherwise, choose another name.",
      },
    ]);
    this.name = "NameHeldError";
  }
}

/** A write found no alert although the list shows one: it may have been deleted before this run. */
export class MaybeDeletedError extends Error {
  override readonly name = "MaybeDeletedError";

  constructor(id: number) {
    super(`the alert ${id} may have been deleted`);
  }
}

/** What failed, without remedies: the enclosing problem has its own. */
export function reasonOf(error: unknown): string {
  if (error instanceof ProblemError) return error.problems.map(({ what }) => what).join(" ");
  return error instanceof Error ? error.message : String(error);
}
