/** What a command gets, and what it returns. Commands use the members of the context and never `process` itself. */
import { type DefinitionSources } from "../../definitions";
import { type Problem } from "../../diagnostics";
import { type Config, type Environment } from "../../environments";
import { type Colorize, type Report } from "../../reports";

export interface CliContext {
  /** Without the tokens of the environments of a configuration file. */
  readonly env: NodeJS.ProcessEnv;
  /** The environment of the command. Undefined without a configuration file, or for a command that does not read it. */
  readonly target?: Target | undefined;
  /** Receives problems instead of stderr. */
  readonly onProblems?: ((problems: readonly Problem[]) => void) | undefined;
  /** Also receives the result of the command, which may be a failure. */
  readonly onResult?: ((document: Readonly<Record<string, unknown>>, report: Report) => void) | undefined;
  /** Command-line arguments after `dbmon`. */
  readonly args: readonly string[];
  /** Prints a line of the result to stdout. */
  readonly out: (line: string) => void;
  /** Prints a line of progress, a problem or a hint to stderr. */
  readonly err: (line: string) => void;
  /** Colors for each stream. */
  readonly color: { readonly out: Colorize; readonly err: Colorize };
  /** Width of stdout in terminal columns. Undefined if stdout is not a terminal. */
  readonly columns: number | undefined;
  /** Replaces the status line below all other lines. An empty line removes it. Undefined if stderr is not a terminal. */
  readonly setStatus: ((line: string) => void) | undefined;
  /** Shows what the command waits for, before the status. Undefined if stderr is not a terminal. */
  readonly setWait: ((line: string) => void) | undefined;
  /** Asks a yes-or-no question. Undefined without a terminal. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
  /** Asks for text. Undefined without a terminal. The answer is undefined if the user ends input or interrupts. */
  readonly prompt: ((question: string) => Promise<string | undefined>) | undefined;
  /** Runs synchronous work that blocks the process and writes nothing. An interrupt ends the process at once. */
  readonly runBlocking: <T>(work: () => T) => T;
  /** Aborted when the user interrupts the command. */
  readonly signal: AbortSignal;
}

/** Width of help in columns if stdout is not a terminal. */
export const defaultHelpWidth = 80;

/** `changes` is returned only with --detailed-exitcode. `notConfirmed` also means a stale plan. */
export const exitCodes = { done: 0, error: 1, changes: 2, notConfirmed: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** From best to worst. */
const severity: readonly ExitCode[] = [
  exitCodes.done,
  exitCodes.changes,
  exitCodes.notConfirmed,
  exitCodes.error,
];

export function worseExitCode(a: ExitCode, b: ExitCode): ExitCode {
  return severity.indexOf(a) >= severity.indexOf(b) ? a : b;
}

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
export interface Prepared {
  /** The result if the changes are not executed. */
  readonly result: Result;
  readonly changes?: Changes;
  /** Closes the session that the changes use. */
  readonly close?: () => void;
}

/** Changes that wait for approval and for earlier waves. */
export interface Changes {
  readonly report: Report;
  /** Undefined if the changes are already approved. */
  readonly question: string | undefined;
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
}

/** A command that only reads. */
export function readCommand(
  read: (context: CliContext) => Promise<Result>,
  labels: Pick<EnvironmentCommand, "title" | "files"> = {},
): EnvironmentCommand {
  return { ...labels, prepare: async (context) => ({ result: await read(context) }) };
}

export interface Target {
  readonly config: Config;
  /** Undefined if DBMON_BASE_URL and DBMON_API_TOKEN select one of several environments. */
  readonly environment: Environment | undefined;
  /** Whether --environment selected it. Otherwise, DBMON_BASE_URL and DBMON_API_TOKEN replace its settings. */
  readonly isNamed: boolean;
  /** Whether the command reports several environments together. */
  readonly isOneOfSeveral?: true;
  /** The value of --config. */
  readonly configFile: string | undefined;
  /** Variables of the process, with tokens. */
  readonly env: NodeJS.ProcessEnv;
  /** Reads sources once, even if several environments use them. */
  readonly read: (sources: readonly string[]) => DefinitionSources;
}

/** The name of the environment that --environment selected. Otherwise undefined, because variables can select another service. */
export function environmentNameOf({ target }: Pick<CliContext, "target">): string | undefined {
  return target?.isNamed === true ? target.environment?.name : undefined;
}

/** The options that select the environment again. Empty if it was not selected by options. */
export function environmentArguments({ target }: Pick<CliContext, "target">): readonly string[] {
  if (target?.environment === undefined || !target.isNamed) return [];
  const { configFile } = target;
  const config = configFile === undefined ? [] : ["--config", configFile];
  return ["--environment", target.environment.name, ...config];
}
