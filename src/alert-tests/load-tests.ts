/** Reads test files with the definitions that they test. */
import { dirname, isAbsolute, join, resolve } from "node:path";
import { statSync } from "node:fs";
import { type Definitions, loadDefinitions, readTextFile } from "../definitions";
import { isError, type Problem } from "../diagnostics";
import { type AlertDefinition } from "../reconcile";
import { findTestFiles } from "./find-test-files";
import { parseTestFile } from "./parse-test-file";
import { type AlertTest } from "./alert-test";
import { resolveTests } from "./resolve-tests";

export interface AlertTestFile {
  readonly file: string;
  /** File or folder of the definitions. */
  readonly definitionsPath: string;
  readonly alerts: readonly AlertDefinition[];
  readonly tests: readonly AlertTest[];
}

export interface LoadedAlertTests {
  /** The files without errors. */
  readonly files: readonly AlertTestFile[];
  readonly problems: readonly Problem[];
}

/**
 * Finds and reads the test files below the paths.
 *
 * @param paths files or folders
 * @param hasName whether a test is selected by its name
 * @example loadAlertTests(["alerts"]).files.flatMap(({ tests }) => tests).map(runAlertTest)
 */
export function loadAlertTests(
  paths: readonly string[],
  hasName: (name: string) => boolean = () => true,
): LoadedAlertTests {
  const problems: Problem[] = [];
  const cache = new Map<string, Definitions>();
  const loadOnce = (path: string): Definitions => {
    const key = resolve(path);
    const loaded = cache.get(key);
    if (loaded !== undefined) return loaded;
    const definitions = loadDefinitions([path], { isForService: false });
    // `dbmon check` reports the warnings.
    problems.push(...definitions.problems.filter(isError));
    cache.set(key, definitions);
    return definitions;
  };
  const files = findTestFiles(paths, problems).flatMap((file): AlertTestFile[] => {
    const text = readTextFile(file, "definitions", statSync(file).size, problems);
    const parsed = text === undefined ? undefined : parseTestFile(text, file, problems);
    if (parsed === undefined) return [];
    const { content, places } = parsed;
    const folder = dirname(file);
    const definitionsPath = inFolder(folder, content.definitions ?? ".");
    const { alerts, problems: definitionProblems } = loadOnce(definitionsPath);
    if (definitionProblems.some(isError)) return [];
    const tests = resolveTests(content, places, alerts, problems, hasName);
    return tests === undefined ? [] : [{ file, definitionsPath, alerts, tests }];
  });
  return { files, problems };
}

/** Keeps the path relative to the current folder, for messages. */
function inFolder(folder: string, path: string): string {
  return isAbsolute(path) ? path : join(folder, path);
}
