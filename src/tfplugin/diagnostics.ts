/**
 * Problems as Terraform shows them to its user. Handlers collect them; they never see a message of the protocol.
 */

/** Where a problem is: attribute names, list indices and map keys, from the outside in. `[]` is the whole object. */
export type Path = readonly (string | number)[];

export interface Problem {
  /** One short line that says what is wrong; Terraform prints it after "Error: " or "Warning: ". */
  readonly summary: string;
  /** What happened and what to do next, in full sentences. */
  readonly detail?: string;
  /** The attribute at fault. Inside a set Terraform cannot point further than at the set itself. */
  readonly path?: Path;
}

export interface Diagnostic extends Problem {
  readonly severity: "error" | "warning";
}

/** Collects the problems of one request. Errors do not end a handler: it may go on and find more. */
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

  get hasErrors(): boolean {
    return this.#list.some(({ severity }) => severity === "error");
  }

  get all(): readonly Diagnostic[] {
    return [...this.#list];
  }
}

/** Thrown by a handler that cannot go on: its diagnostics reach the user as they are, without a stack. */
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
