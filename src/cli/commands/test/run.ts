/** `dbmon test`: simulate alerts on the timelines of test files, and compare their firings with the expectations. */
import {
  type AlertTestFile,
  type AlertTestSources,
  findAlertCoverage,
  findMutants,
  type LoadedAlertTests,
  namesInCatalogFile,
  readAlertTests,
  resolveAlertTests,
  runAlertTest,
} from "../../../alert-tests";
import { errorOf, formatPlace, isError, type Problem, ProblemError, toNfc } from "../../../diagnostics";
import { definitionScopeOf } from "../../../environments";
import { type AlertDefinition, placeOfField } from "../../../reconcile";
import { mergeProblems, type Report } from "../../../reports";
import { type CompiledRules } from "../../../rules";
import { canSelectSeveral } from "../../environments/run";
import { selectTargets } from "../../environments/targets";
import { type CliContext } from "../../framework/context";
import { type ExitCode, exitCodes } from "../../framework/exit-codes";
import { type CatalogFlag, type EnvironmentFlags, type OutputFlags } from "../../framework/flags";
import { type Target } from "../../framework/target";
import { compileOwnRules } from "../../inputs/rules";
import {
  documentStatus,
  environmentsDocument,
  isTextOutput,
  printChanges,
  printReport,
  reportProblems,
  withFailureReport,
  writeResult,
} from "../../terminal/output";
import { ChangeWatcher } from "./change-watcher";
import { type TestRun, writeTest } from "./document";
import { testReport, testsReport } from "./report";
import { runRuleTest } from "./rule-tests";

export interface TestFlags extends EnvironmentFlags, OutputFlags, TestSelection {
  readonly watch?: true;
}

export function testAction(
  context: CliContext,
  paths: readonly string[],
  flags: TestFlags,
): Promise<ExitCode> {
  return withFailureReport(context, flags, "Test", paths, async () => {
    checkFlags(flags);
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
      watcher.reset([...sourcesOf(paths), ...run.watchedPaths]);
      // A change can make the configuration invalid, and the next one can fix it.
      run = await runOnce(context, paths, flags, run.report).catch((error: unknown): Run => {
        if (!(error instanceof ProblemError)) throw error;
        reportProblems(context, error.problems);
        return { code: exitCodes.error, watchedPaths: run.watchedPaths };
      });
    }
  } finally {
    watcher.close();
  }
}

interface Run {
  readonly code: ExitCode;
  readonly report?: Report;
  /** Files and folders, besides the named ones, whose change can change the result. */
  readonly watchedPaths: readonly string[];
}

async function runOnce(
  context: CliContext,
  paths: readonly string[],
  flags: TestFlags,
  previous?: Report,
): Promise<Run> {
  // A signal that is already pending is handled first.
  await new Promise((resolve) => setImmediate(resolve));
  const targets = selectTargets(context, flags, { isOffline: true });
  const rules = await Promise.all((targets ?? []).map((target) => compileOwnRules({ ...context, target })));
  const tests = context.runBlocking(() => runTests(sourcesOf(paths), targets, flags, rules));
  const { document, report } = describeRuns(tests, flags);
  if (previous !== undefined) printChanges(context, previous, report, Date.now());
  else if (isTextOutput(flags)) {
    reportProblems(context, report.problems);
    printReport(context, report);
  }
  const result = { code: tests.runs.every(isPassed) ? exitCodes.done : exitCodes.error, document, report };
  const code = await writeResult({ ...context, links: targets?.[0]?.config }, flags, result);
  const configFiles = targets?.map(({ config }) => config.file) ?? [];
  return { code, report, watchedPaths: [...tests.watchedPaths, ...configFiles] };
}

function describeRuns({ runs, problems }: TestRuns, flags: TestFlags) {
  const [first, second] = runs;
  if (first !== undefined && second === undefined && !canSelectSeveral(flags))
    return { document: first.document, report: testReport(first.document) };
  const results = runs.map((run) => {
    const status = documentStatus(isPassed(run) ? exitCodes.done : exitCodes.error);
    return { status, environment: run.environment ?? "", document: run.document };
  });
  return { document: environmentsDocument(results), report: testsReport(runs, problems) };
}

function isPassed({ document: { tests, problems } }: TestRun): boolean {
  return !problems.some(isError) && tests.every(({ status }) => status === "passed");
}

function checkFlags(flags: TestFlags): void {
  const { filter, minCoverage, minScore, mutants, watch, report } = flags;
  const ofAll = Object.entries({
    "--min-coverage": minCoverage,
    "--min-score": minScore,
    "--mutants": mutants,
  }).find(([, value]) => value !== undefined);
  if (filter !== undefined && ofAll !== undefined) {
    throw ProblemError.of("usage", `${ofAll[0]} needs all tests, but --filter selects some.`, {
      remedy: "Remove one of the options.",
    });
  }
  // A report file could be in a watched folder.
  if (watch === true && (!isTextOutput(flags) || report !== undefined)) {
    throw ProblemError.of("usage", "--watch supports only text output to stdout.", {
      remedy: "Remove --watch, or remove --json, --format and --report.",
    });
  }
}

function sourcesOf(paths: readonly string[]): readonly string[] {
  return paths.length === 0 ? ["."] : paths;
}

