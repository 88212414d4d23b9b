/** Runs a command in the environments that its options select: in one as without a configuration, or in several with one report. */
import { isPattern, type Problem, ProblemError } from "../../../diagnostics";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { withFailureReport } from "../output/output";
import { type OutputFlags } from "../output/output-flags";
import { readSavedPlans } from "../plan/saved-plan";
import { type EnvironmentFlags } from "./flags";
import { runInSeveral, type SeveralFlags } from "./run-in-several";
import { selectTargets } from "./select-targets";
import { type Target, withoutTokensOf } from "./target";

export interface RunFlags extends EnvironmentFlags, SeveralFlags {
  /** File of a saved plan, which can hold several environments. */
  readonly plan?: string;
}

export type RunInEnvironment = (context: CliContext) => Promise<ExitCode> | Promise<void>;

/** @param problemsOf the problems of a caught error */
export async function inEnvironments(
  context: CliContext,
  flags: RunFlags,
  run: RunInEnvironment,
  problemsOf: (error: unknown) => readonly Problem[],
): Promise<ExitCode> {
  const selection = await withFailureReport(context, flags as OutputFlags, "Selection", [], () =>
    Promise.resolve(select(context, flags)),
  );
  const { targets, savedPlans } = selection;
  const [target, second] = targets;
  if (target?.environment === undefined && flags.waves !== undefined) {
    throw ProblemError.of("--waves needs environments.", {
      remedy: "Select the environments of all waves with --environment, for example with '*'.",
    });
  }
  if (target === undefined) return (await run(context)) ?? exitCodes.done;
  if (
    second === undefined &&
    flags.waves === undefined &&
    !canSelectSeveral(flags) &&
    savedPlans === undefined
  )
    return (await run(contextOf(context, target))) ?? exitCodes.done;
  return runInSeveral(context, flags, { targets, savedPlans, run, problemsOf });
}

export function contextOf(context: CliContext, target: Target): CliContext {
  return { ...context, target, env: withoutTokensOf(target.config, context.env) };
}

interface Selection {
  /** Empty without a configuration. */
  readonly targets: readonly Target[];
  /** By environment. Undefined without a saved plan of several environments. */
  readonly savedPlans: Readonly<Record<string, unknown>> | undefined;
}

function select(context: CliContext, flags: RunFlags): Selection {
  const savedPlans = flags.plan === undefined ? undefined : readSavedPlans(flags.plan);
  if (savedPlans === undefined) return { targets: selectTargets(context, flags) ?? [], savedPlans };
  const planned = Object.keys(savedPlans);
  const selected = selectTargets(context, { ...flags, environment: flags.environment ?? planned }) ?? [];
  const targets = selected.filter(({ environment }) => planned.includes(environment?.name ?? ""));
  if (targets.length > 0) return { targets, savedPlans };
  throw ProblemError.of("The plan has no changes for the selected environments.", {
    where: { file: flags.plan ?? "" },
    remedy: `Set --environment to environments of the plan: ${planned.join(", ")}.`,
  });
}

/** Whether the options can select several environments, which decides the form of the document. */
export function canSelectSeveral({ environment: patterns = [] }: EnvironmentFlags): boolean {
  return patterns.length > 1 || patterns.some(isPattern);
}
