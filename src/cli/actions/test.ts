/** `dbmon test`: simulate alerts on the timelines of test files, and compare their firings with the expectations. */
import {
  type AlertTestFile,
  type AlertTestResult,
  findAlertCoverage,
  loadAlertTests,
  runAlertTest,
} from "../../alert-tests";
import { isError, type Problem, ProblemError } from "../../diagnostics";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { type TestDocument, writeTest } from "../documents/test-document";
import { isTextOutput, reportProblems, withFailureReport, writeResult } from "../output";
import { type OutputFlags } from "../output-flags";
import { reportLines } from "../render/text";
import { testReport } from "../report/test-report";
import { ChangeWatcher } from "../change-watcher";

export interface TestFlags extends OutputFlags {
  /** A test is selected if its name contains the text. */
  readonly filter?: string;
  /** Percent. */
  readonly minCoverage?: number;
  readonly watch?: true;
}

export function testAction(
  context: CliContext,
  paths: readonly string[],
  flags: TestFlags,
): Promise<ExitCode> {
  const work = () => (flags.watch === true ? runOnChange(context, paths, flags) : run(context, paths, flags));
  return withFailureReport(context, flags, "Test", paths, work);
}

async function run(context: CliContext, paths: readonly string[], flags: TestFlags): Promise<ExitCode> {
  checkFlags(flags);
  return (await runOnce(context, paths, flags)).code;
}

/** Runs the tests again when a file changes. An interrupt ends the watch without an error. */
async function runOnChange(
  context: CliContext,
  paths: readonly string[],
  flags: TestFlags,
): Promise<ExitCode> {
  checkFlags(flags);
  // A report file could be in a watched folder.
  if (!isTextOutput(flags) || flags.report !== undefined) {
    throw ProblemError.of("--watch supports only text output to stdout.", {
      remedy: "Remove --watch, or remove --json, --format and --report.",
    });
  }
  const watcher = new ChangeWatcher();
  watcher.add(sourcesOf(paths));
  try {
    for (;;) {
      const { code, watchedPaths } = await runOnce(context, paths, flags);
      watcher.add(watchedPaths);
      context.err("Waiting for changes. Press Ctrl-C to end.");
      if (!(await watcher.wait(context.signal))) return code;
    }
  } finally {
    watcher.close();
  }
}

interface Run {
  readonly code: ExitCode;
  /** Files and folders, besides the named ones, whose change can change the result. */
  readonly watchedPaths: readonly string[];
}

async function runOnce(context: CliContext, paths: readonly string[], flags: TestFlags): Promise<Run> {
  // A signal that is already pending is handled first.
  await new Promise((resolve) => setImmediate(resolve));
  const sources = sourcesOf(paths);
  const { document, files } = context.runBlocking(() => runTests(sources, flags));
  const report = testReport(document);
  if (isTextOutput(flags)) {
    reportProblems(context, document.problems);
    reportLines(report, context.color.out).forEach(context.out);
  }
  const isPassed =
    !document.problems.some(isError) && document.tests.every(({ status }) => status === "passed");
  const code = writeResult(context, flags, { document, report }, isPassed ? exitCodes.done : exitCodes.error);
  const definitions = files.flatMap(({ definitionsPath, alerts }) => [
    definitionsPath,
    ...alerts.flatMap(({ place }) => place.file ?? []),
  ]);
  return { code, watchedPaths: [...files.map(({ file }) => file), ...definitions] };
}

function runTests(
  paths: readonly string[],
  { filter, minCoverage = 0 }: TestFlags,
): { readonly document: TestDocument; readonly files: readonly AlertTestFile[] } {
  const isSelected = (name: string) => filter === undefined || name.includes(filter);
  const { files, problems } = loadAlertTests(paths, isSelected);
  const runs = files.map((file) => ({ file, results: file.tests.map(runAlertTest) }));
  const results: readonly AlertTestResult[] = runs.flatMap(({ results }) => results);
  const coverage = filter === undefined ? findAlertCoverage(runs) : undefined;
  const document = writeTest(results, coverage, [
    ...problems,
    ...(results.length === 0 && !problems.some(isError) ? [noTestsProblem(paths, filter, files.length)] : []),
  ]);
  const { percent } = document.coverage ?? { percent: 100 };
  if (percent >= minCoverage) return { document, files };
  return {
    document: { ...document, problems: [...document.problems, lowCoverage(percent, minCoverage)] },
    files,
  };
}

function noTestsProblem(paths: readonly string[], filter: string | undefined, fileCount: number): Problem {
  const [path] = paths;
  const where = path !== undefined && paths.length === 1 ? { where: { file: path } } : {};
  if (filter !== undefined && fileCount > 0) {
    const remedy = "Change the value of --filter. It is case-sensitive.";
    return { severity: "error", what: "No test has a name that contains the text of --filter.", remedy };
  }
  return {
    severity: "error",
    what: "No tests were found.",
    ...where,
    remedy: "Write tests into a file whose name ends with .test.yaml, or name another folder.",
  };
}

function lowCoverage(percent: number, minCoverage: number): Problem {
  return {
    severity: "error",
    what: `The tests make ${percent}% of the alerts fire, less than the ${minCoverage}% of --min-coverage.`,
    remedy: "Add tests that make other alerts fire.",
  };
}

function checkFlags({ filter, minCoverage }: TestFlags): void {
  if (filter === undefined || minCoverage === undefined) return;
  throw ProblemError.of("--min-coverage needs all tests, but --filter selects some.", {
    remedy: "Remove one of the options.",
  });
}

function sourcesOf(paths: readonly string[]): readonly string[] {
  return paths.length === 0 ? ["."] : paths;
}
