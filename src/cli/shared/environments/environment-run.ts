/** The run of a command in one environment: its phases, and what it prints there. */
import { isError, type Problem } from "../../../diagnostics";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { baseUrlOf, problemsOf } from "../output/failure";
import {
  type Changes,
  type Document,
  type EnvironmentCommand,
  type EnvironmentResult,
  type Prepared,
  type Result,
} from "./environment-command";
import { type Findings } from "./environments-report";
import { contextOf } from "./select-targets";
import { type Target } from "./target";

export class EnvironmentRun<R extends Result> implements EnvironmentResult<R> {
  /** Name of the environment in a report of several. Otherwise empty. */
  readonly environment: string;
  readonly context: CliContext;
  result: R | undefined;
  error: Error | undefined;
  /** Problems and lines of stdout, which a report of several environments replaces. */
  readonly #problems: Problem[] = [];
  readonly #lines: string[] = [];
  #prepared: Prepared<R> | undefined;

  /**
   * @param target undefined without a configuration
   * @param isJoint whether the output waits for the report of several environments. Otherwise, the run prints as it works
   */
  constructor(shared: CliContext, target: Target | undefined, isJoint: boolean) {
    const own = target === undefined ? shared : contextOf(shared, target);
    this.environment = isJoint ? (target?.environment?.name ?? "") : "";
    this.context = isJoint ? this.#collectOutput(own) : own;
  }

  get code(): ExitCode {
    return this.result?.code ?? exitCodes.error;
  }

  get changes(): Changes<R> | undefined {
    return this.#prepared?.changes;
  }

  get hasWritten(): boolean {
    const { created = 0, changed = 0, deleted = 0 } = this.result?.report?.counts ?? {};
    return created + changed + deleted > 0;
  }

  get findings(): Findings {
    const { environment, result, code } = this;
    const hasFailed = code === exitCodes.error;
    return { environment, report: result?.report, problems: this.#problems, lines: this.#lines, hasFailed };
  }

  get document(): Document {
    const { result, error } = this;
    if (result?.document !== undefined) return result.document;
    if (error === undefined) return { version: 1, problems: this.#problems.filter(isError) };
    return { version: 1, ...baseUrlOf(error), problems: problemsOf(error) };
  }

  async prepare(command: EnvironmentCommand<R>): Promise<void> {
    await this.#attempt(async () => {
      this.#prepared = await command.prepare(this.context);
      return this.#prepared.result;
    });
  }

  /** Does nothing without changes. */
  async execute(): Promise<void> {
    const { changes } = this;
    if (changes !== undefined) await this.#attempt(changes.execute);
    this.close();
  }

  /** Discards the changes. */
  close(): void {
    this.#prepared?.close?.();
    this.#prepared = undefined;
  }

  /** A failure in one environment does not end the others. */
  async #attempt(work: () => Promise<R>): Promise<void> {
    try {
      this.result = await work();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.result = undefined;
      this.error = error;
      this.#problems.push(...problemsOf(error));
    }
  }

  #collectOutput(context: CliContext): CliContext {
    return {
      ...context,
      out: (line) => this.#lines.push(line),
      err: (line) => {
        context.err(`${this.environment}: ${line}`);
      },
      onProblems: (problems) => this.#problems.push(...problems),
      setStatus: undefined,
      setWait: undefined,
      confirm: undefined,
      prompt: undefined,
    };
  }
}
