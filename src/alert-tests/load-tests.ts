/** Reads test files with the definitions that they test. */
import { dirname, isAbsolute, join, resolve } from "node:path";
import {
  type DefinitionScope,
  type DefinitionSources,
  isTerraformFile,
  noEnvironments,
  type ParsedMapping,
  parseMapping,
  readDefinitionSources,
  readTextFile,
  resolveDefinitions,
} from "../definitions";
import { getOrAdd, isError, type Place, type Problem, quoteUnusual, valueAt } from "../diagnostics";
import { type AlertDefinition } from "../reconcile";
import { addCatalog, type CatalogFile, checkCatalogReferences, readCatalog } from "./catalog";
import { findTestFiles } from "./find-test-files";
import { layout, type ParsedTestFile, parseTestFile } from "./parse-test-file";
import { resolveTests } from "./resolve-tests";
import { type AlertTest } from "./run-test";
import { SampleBudget } from "./series";
import { type TestEnvironment } from "./test-environment";

export interface AlertTestFile {
  readonly file: string;
  /** File or folder of the definitions. */
  readonly definitionsPath: string;
  readonly alerts: readonly AlertDefinition[];
  /** Undefined without tests of alerts. */
  readonly environment: TestEnvironment | undefined;
  readonly tests: readonly AlertTest[];
  readonly ruleTests: readonly RuleTest[];
}

/** A test of the rules of the configuration. */
export interface RuleTest {
  readonly name: string;
  readonly place: Place;
  /** The variables of the rules, as the file writes them. */
  readonly given: Readonly<Record<"alert" | "before" | "change", unknown>>;
  /** Names of rules. */
  readonly refusedBy: readonly string[];
}

export interface LoadedAlertTests {
  /** The files without errors. */
  readonly files: readonly AlertTestFile[];
  readonly problems: readonly Problem[];
  /** Warnings of policies and durations that are not used. Another environment, or a test that was not selected, can use them. */
  readonly unused: readonly Problem[];
}

/** Parsed test files, whose tests can be resolved for any number of environments. */
export interface AlertTestSources {
  readonly files: readonly {
    readonly file: string;
    readonly content: ParsedMapping;
    /** A plan of Terraform that replaces the definitions which the file names. */
    readonly plan: string | undefined;
  }[];
  readonly catalog: CatalogFile | undefined;
  /** The problems that do not depend on the environment. */
  readonly problems: readonly Problem[];
  /** Reads definitions only once, even if several files or environments use them. */
  readonly readDefinitions: (path: string) => DefinitionSources;
}

/**
 * Finds and reads the test files below the paths.
 * @param paths files or folders. A plan of Terraform stands for the test files of its folder, which then test its alerts
 * @param catalogFile resolves the references of definitions
 * @returns no test files if the catalog has errors
 */
export function readAlertTests(paths: readonly string[], catalogFile?: string): AlertTestSources {
  const problems: Problem[] = [];
  const catalog = catalogFile === undefined ? undefined : readCatalog(catalogFile, problems);
  const readTests = (file: string, plan?: string) => {
    const text = readTextFile(file, "definitions", 0, problems);
    const content = text === undefined ? undefined : parseMapping(text, file, problems, layout);
    return content === undefined ? [] : [{ file, content, plan }];
  };
  const plans = paths.filter(isTerraformFile);
  const others = paths.filter((path) => !plans.includes(path));
  const files = [
    ...findTestFiles(others, problems).flatMap((file) => readTests(file)),
    ...plans.flatMap((plan) =>
      findTestFiles([dirname(plan)], problems).flatMap((file) => readTests(file, plan)),
    ),
  ];
  const readDefinitions = memoizeByPath((path) => readDefinitionSources([path], { isForService: false }));
  return {
    files: catalogFile !== undefined && catalog === undefined ? [] : files,
    catalog,
    problems,
    readDefinitions,
  };
}

/**
 * Resolves the tests that exist in an environment.
 *
 * @param hasName whether a test is selected by its name
 * @returns the tests, without the problems of the sources
 */
export function resolveAlertTests(
  { files: sources, catalog, readDefinitions }: AlertTestSources,
  hasName: (name: string) => boolean = () => true,
  scope: DefinitionScope = noEnvironments,
): LoadedAlertTests {
  const problems: Problem[] = [];
  const unused: Problem[] = [];
  const budget = new SampleBudget();
  const loadOnce = memoizeByPath((path) => {
    const read = readDefinitions(path);
    const { alerts, problems: resolved } = resolveDefinitions(read, scope);
    const unresolved = catalog === undefined ? [] : checkCatalogReferences(alerts, catalog);
    // `dbmon check` reports the warnings.
    const errors = [...read.problems, ...resolved, ...unresolved].filter(isError);
    const isOfPath = ({ where }: Problem) => where?.file === path && where.line === undefined;
    problems.push(...errors.filter((problem) => !isOfPath(problem)));
    return { alerts, isValid: errors.length === 0, pathProblems: errors.filter(isOfPath) };
  });
  const files = sources.flatMap(({ file, content: source, plan }): AlertTestFile[] => {
    const parsed = parseTestFile(source, scope, problems);
    if (parsed === undefined) return [];
    const { places } = parsed;
    const ruleTests = ruleTestsOf(parsed).filter((test) => hasName(test.name));
    if (!Object.hasOwn(source.value, "tests"))
      return [{ file, definitionsPath: file, alerts: [], environment: undefined, tests: [], ruleTests }];
    const content = catalog === undefined ? parsed.content : addCatalog(parsed.content, catalog.content);
    const { definitions = "." } = content;
    // Relative to the current folder, for messages.
    const definitionsPath =
      plan ?? (isAbsolute(definitions) ? definitions : join(dirname(file), definitions));
    const { alerts, isValid, pathProblems } = loadOnce(definitionsPath);
    for (const problem of pathProblems) {
      const isNamed = plan === undefined && content.definitions !== undefined;
      const what = `${quoteUnusual(definitionsPath)}: ${problem.what}`;
      problems.push(isNamed ? { ...problem, what, where: places.ofValue(["definitions"]) } : problem);
    }
    if (!isValid) return [];
    const resolved = resolveTests(content, places, alerts, problems, hasName, budget);
    if (resolved === undefined) return [];
    unused.push(...resolved.environment.unusedTimes(parsed.content));
    return [{ file, definitionsPath, alerts, ...resolved, ruleTests }];
  });
  return { files, problems, unused };
}

function ruleTestsOf({ content, value, places }: ParsedTestFile): RuleTest[] {
  return content.rules.map(({ name, refused_by: refusedBy }, index) => {
    const path = ["rules", index];
    // Without the defaults of the schema.
    const given = (key: string) => valueAt(value, [...path, key]);
    return {
      name,
      place: places.ofValue(path),
      given: { alert: given("alert"), before: given("before"), change: given("change") },
      refusedBy,
    };
  });
}

function memoizeByPath<T>(load: (path: string) => T): (path: string) => T {
  const loaded = new Map<string, T>();
  return (path) => getOrAdd(loaded, resolve(path), () => load(path));
}
