/** What a command gets. Commands use the members of the context and never `process` itself. */
import { type Problem } from "../../diagnostics";
import { type Colorize, type LinkOptions, type Report } from "../../reports";
import { type Target } from "./target";

/** A document for programs, without its envelope. */
export type Document = Readonly<Record<string, unknown>> & { readonly problems?: readonly Problem[] };

export interface CliContext {
  /** Without the tokens of the environments of a configuration file. */
  readonly env: NodeJS.ProcessEnv;
  /** The variables of a pipeline, with the token of its code host, which its commands do not receive. Default: `env`. */
  readonly jobEnv?: NodeJS.ProcessEnv;
  /** The environment of the command. Undefined without a configuration file, or for a command that does not read it. */
  readonly target?: Target | undefined;
  /** Where links of pages lead to. */
  readonly links?: LinkOptions | undefined;
  /** Receives problems instead of stderr. */
  readonly onProblems?: ((problems: readonly Problem[]) => void) | undefined;
  /** Also receives the result of the command, which may be a failure. */
  readonly onResult?: ((document: Document, report: Report) => void) | undefined;
  /** Command-line arguments after `dbmon`. */
  readonly args: readonly string[];
  /** The command that they name, for example `list alerts`. Empty if they name none. */
  readonly command: string;
  /** Prints a line of the result to stdout. */
  readonly out: (line: string) => void;
  /** Prints a line of progress, a problem or a hint to stderr. */
  readonly err: (line: string) => void;
  readonly color: { readonly out: Colorize; readonly err: Colorize };
  /** Width of stdout in terminal columns. Undefined if stdout is not a terminal. */
  readonly columns: number | undefined;
  /** Replaces the status line below all other lines. An empty line removes it. Undefined if stderr is not a terminal. */
  readonly setStatus: ((line: string) => void) | undefined;
  /** Shows what the command waits for, before the status. Undefined if stderr is not a terminal. */
  readonly setWait: ((line: string) => void) | undefined;
  /** Asks for text. Undefined without a terminal. The answer is undefined if the user ends input or interrupts. */
  readonly prompt: ((question: string) => Promise<string | undefined>) | undefined;
  /** Runs synchronous work that blocks the process and writes nothing. An interrupt ends the process at once. */
  readonly runBlocking: <T>(work: () => T) => T;
  readonly signal: AbortSignal;
}

export const defaultHelpWidth = 80;
