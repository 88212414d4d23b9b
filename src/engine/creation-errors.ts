/** How a creation can end otherwise than well, where its caller has to know more than the problem. */
import { ProblemError } from "../diagnostics";
import { type DesiredAlert, type FieldChange } from "../reconcile";
import { type Alert } from "../service";

/** An alert of the desired name exists and is not ours to change. */
export class ForeignAlertError extends ProblemError {
  constructor(
    readonly desired: DesiredAlert,
    readonly existing: Alert,
    readonly differences: readonly FieldChange[],
  ) {
    super([
      {
        severity: "error",
        what: `An alert of this name exists already (id ${existing.id}) and differs from the definition.`,
        where: { subject: desired.name, field: ["name"] },
        remedy: "Import it, or give the definition another name; nothing was written.",
      },
    ]);
    this.name = "ForeignAlertError";
  }
}

/** The alert exists without its configuration, and could not be taken back. */
export class IncompleteAlertError extends ProblemError {
  constructor(
    readonly id: number,
    desired: DesiredAlert,
    reason: unknown,
  ) {
    super(
      [
        {
          severity: "error",
          what: `The alert exists (id ${id}), but its configuration could not be written: ${reasonText(reason)}`,
          where: { subject: desired.name },
          remedy: "It does nothing without a configuration. Run again: the next run puts it right.",
        },
      ],
      { cause: reason },
    );
    this.name = "IncompleteAlertError";
  }
}

/** What the list shows under the name was not there to be written: it may have been deleted before this run. */
export class MaybeDeletedError extends Error {
  override readonly name = "MaybeDeletedError";

  constructor(id: number) {
    super(`the alert ${id} may have been deleted`);
  }
}

export function reasonText(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}
