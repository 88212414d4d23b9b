/** The run of a command in one environment, and the output of one environment or of several. */
import { isError, type Problem } from "../../../diagnostics";
import { type CliContext, type ExitCode, exitCodes, worseExitCode } from "../context";
import { baseUrlOf, problemsOf } from "../output/failure";
import { isTextOutput, printDocument, printReport, reportProblems, writeResult } from "../output/output";
import { type OutputFlags } from "../output/output-flags";
import { type Report } from "../report/report";
import {
  type Changes,
  type Closable,
  type Document,
  type EnvironmentCommand,
  type Result,
} from "./environment-command";
import { environmentsReport } from "./environments-report";
import { contextOf } from "./select-targets";
import { type Target } from "./target";

/** What must be approved, and how it is asked. */
interface Approval {
  readonly report: Report;
  readonly question: string;
  /** Whether the report was printed. */
  readonly isShown: boolean;
}

type Attempt = <T>(work: () => Promise<T>) => Promise<T | undefined>;

/** The run of a command in one environment. */
export class EnvironmentRun<R extends Result> {
  result: R | undefined;
  /** Changes that wait to be executed. */
  changes: (Changes<R> & Closable) | undefined;

  /**
   * @param environment empty without a configuration
   * @param attempt runs work, and may handle its error
   */
  constructor(
    readonly environment: string,
    private readonly context: CliContext,
    private readonly attempt: Attempt,
  ) {}

  get code(): ExitCode {
    return this.result?.code ?? exitCodes.error;
  }

  get hasWritten(): boolean {
    const { created = 0, changed = 0, deleted = 0 } = this.result?.report?.counts ?? {};
    return created + changed + deleted > 0;
  }

  async prepare(command: EnvironmentCommand<R>): Promise<void> {
    const prepared = await this.attempt(() => command.prepare(this.context));
    if (prepared === undefined) return;
    if ("result" in prepared) this.result = prepared.result;
    else this.changes = prepared.changes;
  }

  /** Does nothing if no changes wait. */
  async execute(): Promise<void> {
    const { changes } = this;
    if (changes === undefined) return;
    try {
      this.result = await this.attempt(() => changes.execute());
    } finally {
      this.close();
    }
  }

  /** @param problem why the changes are not executed. Undefined if they were not approved */
  skip(problem?: Problem): void {
    if (this.changes === undefined) return;
    if (problem !== undefined) reportProblems(this.context, [problem]);
    this.result = this.changes.skip();
    this.close();
  }

  close(): void {
    this.changes?.close();
    this.changes = undefined;
  }
}

/** Prints as the command works. An error ends the run. */
export class SingleRun<R extends Result> {
  readonly runs: readonly [EnvironmentRun<R>];

  constructor(
    private readonly context: CliContext,
    private readonly flags: OutputFlags,
  ) {
    this.runs = [new EnvironmentRun("", context, (work) => work())];
  }

  approval(question: string): Approval {
    const [{ changes }] = this.runs;
    const report = changes?.report ?? { title: "", summary: "", entries: [], problems: [] };
    return { report, question, isShown: isTextOutput(this.flags) };
  }

  async report(): Promise<ExitCode> {
    const { context, flags } = this;
    const [{ result, code }] = this.runs;
    const { document, report } = result ?? {};
    if (report !== undefined && document !== undefined)
      return writeResult(context, flags, { document, report }, code);
    if (flags.json === true && document !== undefined) printDocument(context, document);
    return code;
  }
}

/** Collects the problems, the lines and the result of each environment, and reports all of them together. */
export class SeveralRuns<R extends Result> {
  readonly #parts: readonly Part<R>[];

  constructor(
    private readonly context: CliContext,
    private readonly flags: OutputFlags,
    targets: readonly Target[],
  ) {
    this.#parts = targets.map((target) => createPart(context, target));
  }

  get runs(): readonly EnvironmentRun<R>[] {
    return this.#parts.map(({ run }) => run);
  }

  approval(): Approval {
    const waiting = this.runs.flatMap(({ environment, changes }) =>
      changes === undefined ? [] : { environment, report: changes.report },
    );
    const none = { problems: [], lines: [], hasFailed: false };
    const names = waiting.map(({ environment }) => environment).join(", ");
    return {
      report: environmentsReport(waiting.map((one) => ({ ...one, ...none }))),
      question: `Apply these changes to the environments ${names}?`,
      isShown: false,
    };
  }

  report(): Promise<ExitCode> {
    const { context, flags } = this;
    const report = environmentsReport(
      this.#parts.map(({ run: { environment, result, code }, output: { problems, lines } }) => {
        return { environment, report: result?.report, problems, lines, hasFailed: code === exitCodes.error };
      }),
    );
    const documents = this.#parts.map(({ run: { environment, result }, output: { problems, failure } }) => {
      const document = result?.document ?? failure;
      return [environment, document ?? { version: 1, problems: problems.filter(isError) }] as const;
    });
    if (isTextOutput(flags)) {
      reportProblems(context, report.problems);
      printReport(context, report);
    }
    const document = { version: 1, environments: Object.fromEntries(documents) };
    const code = this.runs.map((run) => run.code).reduce(worseExitCode, exitCodes.done);
    return writeResult(context, flags, { document, report }, code);
  }
}

/** The run in one of several environments, with what it has printed. */
interface Part<R extends Result> {
  readonly run: EnvironmentRun<R>;
  readonly output: Output;
}

interface Output {
  readonly problems: Problem[];
  /** Lines of stdout. The report replaces them. */
  readonly lines: string[];
  /** The document of an environment in which the command failed. */
  failure: Document | undefined;
}

function createPart<R extends Result>(shared: CliContext, target: Target): Part<R> {
  const environment = target.environment?.name ?? "";
  const output: Output = { problems: [], lines: [], failure: undefined };
  const addProblems = (problems: readonly Problem[]) => {
    output.problems.push(...problems);
  };
  const context: CliContext = {
    ...contextOf(shared, target),
    out: (line) => output.lines.push(line),
    err: (line) => {
      shared.err(`${environment}: ${line}`);
    },
    onProblems: addProblems,
    setStatus: undefined,
    setWait: undefined,
    confirm: undefined,
    prompt: undefined,
  };
  const attempt: Attempt = async (work) => {
    try {
      return await work();
    } catch (error) {
      const problems = problemsOf(error);
      addProblems(problems);
      output.failure = { version: 1, ...baseUrlOf(error), problems };
      return undefined;
    }
  };
  return { run: new EnvironmentRun(environment, context, attempt), output };
}
