/** Runs the tests of files, in one environment or in several. */
import {
  type AlertTestFile,
  type AlertTestSources,
  findAlertCoverage,
  namesInCatalog,
  readAlertTests,
  resolveAlertTests,
  runAlertTest,
} from "../../alert-tests";
import { formatPlace, isError, type Problem } from "../../diagnostics";
import { scopeOf } from "../../environments";
import { type AlertDefinition, placeOfField } from "../../reconcile";
import { type CompiledRules } from "../../rules";
import { type TestDocument, writeTest } from "./document";
import { type CatalogFlag } from "../shared/plan/flags";
import { type Target } from "../shared/environments/target";

export interface TestSelection extends CatalogFlag {
  /** A test is selected if its name contains the text. */
  readonly filter?: string;
  /** Percent. */
  readonly minCoverage?: number;
}

/** The results of one environment, or of all tests without a configuration. */
export interface TestRun {
  readonly environment: string | undefined;
  readonly document: TestDocument;
}

export interface TestRuns {
  readonly runs: readonly TestRun[];
  /** Problems of all environments, which are also in the document of each. */
  readonly problems: readonly Problem[];
  /** Files and folders whose change can change the results. */
  readonly watchedPaths: readonly string[];
}

/** @param rules of each target */
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
  const problems =
    isEmpty && !sources.problems.some(isError)
      ? [...sources.problems, noTestsProblem(paths, sources, selection)]
      : sources.problems;
  const runs = results.map(({ environment, document }) => ({
    environment,
    document: { ...document, problems: [...problems, ...document.problems] },
  }));
  const watchedPaths = results.flatMap(({ files }) => files.flatMap(pathsOf));
  const testFiles = sources.files.map(({ file }) => file);
  const catalogs = selection.catalog === undefined ? [] : [selection.catalog];
  return { runs, problems, watchedPaths: [...testFiles, ...catalogs, ...watchedPaths] };
}

function runIn(
  sources: AlertTestSources,
  target: Target | undefined,
  { filter, minCoverage = 0 }: TestSelection,
  rules: CompiledRules | undefined,
): TestRun & { readonly files: readonly AlertTestFile[] } {
  const scope = target && scopeOf(target.config, target.environment);
  const isSelected = (name: string) => filter === undefined || name.includes(filter);
  const { files, problems } = resolveAlertTests(sources, isSelected, scope);
  const runs = files.map((file) => ({ file, results: file.tests.map(runAlertTest) }));
  const coverage = filter === undefined ? findAlertCoverage(runs) : undefined;
  const document = writeTest(
    runs.flatMap(({ results }) => results),
    coverage,
    [
      ...problems,
      ...(rules?.checkDefinitions(alertsOf(files), namesInCatalog(sources.catalog)).problems ?? []),
    ],
  );
  const { percent } = document.coverage ?? { percent: 100 };
  const low = percent < minCoverage ? [lowCoverage(percent, minCoverage)] : [];
  return {
    environment: target?.environment?.name,
    document: { ...document, problems: [...document.problems, ...low] },
    files,
  };
}

/** Each alert once, even if several files test it. */
function alertsOf(files: readonly AlertTestFile[]): AlertDefinition[] {
  const alerts = files.flatMap((file) => file.alerts);
  return [...new Map(alerts.map((alert) => [formatPlace(placeOfField(alert)), alert])).values()];
}

function pathsOf({ definitionsPath, alerts }: AlertTestFile): string[] {
  return [definitionsPath, ...alerts.flatMap(({ place }) => place.file ?? [])];
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
