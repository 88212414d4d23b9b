/** Runs a command in the environments that its options select: prepares all, asks once, executes wave by wave, and reports. */
import { systemClock } from "../../../client";
import { isPattern, ProblemError } from "../../../diagnostics";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { isTextOutput, printReport, withFailureReport } from "../output/output";
import { type OutputFlags } from "../output/output-flags";
import { rerunCommand } from "../process/shell";
import { mapAtOnce } from "./at-once";
import { type EnvironmentCommand, type Result } from "./environment-command";
import { type EnvironmentRun, SeveralRuns, SingleRun } from "./environment-run";
import { type EnvironmentFlags } from "./flags";
import { contextOf, selectTargets } from "./select-targets";
import { type Target } from "./target";
import { parseWaves, skippedProblem } from "./waves";

export interface RunFlags extends EnvironmentFlags, OutputFlags {
  /** Names and patterns of waves, separated by commas. */
  readonly waves?: string;
  /** Whether the command waits for the propagation window itself. */
  readonly wait?: boolean;
  /** Propagation window in seconds. */
  readonly window?: number;
}

const defaultEnvironmentsAtOnce = 4;
/** The propagation window of the service (PROP-1). */
const defaultWindowSeconds = 60;

export async function runInEnvironments<R extends Result>(
  context: CliContext,
  flags: RunFlags,
  command: EnvironmentCommand<R>,
): Promise<ExitCode> {
  const { targets, isJoint } = await withFailureReport(context, flags, "Selection", [], () =>
    Promise.resolve(select(context, flags, command)),
  );
  const [target] = targets;
  if (isJoint) {
    const names = targets.map((one) => one.environment?.name ?? "");
    const waves = flags.waves === undefined ? [names] : parseWaves(flags.waves, names);
    return runAll(context, flags, command, new SeveralRuns<R>(context, flags, targets), waves);
  }
  const only = target === undefined ? context : contextOf(context, target);
  const { title, files = [] } = command;
  const work = () => runAll(only, flags, command, new SingleRun<R>(only, flags), [[""]]);
  return title === undefined ? work() : withFailureReport(only, flags, title, files, work);
}

interface Selection {
  /** Empty without a configuration. */
  readonly targets: readonly Target[];
  /** Whether there is one report and one document of several environments. The options decide, not the number of environments. */
  readonly isJoint: boolean;
}

function select<R extends Result>(
  context: CliContext,
  flags: RunFlags,
  command: EnvironmentCommand<R>,
): Selection {
  const planned = command.savedPlan?.environments();
  const environment = flags.environment ?? planned;
  const selected =
    selectTargets(context, environment === undefined ? flags : { ...flags, environment }) ?? [];
  const targets =
    planned === undefined
      ? selected
      : selected.filter((target) => planned.includes(target.environment?.name ?? ""));
  if (planned !== undefined && targets.length === 0) {
    throw ProblemError.of("The plan has no changes for the selected environments.", {
      where: { file: command.savedPlan?.file ?? "" },
      remedy: `Set --environment to environments of the plan: ${planned.join(", ")}.`,
    });
  }
  if (targets[0]?.environment === undefined && flags.waves !== undefined) {
    throw ProblemError.of("--waves needs environments.", {
      remedy: "Select the environments of all waves with --environment, for example with '*'.",
    });
  }
  const isJoint =
    targets.length > 1 || flags.waves !== undefined || canSelectSeveral(flags) || planned !== undefined;
  return {
    targets: isJoint ? targets.map((target) => ({ ...target, isOneOfSeveral: true })) : targets,
    isJoint,
  };
}

/** Whether the options can select several environments, which decides the form of the document. */
export function canSelectSeveral({ environment: patterns = [] }: EnvironmentFlags): boolean {
  return patterns.length > 1 || patterns.some(isPattern);
}

async function runAll<R extends Result>(
  context: CliContext,
  flags: RunFlags,
  command: EnvironmentCommand<R>,
  all: SingleRun<R> | SeveralRuns<R>,
  waves: readonly (readonly string[])[],
): Promise<ExitCode> {
  const { runs } = all;
  const { environmentsAtOnce = defaultEnvironmentsAtOnce } = flags;
  try {
    await mapAtOnce(runs, environmentsAtOnce, async (run) => {
      await run.prepare(command);
      // Approved changes wait for no other environment, except for those of earlier waves.
      if (run.changes?.question === undefined && waves.length === 1) await run.execute();
    });
    if (await isApproved(context, flags, all)) await executeInWaves(context, flags, runs, waves);
    for (const run of runs) run.skip();
    command.complete?.(context, runs);
    return await all.report();
  } finally {
    for (const run of runs) run.close();
  }
}

/** Shows the changes of all environments, and asks once. Without a terminal, nothing is approved. */
async function isApproved<R extends Result>(
  context: CliContext,
  flags: RunFlags,
  all: SingleRun<R> | SeveralRuns<R>,
): Promise<boolean> {
  const [first] = all.runs.flatMap(({ changes }) => changes ?? []);
  if (first?.question === undefined) return true;
  if (context.confirm !== undefined) {
    const { report, question, isShown } = all.approval(first.question);
    // With --json or --format, stdout has no text. The user must still see the changes before the question.
    if (!isShown) printReport(context, report, isTextOutput(flags) ? "out" : "err");
    if (await context.confirm(question)) return true;
  }
  const command = rerunCommand("--yes", context.args, context.env);
  context.err(`Not confirmed. Nothing was written. To ${first.purpose} without a prompt, run: ${command}`);
  return false;
}

/** A wave begins when the changes of the previous one have taken effect. A failure stops the later ones. */
async function executeInWaves<R extends Result>(
  context: CliContext,
  flags: RunFlags,
  runs: readonly EnvironmentRun<R>[],
  waves: readonly (readonly string[])[],
): Promise<void> {
  const { environmentsAtOnce = defaultEnvironmentsAtOnce, window = defaultWindowSeconds, wait } = flags;
  let hasFailed = false;
  for (const [index, environments] of waves.entries()) {
    const wave = runs.filter(({ environment }) => environments.includes(environment));
    if (hasFailed) {
      for (const run of wave) run.skip(skippedProblem(run.environment));
      continue;
    }
    await mapAtOnce(wave, environmentsAtOnce, (run) => run.execute());
    hasFailed = wave.some(({ code }) => code !== exitCodes.done);
    const isLast = index === waves.length - 1;
    if (hasFailed || isLast || wait === true || !wave.some(({ hasWritten }) => hasWritten)) continue;
    const text = `Wave ${index + 1} of ${waves.length} (${environments.join(", ")}) is applied.`;
    context.err(`${text} Waiting ${window} s for its changes to take effect.`);
    // An interrupt ends the wait, and the next wave then starts no change.
    await systemClock.sleep(window * 1000, context.signal).catch(() => undefined);
  }
}
