/** Finds test files for the paths that a user names: files, and folders with their subfolders. */
import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { isTestFile } from "../definitions";
import { errorMessage, errorOf, type Problem } from "../diagnostics";

const supportedPaths = "Name a test file (*.test.yaml, *.test.yml, *.test.json) or a folder.";

/** @returns each file once, in the order of paths and names */
export function findTestFiles(paths: readonly string[], problems: Problem[]): string[] {
  const visited = new Set<string>();
  const report = (file: string, what: string, remedy: string): [] => {
    problems.push(errorOf("definition-invalid", what, { where: { file }, remedy }));
    return [];
  };
  const isFirst = (path: string): boolean => visited.size < visited.add(realpathSync(path)).size;
  const find = (path: string, isNamed: boolean): string[] => {
    const stats = existsSync(path) ? statSync(path) : undefined;
    if (stats?.isDirectory() === true) return isFirst(path) ? findIn(path) : [];
    if (stats?.isFile() === true)
      return (isNamed || isTestFile(basename(path))) && isFirst(path) ? [path] : [];
    if (!isNamed) return [];
    return stats === undefined
      ? report(path, "No such file or folder.", supportedPaths)
      : report(path, "The path is not a file or folder.", "Name a test file.");
  };
  const findIn = (folder: string): string[] => {
    try {
      const names = readdirSync(folder).filter((name) => !/^(?:\.|node_modules$|cdktf\.out$)/.test(name));
      return names.sort().flatMap((name) => find(join(folder, name), false));
    } catch (error) {
      const what = `Cannot read the folder: ${errorMessage(error)}.`;
      return report(folder, what, "Fix its permissions, or name its files.");
    }
  };
  return paths.flatMap((path) => find(path, true));
}
