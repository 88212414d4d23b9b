/** What every handler receives in addition to its values: diagnostics, which Terraform shows to its user, and the log. */
import { formatField, type Problem as ReportedProblem, type ProblemError, quote } from "../diagnostics";

/** Attribute names, list indices and map keys, outermost first. `[]` is the whole object. */
export type ValueLocation = readonly (string | number)[];

export interface DiagnosticDetails {
  /** One line that states the problem. Terraform prints it after "Error: " or "Warning: ". */
  readonly summary: string;
  /** The cause and the remedy, in full sentences. */
  readonly detail?: string;
  /** The attribute that has the problem. Terraform cannot point to an element of a set, only to the set. */
  readonly path?: ValueLocation;
}

export interface Diagnostic extends DiagnosticDetails {
  readonly severity: "error" | "warning";
}

/**
 * Collects the diagnostics of one request. An error does not end the handler, so it can report more than one.
 * @example diagnostics.error({ path: ["size"], summary: "Invalid size", detail: "Use 1 to 10." });
 */
export class Diagnostics {
  readonly #list: Diagnostic[] = [];

  error(problem: DiagnosticDetails): void {
    this.#list.push({ ...problem, severity: "error" });
  }

  warning(problem: DiagnosticDetails): void {
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
 * Ends a handler with an error for the user, without a stack trace.
 * @example throw new DiagnosticsError({ summary: "The shelf is full", detail: "Remove a jar." });
 */
export class DiagnosticsError extends Error {
  override readonly name = "DiagnosticsError";

  constructor(
    readonly problem: DiagnosticDetails,
    options?: ErrorOptions,
  ) {
    super(problem.summary, options);
  }
}

export type LogLevel = "trace" | "debug" | "info" | "warn" | "error";

/**
 * Writes entries to Terraform's log (TF_LOG, TF_LOG_PROVIDER), never to its normal output. Fields must not contain secrets,
 * because users paste logs into tickets. An entry below the enabled level costs nothing.
 * @example log.debug("fetched jars", { count: jars.length });
 */
export type Log = Readonly<
  Record<LogLevel, (message: string, fields?: Readonly<Record<string, unknown>>) => void>
> & {
  /** Whether entries of the level are written. Check it before computing expensive fields. */
  readonly isEnabled: (level: LogLevel) => boolean;
};

export interface HandlerContext {
  readonly diagnostics: Diagnostics;
  readonly log: Log;
  /** Aborts when the user interrupts Terraform. Stop waiting, but complete or roll back what was started. */
  readonly signal: AbortSignal;
}

export type Awaitable<T> = T | Promise<T>;
