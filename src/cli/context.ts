/** Where a command runs, and how its run can end: passed in, so that none of them asks the process. */
import { type Palette } from "./render/palette";

/** What a command gets from the process it runs in. Results go to `out`, everything else to `err`. */
export interface CliContext {
  readonly environment: NodeJS.ProcessEnv;
  /** What followed the command's own name. */
  readonly args: readonly string[];
  /** A line of the result. */
  readonly out: (line: string) => void;
  /** A line for people: progress, problems, hints. */
  readonly err: (line: string) => void;
  /** Colors of each, where it has them. */
  readonly paint: { readonly out: Palette; readonly err: Palette };
  /** Sets the one line below all others that is painted over; undefined where stderr is no terminal. */
  readonly status: ((line: string) => void) | undefined;
  /** Asks a yes-or-no question; undefined where nobody can answer. */
  readonly ask: ((question: string) => Promise<boolean>) | undefined;
  /** Asks a question that is answered in words; undefined where nobody can answer, as is an answer that is not given. */
  readonly askText: ((question: string) => Promise<string | undefined>) | undefined;
  /** Runs work that holds up the whole process and writes nothing. An interrupt is not heard of meanwhile: it ends the process. */
  readonly held: <T>(work: () => T) => T;
  /** Aborted when the user interrupts the command. */
  readonly signal: AbortSignal;
}

/** `notConfirmed`: an apply that nobody confirmed, or a stale plan. `changes`: only with --detailed-exitcode. */
export const exitCodes = { done: 0, error: 1, changes: 2, notConfirmed: 3 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
