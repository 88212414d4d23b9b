/** One thing that was looked at: how it is, and where it is not well, what to do. */
import { ProblemError } from "../../diagnostics";

/** `note`: nothing is wrong, and there is something to know. */
export type Health = "ok" | "note" | "warning" | "error";

export interface Finding {
  /** What was looked at: "node", "terraform". */
  readonly check: string;
  readonly health: Health;
  readonly what: string;
  readonly remedy?: string;
}

export function finding(check: string, health: Health, what: string, remedy?: string): Finding {
  return { check, health, what, ...(remedy === undefined ? {} : { remedy }) };
}

/** What an error says, as findings. @throws what is no problem of ours to tell */
export function findingsOf(check: string, error: unknown): Finding[] {
  if (!(error instanceof ProblemError)) throw error;
  return error.problems.map(({ what, remedy }) => finding(check, "error", what, remedy));
}
