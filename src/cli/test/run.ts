/** `dbmon test`: simulate alerts on the timelines of test files, and compare their firings with the expectations. */
import { isError, ProblemError } from "../../diagnostics";
import { runTests, type TestRun, type TestRuns, type TestSelection } from "./run-tests";
import { ChangeWatcher } from "./change-watcher";
import { type CliContext, type ExitCode, exitCodes } from "../shared/context";
import { canSelectSeveral } from "../shared/environments/run";
import { selectTargets } from "../shared/environments/select-targets";
import { withFailureReport } from "../shared/output/failure";
import {
  type CommandResult,
  isTextOutput,
  printChanges,
  printReport,
  reportProblems,
  writeResult,
} from "../shared/output/output";
import { type OutputFlags } from "../shared/output/output-flags";
import { compileRules } from "../shared/plan/rules";
import { type Report } from "../shared/report/report";
import { type FromPlanFlags, writeTestsOfPlan } from "./from-plan";
import { testReport, testsReport } from "./report";

export interface TestFlags extends OutputFlags, FromPlanFlags, TestSelection {
  readonly watch?: true;
}

export function testAction(
  context: CliContext,
  paths: readonly string[],
  flags: TestFlags,
): Promise<ExitCode> {
  return withFailureReport(context, flags, "Test", paths, async () => {
    checkFlags(flags);
    if (flags.fromPlan !== undefined || flags.out !== undefined)
      return writeTestsOfPlan(context, paths, flags);
    return flags.watch === true
      ? runOnChange(context, paths, flags)
      : (await runOnce(context, paths, flags)).code;
  });
}

/** Runs the tests again when a file changes. An interrupt ends the watch without an error. */
async function runOnChange(
  context: CliContext,
  paths: readonly string[],
  flags: TestFlags,
): Promise<ExitCode> {
  const watcher = new ChangeWatcher();
  watcher.add(sourcesOf(paths));
  try {
    let run = await runOnce(context, paths, flags);
    for (;;) {
      watcher.add(run.watchedPaths);
      (context.setStatus ?? context.err)("Waiting for changes. Press Ctrl-C to end.");
      const hasChanged = await watcher.wait(context.signal);
      context.setStatus?.("");
      if (!hasChanged) return run.code;
      run = await runOnce(context, paths, flags, run.report).catch((error: unknown) =>
        failedRun(context, error),
      );
    }
  } finally {
    watcher.close();
  }
}

interface Run {
  readonly code: ExitCode;
  /** Undefined if the run failed. */
  readonly report?: Report;
  /** Files and folders, besides the named ones, whose change can change the result. */
  readonly watchedPaths: readonly string[];
}

/** @param previous report that was printed. Only what changed since then is printed */
async function runOnce(
  context: CliContext,
  paths: readonly string[],
  flags: TestFlags,
  previous?: Report,
): Promise<Run> {
  // A signal that is already pending is handled first.
  await new Promise((resolve) => setImmediate(resolve));
  const targets = selectTargets(context, flags, { isOffline: true });
  const rules = await Promise.all((targets ?? []).map(compileRules));
  const tests = context.runBlocking(() => runTests(sourcesOf(paths), targets, flags, rules));
  const { document, report } = resultOf(tests, flags);
  if (previous !== undefined) printChanges(context, previous, report, Date.now());
  else if (isTextOutput(flags)) {
    reportProblems(context, report.problems);
    printReport(context, report);
  }
  const code = await writeResult(
    context,
    flags,
    { document, report },
    tests.runs.every(isPassed) ? exitCodes.done : exitCodes.error,
  );
  const configFiles = targets?.map(({ config }) => config.file) ?? [];
  return { code, report, watchedPaths: [...tests.watchedPaths, ...configFiles] };
}

/** A change can make the configuration invalid, and the next one can fix it. */
function failedRun(context: CliContext, error: unknown): Run {
  if (!(error instanceof ProblemError)) throw error;
  reportProblems(context, error.problems);
  return { code: exitCodes.error, watchedPaths: [] };
}

function resultOf({ runs, problems }: TestRuns, flags: TestFlags): CommandResult {
  const [first, second] = runs;
  if (first !== undefined && second === undefined && !canSelectSeveral(flags))
    return { document: first.document, report: testReport(first.document) };
  const environments = runs.map(({ environment = "", document }) => [environment, document] as const);
  return {
    document: { version: 1, environments: Object.fromEntries(environments) },
    report: testsReport(runs, problems),
  };
}

function isPassed({ document: { tests, problems } }: TestRun): boolean {
  return !problems.some(isError) && tests.every(({ status }) => status === "passed");
}

function checkFlags(flags: TestFlags): void {
  const { filter, minCoverage, watch, report } = flags;
  if (filter !== undefined && minCoverage !== undefined) {
    throw ProblemError.of("--min-coverage needs all tests, but --filter selects some.", {
      remedy: "Remove one of the options.",
    });
  }
  // A report file could be in a watched folder.
  if (watch === true && (!isTextOutput(flags) || report !== undefined)) {
    throw ProblemError.of("--watch supports only text output to stdout.", {
      remedy: "Remove --watch, or remove --json, --format and --report.",
    });
  }
}

function sourcesOf(paths: readonly string[]): readonly string[] {
  return paths.length === 0 ? ["."] : paths;
}
