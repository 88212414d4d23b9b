/** A command that works in environments, in two phases: it prepares in each of them, and then executes what was approved. */
import { type CliContext, type ExitCode } from "../context";
import { type Report } from "../report/report";

export type Document = Readonly<Record<string, unknown>>;

/** What a command found or wrote in one environment. */
export interface Result {
  readonly code: ExitCode;
  /** For `--json`. Undefined if the command prints text. */
  readonly document?: Document;
  /** Undefined for a command that only prints lines. */
  readonly report?: Report;
}

/** What a command read in one environment, and what it would write there. */
export interface Prepared<R extends Result> {
  /** The result if the changes are not executed. */
  readonly result: R;
  readonly changes?: Changes<R>;
  /** Closes the session that the changes use. */
  readonly close?: () => void;
}

/** Changes that wait for approval and for earlier waves. */
export interface Changes<R extends Result> {
  readonly report: Report;
  /** Undefined if the changes are already approved. */
  readonly question: string | undefined;
  /** What the command does without a prompt, for a message: "apply". */
  readonly purpose: string;
  readonly execute: () => Promise<R>;
}

export interface EnvironmentCommand<R extends Result = Result> {
  /** Title of the report of a failure. Only a command without reports has none. */
  readonly title?: string;
  /** Files that the command reads or writes; a report must not overwrite them. */
  readonly files?: readonly (string | undefined)[];
  /** The saved plan that the command executes. */
  readonly savedPlan?: {
    readonly file: string;
    /** Undefined if the file holds the plan of one environment. @throws ProblemError if it cannot be read */
    readonly environments: () => readonly string[] | undefined;
  };
  /** Reads, and prints the text of the result to the context. @throws ProblemError, ClientClosedError */
  readonly prepare: (context: CliContext) => Promise<Prepared<R>>;
  /** Called before the results are reported, for example to save them. */
  readonly complete?: (context: CliContext, results: readonly EnvironmentResult<R>[]) => void;
}

export interface EnvironmentResult<R extends Result = Result> {
  /** Name of the environment in a report of several. Empty if the command reports one environment. */
  readonly environment: string;
  /** Undefined if the command failed there. */
  readonly result: R | undefined;
}

/** A command that only reads. */
export function readCommand(
  read: (context: CliContext) => Promise<Result>,
  labels: Pick<EnvironmentCommand, "title" | "files"> = {},
): EnvironmentCommand {
  return { ...labels, prepare: async (context) => ({ result: await read(context) }) };
}
