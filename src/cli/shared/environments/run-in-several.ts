/** Runs a command in several environments side by side, and reports all of them together. */
import { systemClock } from "../../../client";
import { isError, type Problem } from "../../../diagnostics";
import { type PlanDocument } from "../../../plan-document";
import { type CliContext, type ExitCode, exitCodes, worseExitCode } from "../context";
import { isTextOutput, printReport, reportProblems, writeResult } from "../output/output";
import { type OutputFlags } from "../output/output-flags";
import { savePlans } from "../plan/saved-plan";
import { rerunCommand } from "../process/shell";
import { CollectedOutput, type Collector, type Document } from "./collector";
import { environmentsReport, type EnvironmentResult } from "./environments-report";
import { type AskForAll, JointApproval } from "./joint-approval";
import { Slots } from "./slots";
import { type Target, withoutTokensOf } from "./target";
import { skippedProblem, parseWaves, Waves } from "./waves";

export interface SeveralFlags extends OutputFlags {
  readonly environmentsAtOnce?: number;
  /** Approves the changes without a prompt. */
  readonly yes?: true;
  /** File for a saved plan that holds all environments. */
  readonly out?: string;
  /** Names and patterns of waves, separated by commas. */
  readonly waves?: string;
  /** Whether the command waits for the propagation window itself. */
  readonly wait?: boolean;
  /** Propagation window in seconds. */
  readonly window?: number;
}

export interface SeveralRun {
  readonly targets: readonly Target[];
  readonly savedPlans: Readonly<Record<string, unknown>> | undefined;
  readonly run: (context: CliContext) => Promise<ExitCode> | Promise<void>;
  /** The problems of a caught error. */
  readonly problemsOf: (error: unknown) => readonly Problem[];
}

const defaultEnvironmentsAtOnce = 4;
/** The propagation window of the service (PROP-1). */
const defaultWindowSeconds = 60;

interface Finished {
  readonly environment: string;
  readonly output: CollectedOutput;
  readonly code: ExitCode;
}

export async function runInSeveral(
  context: CliContext,
  flags: SeveralFlags,
  { targets, savedPlans, run, problemsOf }: SeveralRun,
): Promise<ExitCode> {
  const slots = new Slots(flags.environmentsAtOnce ?? defaultEnvironmentsAtOnce);
  const approval = new JointApproval(targets.length, askForAll(context, flags));
  const waves = wavesOf(context, flags, targets);
  const finished = await Promise.all(
    targets.map(async (target): Promise<Finished> => {
      const environment = target.environment?.name ?? "";
      const output = new CollectedOutput();
      const approve: Collector["approve"] = async (report) => {
        output.hasAsked = true;
        slots.release();
        const isApproved = flags.yes === true || savedPlans !== undefined;
        const decision = isApproved ? "approved" : await approval.approve(environment, report);
        const hasBegun = decision !== "approved" || (await waves.begin(environment));
        await slots.acquire();
        if (hasBegun) return decision;
        output.problems.push(skippedProblem(environment));
        return "skipped";
      };
      await slots.acquire();
      const end = (code: ExitCode): Finished => {
        waves.end(environment, { hasFailed: code !== exitCodes.done, hasWritten: hasWritten(output) });
        return { environment, output, code };
      };
      try {
        const child = collectingContext(context, target, output, savedPlans?.[environment], approve);
        return end((await run(child)) ?? exitCodes.done);
      } catch (error) {
        const problems = problemsOf(error);
        output.problems.push(...problems);
        output.document = { version: 1, ...baseUrlOf(error), problems };
        return end(exitCodes.error);
      } finally {
        if (!output.hasAsked) approval.skip();
        slots.release();
      }
    }),
  );
  const code = finished.map(({ code }) => code).reduce(worseExitCode, exitCodes.done);
  saveAll(context, flags, finished);
  return reportAll(context, flags, finished, code);
}

