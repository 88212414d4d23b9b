/** A command that runs in environments: it prepares in each, and its changes wait for approval. */
import { type DocumentStatus, type PlanDocument, type RunOrigin } from "../../plan-document";
import { type Report } from "../../reports";
import { type CliContext, type Document } from "./context";
import { type ExitCode } from "./exit-codes";

/** What a command found or wrote in one environment. */
export interface Result {
  readonly code: ExitCode;
  /** For `--json`. Undefined if the command prints text. */
  readonly document?: Document | undefined;
  /** Undefined for a command that only prints lines. */
  readonly report?: Report | undefined;
}

/** What a command read in one environment, and what it would write there. */
export interface Prepared {
  /** The result if the changes are not executed. */
  readonly result: Result;
  readonly changes?: Changes;
  /** Closes the session that the changes use. */
  readonly close?: () => void;
}

/** Changes that wait for approval and for earlier waves. */
export interface Changes {
  /** The environment that they were computed for, which a digest confirms too. */
  readonly origin: RunOrigin;
  /** Undefined if the question says it all. */
  readonly report?: Report;
  readonly question: string;
  /** Whether a person on a terminal has reviewed them: those of a saved plan. */
  readonly isReviewed?: boolean;
  readonly plan?: PlanDocument;
  /** Without a plan: what a digest confirms. */
  readonly shown: unknown;
  /** What the command does without a prompt, for a message: "apply". */
  readonly purpose: string;
  readonly execute: () => Promise<Result>;
}

export interface EnvironmentCommand {
  /** Title of the report of a failure. Only a command without reports has none. */
  readonly title?: string;
  /** Files that the command reads or writes; a report must not overwrite them. */
  readonly files?: readonly (string | undefined)[];
  /** The saved plan that the command executes. */
  readonly savedPlan?: {
    readonly file: string;
    readonly text: () => string;
    /** Undefined if the file holds the plan of one environment. */
    readonly environments: () => readonly string[] | undefined;
  };
  /** Reads, and prints the text of the result to the context. */
  readonly prepare: (context: CliContext) => Promise<Prepared>;
  /** Called before the results are reported, for example to save them. */
  readonly complete?: (context: CliContext, results: readonly EnvironmentResult[]) => void;
}

export interface EnvironmentResult {
  /** Name of the environment in a report of several. Empty if the command reports one environment. */
  readonly environment: string;
  /** Undefined if the command failed there. */
  readonly result: Result | undefined;
  readonly document: Document;
  readonly status: DocumentStatus;
}

export function readCommand(
  read: (context: CliContext) => Promise<Result>,
  labels: Pick<EnvironmentCommand, "title" | "files"> = {},
): EnvironmentCommand {
  return { ...labels, prepare: async (context) => ({ result: await read(context) }) };
}
