/** A command that works in environments, in two phases: it prepares in each of them, and then executes what was approved. */
import { type CliContext, type ExitCode } from "../context";
import { type Report } from "../report/report";

export type Document = Readonly<Record<string, unknown>>;

/** What a command found or wrote in one environment. */
export interface Result {
  readonly code: ExitCode;
  /** For `--json`. Undefined if the command prints text. */
  readonly document?: Document;
  /** Undefined for a command whose lines are all it shows. */
  readonly report?: Report;
}

/** Changes that wait for approval and for their turn. */
export interface Changes<R extends Result> {
  readonly report: Report;
  /** Undefined if the changes are already approved. */
  readonly question: string | undefined;
  /** What the command does without a prompt, for a message: "apply". */
  readonly purpose: string;
  readonly execute: () => Promise<R>;
  /** The result if the changes are not executed. */
  readonly skip: () => R;
}

/** Keeps connections open until it is closed. */
export interface Closable {
  readonly close: () => void;
}

/** Without changes, the result is complete. */
export type Prepared<R extends Result> = { readonly result: R } | { readonly changes: Changes<R> & Closable };

export interface EnvironmentCommand<R extends Result = Result> {
  /** Title of the report of a failure. Undefined for a command without reports. */
  readonly title?: string;
  /** Files that the command reads or writes; a report must not overwrite them. */
  readonly files?: readonly (string | undefined)[];
  /** The saved plan that the command executes. */
  readonly savedPlan?: {
    readonly file: string;
    /** Undefined if the file holds the plan of one environment. @throws ProblemError if it cannot be read */
    readonly environments: () => readonly string[] | undefined;
  };
  /**
   * Reads, and prints the text of the result to the context. A command that only reads, or has nothing to write, returns its result.
   * @throws ProblemError, ClientClosedError
   */
  readonly prepare: (context: CliContext) => Promise<Prepared<R>>;
  /** Called before the results are reported, for example to save them. */
  readonly complete?: (context: CliContext, results: readonly EnvironmentResult<R>[]) => void;
}

/** The result of one environment. */
export interface EnvironmentResult<R extends Result = Result> {
  /** Empty without a configuration. */
  readonly environment: string;
  /** Undefined if the command failed there. */
  readonly result: R | undefined;
}

/** A command that reads in one phase. */
export function readCommand(
  read: (context: CliContext) => Promise<Result>,
  labels: Pick<EnvironmentCommand, "title" | "files"> = {},
): EnvironmentCommand {
  return { ...labels, prepare: async (context) => ({ result: await read(context) }) };
}