/** Without --waves, all environments are one wave. */
function wavesOf(context: CliContext, flags: SeveralFlags, targets: readonly Target[]): Waves {
  const names = targets.flatMap(({ environment }) => environment?.name ?? []);
  const groups = flags.waves === undefined ? [names] : parseWaves(flags.waves, names);
  return new Waves(groups, async (wave, environments) => {
    if (flags.wait === true) return;
    const { window: seconds = defaultWindowSeconds } = flags;
    const text = `Wave ${wave} of ${groups.length} (${environments.join(", ")}) is applied.`;
    context.err(`${text} Waiting ${seconds} s for its changes to take effect.`);
    // An interrupt ends the wait, and the next wave then starts no change.
    await systemClock.sleep(seconds * 1000, context.signal).catch(() => undefined);
  });
}

function hasWritten({ report }: CollectedOutput): boolean {
  const { created = 0, changed = 0, deleted = 0 } = report?.counts ?? {};
  return created + changed + deleted > 0;
}

function collectingContext(
  context: CliContext,
  target: Target,
  output: CollectedOutput,
  savedPlan: unknown,
  approve: Collector["approve"],
): CliContext {
  const name = target.environment?.name ?? "";
  return {
    ...context,
    target,
    env: withoutTokensOf(target.config, context.env),
    out: (line) => output.lines.push(line),
    err: (line) => {
      context.err(`${name}: ${line}`);
    },
    setStatus: undefined,
    setWait: undefined,
    confirm: undefined,
    prompt: undefined,
    collector: {
      savedPlan,
      approve,
      addReport: (report) => {
        output.report = report;
      },
      addDocument: (document) => {
        output.document = document;
      },
      addProblems: (problems) => {
        output.problems.push(...problems);
      },
      addSavedPlan: (plan) => {
        output.savedPlan = plan;
      },
    },
  };
}

/** Shows the plans of all environments, and asks once. Without a terminal, nothing is approved. */
function askForAll(context: CliContext, flags: SeveralFlags): AskForAll {
  return async (plans) => {
    const names = plans.map(({ environment }) => environment);
    const report = environmentsReport(
      plans.map(({ environment, report }) => ({
        environment,
        report,
        problems: [],
        lines: [],
        hasFailed: false,
      })),
    );
    if (context.confirm !== undefined) {
      // With --json or --format, stdout has no text.
      printReport(context, report, isTextOutput(flags) ? "out" : "err");
      if (await context.confirm(`Apply these changes to the environments ${names.join(", ")}?`)) return true;
    }
    const command = rerunCommand("--yes", context.args, context.env);
    context.err(`Not confirmed. Nothing was written. To apply without a prompt, run: ${command}`);
    return false;
  };
}

function saveAll(context: CliContext, { out, json }: SeveralFlags, finished: readonly Finished[]): void {
  if (out === undefined || finished.every(({ output }) => output.savedPlan === undefined)) return;
  const missing = finished.filter(({ output }) => output.savedPlan === undefined);
  if (missing.length > 0) {
    const names = missing.map(({ environment }) => environment).join(", ");
    context.err(`The plan was not saved, because these environments have errors: ${names}.`);
    return;
  }
  const plans = finished.flatMap(({ environment, output: { savedPlan } }): [string, PlanDocument][] =>
    savedPlan === undefined ? [] : [[environment, savedPlan]],
  );
  savePlans(out, Object.fromEntries(plans));
  if (json !== true) context.err(`Saved the plans of ${plans.length} environments to ${out}.`);
}

function reportAll(
  context: CliContext,
  flags: SeveralFlags,
  finished: readonly Finished[],
  code: ExitCode,
): Promise<ExitCode> {
  const results = finished.map(({ environment, output, code }): EnvironmentResult => {
    const { report, problems, lines } = output;
    return { environment, report, problems, lines, hasFailed: code === exitCodes.error };
  });
  const report = environmentsReport(results);
  const documents = finished.map(({ environment, output }): [string, Document] => [
    environment,
    output.document ?? { version: 1, problems: output.problems.filter(isError) },
  ]);
  if (isTextOutput(flags)) {
    reportProblems(context, report.problems);
    printReport(context, report);
  }
  return writeResult(
    context,
    flags,
    { document: { version: 1, environments: Object.fromEntries(documents) }, report },
    code,
  );
}

function baseUrlOf(error: unknown): { readonly base_url?: string } {
  const hasBaseUrl = error instanceof Error && "baseUrl" in error && typeof error.baseUrl === "string";
  return hasBaseUrl ? { base_url: String(error.baseUrl) } : {};
}
