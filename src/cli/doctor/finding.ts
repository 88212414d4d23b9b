/** Findings of `dbmon doctor`. */
import { ProblemError } from "../../diagnostics";

/** `note` needs no fix. */
export type Health = "ok" | "note" | "warning" | "error";

export interface Finding {
  /** The subject of the check: "node", "terraform". */
  readonly check: string;
  readonly health: Health;
  readonly what: string;
  readonly remedy?: string;
}

export function finding(check: string, health: Health, what: string, remedy?: string): Finding {
  return { check, health, what, ...(remedy === undefined ? {} : { remedy }) };
}

/** Converts the problems of an error to findings. Rethrows any other error. */
export function findingsOf(check: string, error: unknown): Finding[] {
  if (!(error instanceof ProblemError)) throw error;
  return error.problems.map(({ what, remedy }) => finding(check, "error", what, remedy));
}
