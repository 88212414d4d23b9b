/** Finds test files for the paths that a user names: files, and folders with their subfolders. */
import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { isTestFile } from "../definitions";
import { errorMessage, errorOf, type Problem } from "../diagnostics";

/** @returns each file once, in the order of paths and names */
export function findTestFiles(paths: readonly string[], problems: Problem[]): string[] {
  const visited = new Set<string>();
  const files: string[] = [];
  const report = (file: string, what: string, remedy: string) => {
    problems.push(errorOf("definition-invalid", what, { where: { file }, remedy }));
  };

  const addFolder = (folder: string): void => {
    if (!visit(folder)) return;
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort(byName)) {
      const path = join(folder, entry.name);
      if (entry.name.startsWith(".") || entry.name === "node_modules" || entry.name === "cdktf.out") continue;
      const stats = entry.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false }) : entry;
      if (stats?.isDirectory() === true) tryFolder(path);
      else if (stats?.isFile() === true && isTestFile(entry.name) && visit(path)) files.push(path);
    }
  };
  const visit = (path: string): boolean => visited.size < visited.add(realpathSync(path)).size;
  const tryFolder = (folder: string): void => {
    try {
      addFolder(folder);
    } catch (error) {
      report(
        folder,
        `Cannot read the folder: ${errorMessage(error)}.`,
        "Fix its permissions, or name its files.",
      );
    }
  };

  for (const path of paths) {
    if (!existsSync(path)) {
      report(
        path,
        "No such file or folder.",
        "Name a test file (*.test.yaml, *.test.yml, *.test.json) or a folder.",
      );
    } else if (statSync(path).isDirectory()) tryFolder(path);
    else if (!statSync(path).isFile()) report(path, "The path is not a file or folder.", "Name a test file.");
    else if (visit(path)) files.push(path);
  }
  return files;
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}
