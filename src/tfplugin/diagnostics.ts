/** Diagnostics: the errors and warnings that Terraform shows to its user. */
import { formatField, type Problem as ReportedProblem, type ProblemError, quote } from "../diagnostics";

/** Attribute names, list indices and map keys, outermost first. `[]` is the whole object. */
export type Path = readonly (string | number)[];

export interface Problem {
  /** One line that states the problem. Terraform prints it after "Error: " or "Warning: ". */
  readonly summary: string;
  /** The cause and the remedy, in full sentences. */
  readonly detail?: string;
  /** The attribute that has the problem. Terraform cannot point to an element of a set, only to the set. */
  readonly path?: Path;
}

export interface Diagnostic extends Problem {
  readonly severity: "error" | "warning";
}

/**
 * Collects the diagnostics of one request. An error does not end the handler, so it can report more than one.
 * @example diagnostics.error({ path: ["size"], summary: "Invalid size", detail: "Use 1 to 10." });
 */
export class Diagnostics {
  readonly #list: Diagnostic[] = [];

  error(problem: Problem): void {
    this.#list.push({ ...problem, severity: "error" });
  }

  warning(problem: Problem): void {
    this.#list.push({ ...problem, severity: "warning" });
  }

  add(diagnostic: Diagnostic): void {
    this.#list.push(diagnostic);
  }

  addProblems({ problems }: ProblemError): void {
    this.#list.push(...problems.map(toDiagnostic));
  }

  get hasErrors(): boolean {
    return this.#list.some(({ severity }) => severity === "error");
  }

  get all(): readonly Diagnostic[] {
    return [...this.#list];
  }
}

/** The summary states what failed and where. The detail is the remedy. */
export function toDiagnostic({ severity, what, where, remedy }: ReportedProblem): Diagnostic {
  const subject = where?.subject === undefined ? "" : `${quote(where.subject)}: `;
  const field = where?.field ?? [];
  const prefix = field.length === 0 ? subject : `${subject}${formatField(field)}: `;
  return {
    severity,
    summary: prefix + what,
    ...(remedy === undefined ? {} : { detail: remedy }),
    ...(field.length === 0 ? {} : { path: field }),
  };
}

/**
 * Ends a handler with diagnostics for the user, without a stack trace.
 * @example throw new DiagnosticsError({ summary: "The shelf is full", detail: "Remove a jar." });
 */
export class DiagnosticsError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[] | Problem, options?: ErrorOptions) {
    const list: readonly Diagnostic[] =
      "summary" in diagnostics ? [{ ...diagnostics, severity: "error" }] : diagnostics;
    super(list.map(({ summary }) => summary).join("; "), options);
    this.name = "DiagnosticsError";
    this.diagnostics = list;
  }
}
