/** Runs a command in the environments that its options select: prepares all, asks once, executes wave by wave, and reports. */
import { systemClock } from "../../client";
import {
  errorOf,
  forEachAtOnce,
  hintForName,
  isError,
  isPattern,
  nameMatcher,
  omitUndefined,
  type Problem,
  ProblemError,
  quote,
  warningOf,
} from "../../diagnostics";
import { rerunCommand } from "../../distribution";
import { type DocumentStatus, writeOrigin } from "../../plan-document";
import { type ChangeCounts, countsOf, environmentsReport, type Report } from "../../reports";
import { type CliContext, type Document } from "../framework/context";
import {
  type Changes,
  type EnvironmentCommand,
  type EnvironmentResult,
  type Prepared,
  type Result,
} from "../framework/environment-command";
import { type ExitCode, exitCodes, worseExitCode } from "../framework/exit-codes";
import { type EnvironmentFlags, type RunFlags } from "../framework/flags";
import { type Target } from "../framework/target";
import {
  documentStatus,
  environmentsDocument,
  isTextOutput,
  originOf,
  printReport,
  printResult,
  problemsOf,
  reportProblems,
  withFailureReport,
  writeResult,
} from "../terminal/output";
import { claimConfirmation, type Confirmation, offerConfirmation } from "./confirmation";
import { contextOf, selectTargets } from "./targets";

/** One environment is a list of one. */
interface Run {
  readonly context: CliContext;
  readonly flags: RunFlags;
  readonly command: EnvironmentCommand;
  readonly maxAtOnce: number;
  readonly environments: readonly EnvironmentRun[];
  readonly waves: readonly (readonly string[])[];
  /** The environment that is reported alone. Undefined for one report of several environments. */
  readonly only: EnvironmentRun | undefined;
  /** Of changes that were not confirmed. */
  confirmation?: Confirmation;
}

/** The propagation window of the service (PROP-1). */
const defaultWindowSeconds = 60;

export async function runInEnvironments(
  context: CliContext,
  flags: RunFlags,
  command: EnvironmentCommand,
): Promise<ExitCode> {
  const run = await withFailureReport(context, flags, "Selection", command.files ?? [], () =>
    Promise.resolve(select(context, flags, command)),
  );
  const { title = "", files = [] } = command;
  return withFailureReport(run.context, flags, title, files, async () => {
    await prepareAndExecute(run);
    command.complete?.(run.context, run.environments);
    return report(run);
  });
}

function select(shared: CliContext, flags: RunFlags, command: EnvironmentCommand): Run {
  const planned = command.savedPlan?.environments();
  const targets = selectPlanned(shared, flags, command.savedPlan?.file ?? "", planned);
  const config = targets[0]?.config;
  const environments: EnvironmentRun[] = [];
  // An interrupt must not end the process while another environment writes.
  const runBlocking = <T>(work: () => T): T =>
    environments.some(({ isExecuting }) => isExecuting) ? work() : shared.runBlocking(work);
  const context = { ...shared, links: config, runBlocking };
  if (targets[0]?.environment === undefined && flags.waves !== undefined) {
    throw ProblemError.of("usage", "--waves needs environments.", {
      remedy: "Select the environments of all waves with --environment, for example with '*'.",
    });
  }
  const isJoint =
    targets.length > 1 || flags.waves !== undefined || canSelectSeveral(flags) || planned !== undefined;
  const only = isJoint ? undefined : new EnvironmentRun(context, targets[0], false);
  environments.push(...(only ? [only] : targets.map((target) => new EnvironmentRun(context, target, true))));
  const names = environments.map(({ environment }) => environment);
  const waves = flags.waves === undefined ? [names] : parseWaves(flags.waves, names);
  const maxAtOnce = config?.environmentsAtOnce ?? 1;
  return { context: only?.context ?? context, flags, command, maxAtOnce, environments, waves, only };
}

/** Returns an empty list without a configuration. */
function selectPlanned(
  context: CliContext,
  flags: RunFlags,
  file: string,
  planned: readonly string[] | undefined,
): readonly Target[] {
  if (planned === undefined) return selectTargets(context, flags) ?? [];
  const selected = selectTargets(context, { environment: planned, ...flags }) ?? [];
  const targets = selected.filter((target) => planned.includes(target.environment?.name ?? ""));
  if (targets.length > 0) return targets;
  throw ProblemError.of("usage", "The plan has no changes for the selected environments.", {
    where: { file },
    remedy: `Set --environment to environments of the plan: ${planned.join(", ")}.`,
  });
}