export interface TestSelection extends CatalogFlag {
  readonly filter?: string;
  /** Percent. */
  readonly minCoverage?: number;
  readonly mutants?: true;
  /** Percent. */
  readonly minScore?: number;
  readonly strict?: true;
}

export interface TestRuns {
  readonly runs: readonly TestRun[];
  /** Problems of all environments, which are also in the document of each. */
  readonly problems: readonly Problem[];
  readonly watchedPaths: readonly string[];
}

export function runTests(
  paths: readonly string[],
  targets: readonly Target[] | undefined,
  selection: TestSelection,
  rules: readonly (CompiledRules | undefined)[],
): TestRuns {
  const sources = readAlertTests(paths, selection.catalog);
  const results = (targets ?? [undefined]).map((target, index) =>
    runIn(sources, target, selection, rules[index]),
  );
  const isEmpty = results.every(({ document: { tests, problems } }) => tests.length + problems.length === 0);
  const config = targets?.[0]?.config;
  const isComplete = selection.filter === undefined && results.length >= (config?.environments.length ?? 1);
  const unusedEverywhere = mergeProblems(results.map(({ unused }) => ({ problems: unused })))
    .filter(({ of }) => of.length === results.length)
    .map(({ merged }) => merged);
  const problems = [
    ...sources.problems,
    ...(isEmpty && !sources.problems.some(isError) ? [noTestsProblem(paths, sources, selection)] : []),
    ...(isComplete ? withStrictness(unusedEverywhere, selection) : []),
  ];
  const runs = results.map(({ environment, document }) => ({
    environment,
    document: { ...document, problems: [...problems, ...document.problems] },
  }));
  const watchedPaths = results.flatMap(({ files }) =>
    files.flatMap(({ definitionsPath, alerts }) => [
      definitionsPath,
      ...alerts.flatMap(({ place }) => place.file ?? []),
    ]),
  );
  const testFiles = sources.files.map(({ file }) => file);
  const catalogs = selection.catalog === undefined ? [] : [selection.catalog];
  return { runs, problems, watchedPaths: [...testFiles, ...catalogs, ...watchedPaths] };
}

function runIn(
  sources: AlertTestSources,
  target: Target | undefined,
  selection: TestSelection,
  rules: CompiledRules | undefined,
): TestRun & Pick<LoadedAlertTests, "files" | "unused"> {
  const { filter, minCoverage = 0, minScore = 0, mutants = selection.minScore !== undefined } = selection;
  const scope = target && definitionScopeOf(target.config, target.environment);
  const isSelected = (name: string) => filter === undefined || toNfc(name).includes(toNfc(filter));
  const { files, problems, unused } = resolveAlertTests(sources, isSelected, scope);
  const runs = files.map((file) => ({ file, results: file.tests.map(runAlertTest) }));
  const ruleTests = files.flatMap((file) => file.ruleTests);
  const ruleNames = target?.config.rules.map(({ name }) => name) ?? [];
  const hasAlerts = files.some(({ alerts }) => alerts.length > 0);
  const coverage = filter === undefined && hasAlerts ? findAlertCoverage(runs) : undefined;
  const document = writeTest(
    [
      ...runs.flatMap(({ results }) => results),
      ...ruleTests.map((test) => runRuleTest(test, rules, ruleNames)),
    ],
    { coverage, mutants: mutants ? findMutants(runs) : undefined },
    [
      ...withStrictness(problems, selection),
      ...(rules?.checkDefinitions(alertsOf(files), Date.now(), namesInCatalogFile(sources.catalog))
        .problems ?? []),
    ],
  );
  const percent = document.coverage?.percent ?? 100;
  const score = document.mutants?.percent ?? 100;
  const low: Problem[] = [];
  if (percent < minCoverage) {
    const what = `The tests make ${percent}% of the alerts fire, less than the ${minCoverage}% of --min-coverage.`;
    low.push(errorOf("test-failed", what, { remedy: "Add tests that make other alerts fire." }));
  }
  if (score < minScore) {
    const what = `Tests notice ${score}% of the changes of alerts, less than the ${minScore}% of --min-score.`;
    low.push(errorOf("test-failed", what, { remedy: "Add tests of the situations that the result lists." }));
  }
  return {
    environment: target?.environment?.name,
    document: { ...document, problems: [...document.problems, ...low] },
    files,
    unused,
  };
}

function withStrictness(problems: readonly Problem[], { strict }: TestSelection): readonly Problem[] {
  return strict === true ? problems.map((problem) => ({ ...problem, severity: "error" })) : problems;
}

function alertsOf(files: readonly AlertTestFile[]): AlertDefinition[] {
  const alerts = files.flatMap((file) => file.alerts);
  return [...new Map(alerts.map((alert) => [formatPlace(placeOfField(alert)), alert])).values()];
}

function noTestsProblem(
  paths: readonly string[],
  { files }: AlertTestSources,
  { filter }: TestSelection,
): Problem {
  const [path] = paths;
  const where = path !== undefined && paths.length === 1 ? { where: { file: path } } : {};
  if (filter !== undefined && files.length > 0) {
    const remedy = "Change the value of --filter. It is case-sensitive.";
    return errorOf("pattern-unmatched", "No test has a name that contains the text of --filter.", { remedy });
  }
  return errorOf("usage", "No tests were found.", {
    ...where,
    remedy: "Write tests into a file whose name ends with .test.yaml, or name another folder.",
  });
}