/** Whether the options can select several environments, which decides the form of the document. */
export function canSelectSeveral({ environment: patterns = [] }: EnvironmentFlags): boolean {
  return patterns.length > 1 || patterns.some(isPattern);
}

async function prepareAndExecute(run: Run): Promise<void> {
  const { command, environments, flags, maxAtOnce, waves } = run;
  try {
    await forEachAtOnce(environments, maxAtOnce, async (environment) => {
      await environment.prepare(command);
      // Approved changes wait only for environments of earlier waves.
      if (flags.yes === true && waves.length === 1) await environment.execute();
    });
    if (await isApproved(run)) await executeInWaves(run);
  } finally {
    for (const environment of environments) environment.close();
  }
}

/** Shows the changes of all environments, and asks once. Without a terminal, only a digest approves them. */
async function isApproved(run: Run): Promise<boolean> {
  const { context, flags, command, environments, only } = run;
  const waiting = environments.flatMap(({ environment, changes }) =>
    changes ? { environment, ...changes } : [],
  );
  const [first] = waiting;
  if (flags.yes === true || first === undefined) return true;
  if (flags.digest !== undefined) {
    claimConfirmation(context, flags.digest, command, waiting);
    return true;
  }
  if (context.prompt === undefined) {
    run.confirmation = offerConfirmation(context, flags, command, waiting);
    for (const one of environments) if (one.changes !== undefined) one.confirmation = run.confirmation;
    const { command: exact } = run.confirmation;
    context.err(`Not confirmed. Nothing was written. To ${first.purpose} exactly as shown, run: ${exact}`);
    return false;
  }
  if (first.isReviewed !== true) {
    const changes = only ? first.report : environmentsReport(waiting);
    const names = waiting.map(({ environment }) => environment).join(", ");
    const question = only ? first.question : `Apply these changes to the environments ${names}?`;
    // With --json or --format, stdout has no text. The user must still see the changes before the question.
    if (!isTextOutput(flags)) {
      if (changes !== undefined) printReport(context, changes, "err");
    } else if (only === undefined && changes !== undefined) printReport(context, changes);
    if ((await context.prompt(`${question} Only "yes" is accepted:`)) !== "yes") {
      const rerun = rerunCommand("--yes", context.args, context.env);
      context.err(`Not confirmed. Nothing was written. To ${first.purpose} without a prompt, run: ${rerun}`);
      return false;
    }
  }
  return true;
}

/** A wave begins when the changes of the previous one have taken effect. A failure stops the later ones. */
async function executeInWaves({ context, flags, environments, maxAtOnce, waves }: Run): Promise<void> {
  const { window = defaultWindowSeconds, wait } = flags;
  let hasFailed = false;
  for (const [index, names] of waves.entries()) {
    const wave = environments.filter(({ environment }) => names.includes(environment));
    if (hasFailed) {
      for (const { context: own, changes, environment } of wave)
        if (changes !== undefined) reportProblems(own, [skippedProblem(environment)]);
      continue;
    }
    await forEachAtOnce(wave, maxAtOnce, (environment) => environment.execute());
    hasFailed = wave.some(({ code }) => code !== exitCodes.done);
    const isLast = index === waves.length - 1;
    if (hasFailed || isLast || wait === true || !wave.some(({ hasWritten }) => hasWritten)) continue;
    const text = `Wave ${index + 1} of ${waves.length} (${names.join(", ")}) is applied.`;
    context.err(`${text} Waiting ${window} s for its changes to take effect.`);
    // An interrupt ends the wait, and the next wave then starts no change.
    await systemClock.sleep(window * 1000, context.signal).catch(() => undefined);
  }
}

function skippedProblem(environment: string): Problem {
  return warningOf("environment-skipped", "The environment was skipped because an earlier wave failed.", {
    remedy: "Fix that environment, and run again: environments that are done do not change.",
    environments: [environment],
  });
}

/** Prints no text for an environment that is reported alone, because the command has printed it already. */
function report({ context, flags, environments, only, confirmation }: Run): ExitCode | Promise<ExitCode> {
  if (only === undefined) {
    const content = environmentsReport(environments);
    const document = { ...environmentsDocument(environments), ...omitUndefined({ confirmation }) };
    const code = environments.map((one) => one.code).reduce(worseExitCode, exitCodes.done);
    return printResult(context, flags, { code, document, report: content });
  }
  if (only.error !== undefined) throw only.error;
  const { code, document, report: content, result } = only;
  return writeResult(context, flags, { code, report: content, document: result?.document && document });
}

/** The run of a command in one environment: its phases, and what it prints there. */
class EnvironmentRun implements EnvironmentResult {
  readonly environment: string;
  readonly context: CliContext;
  result: Result | undefined;
  error: Error | undefined;
  confirmation: Confirmation | undefined;
  readonly problems: Problem[] = [];
  readonly lines: string[] = [];
  isExecuting = false;
  #prepared: Prepared | undefined;

  constructor(shared: CliContext, target: Target | undefined, isJoint: boolean) {
    const own = target && contextOf(shared, isJoint ? { ...target, isOneOfSeveral: true } : target);
    this.environment = isJoint ? (target?.environment?.name ?? "") : "";
    this.context = isJoint ? this.#collectOutput(own ?? shared) : (own ?? shared);
  }

  get code(): ExitCode {
    return this.result?.code ?? exitCodes.error;
  }

  get hasFailed(): boolean {
    return this.code === exitCodes.error;
  }

  get report(): Report | undefined {
    return this.result?.report;
  }

  get changes(): Changes | undefined {
    return this.#prepared?.changes;
  }

  get hasWritten(): boolean {
    const counts: ChangeCounts = (this.report && countsOf(this.report)) ?? {};
    const { created = 0, changed = 0, deleted = 0 } = counts;
    return created + changed + deleted > 0;
  }

  get status(): DocumentStatus {
    return this.confirmation === undefined ? documentStatus(this.code, this.report) : "confirmation-required";
  }

  get document(): Document {
    const { result, error, confirmation } = this;
    if (result?.document !== undefined)
      return confirmation === undefined ? result.document : unconfirmed(result.document, confirmation);
    if (error === undefined) return { problems: this.problems.filter(isError) };
    return { ...writeOrigin(originOf(error)), problems: problemsOf(error) };
  }

  async prepare(command: EnvironmentCommand): Promise<void> {
    await this.#attempt(async () => {
      this.#prepared = await command.prepare(this.context);
      return this.#prepared.result;
    });
  }

  async execute(): Promise<void> {
    const { changes } = this;
    this.isExecuting = changes !== undefined;
    if (changes !== undefined) await this.#attempt(changes.execute);
    this.isExecuting = false;
    this.close();
  }

  /** Discards the changes. */
  close(): void {
    this.#prepared?.close?.();
    this.#prepared = undefined;
  }

  /** A failure in one environment does not end the others. */
  async #attempt(work: () => Promise<Result>): Promise<void> {
    try {
      this.result = await work();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.result = undefined;
      this.error = error;
      this.problems.push(...problemsOf(error));
    }
  }

  #collectOutput(context: CliContext): CliContext {
    return {
      ...context,
      out: (line) => this.lines.push(line),
      err: (line) => {
        context.err(`${this.environment}: ${line}`);
      },
      onProblems: (problems) => this.problems.push(...problems),
      setStatus: undefined,
      setWait: undefined,
      prompt: undefined,
    };
  }
}

/** What would change is in the confirmation. */
function unconfirmed(document: Document, confirmation: Confirmation): Document {
  const { problems = [], base_url, environment, token_variable, ...members } = document;
  const origin = omitUndefined({ base_url, environment, token_variable });
  return { ...origin, confirmation: { ...confirmation, ...members }, problems };
}

/** Assigns each environment to the first wave that matches it. */
export function parseWaves(text: string, environments: readonly string[]): readonly (readonly string[])[] {
  const patterns = text.split(",").map((pattern) => pattern.trim());
  const matchers = patterns.map((pattern) => nameMatcher([pattern]));
  const waveOf = new Map(
    environments.map((name) => [name, matchers.findIndex((isMatch) => isMatch(name))] as const),
  );
  const waves = patterns.map((_, index) => environments.filter((name) => waveOf.get(name) === index));
  const problems = patterns.flatMap((pattern, index): Problem[] => {
    if ((waves[index] ?? []).length > 0) return [];
    const what = `The wave ${quote(pattern)} names no selected environment, or only those of earlier waves.`;
    return [errorOf("usage", what, { remedy: hintForName(pattern, environments) })];
  });
  const rest = environments.filter((name) => waveOf.get(name) === -1);
  if (rest.length > 0) {
    problems.push(
      errorOf("usage", `These environments are in no wave: ${rest.join(", ")}.`, {
        remedy: "Add them to --waves, or do not select them with --environment.",
      }),
    );
  }
  if (problems.length > 0) throw new ProblemError(problems);
  return waves;
}
