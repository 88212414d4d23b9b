/** Finds and reads the configuration file of the current folder. */
import { existsSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { configFileName, misnamedConfig, misnamedConfigs, readTextFile } from "../definitions";
import { type Problem, ProblemError, quote, warningOf } from "../diagnostics";
import { type Config } from "./environment";
import { parseConfig } from "./parse-config";

/**
 * Searches the folder and its parents, nearest first.
 *
 * @param isTrustedOwner whether a file in a parent folder may belong to the user with this ID. Default: root and the user of the process
 * @throws ProblemError if the file belongs to another user, because it defines the address that a token is sent to, or if its name is wrong
 */
export function findConfig(
  folder: string,
  isTrustedOwner: (userId: number) => boolean = isOwnUser,
): string | undefined {
  const start = resolve(folder);
  for (let current = start; ; current = dirname(current)) {
    for (const name of [configFileName, ...misnamedConfigs]) {
      const file = join(current, name);
      const stats = statSync(file, { throwIfNoEntry: false });
      if (stats?.isFile() !== true) continue;
      const path = relative(start, file);
      const isTrusted = current === start || isTrustedOwner(stats.uid);
      if (isTrusted && name === configFileName) return path;
      if (isTrusted) throw new ProblemError([misnamedConfig(path)]);
      if (name !== configFileName) continue;
      const what = "The configuration in this parent folder belongs to another user.";
      throw ProblemError.of("config-invalid", what, {
        where: { file: path },
        remedy: `To use it, set --config to its path. To ignore it, add a ${configFileName} to this folder.`,
      });
    }
    if (dirname(current) === current) return undefined;
  }
}

/** @returns the warning of a file in a parent folder whose rules a nearer file replaces */
export function findReplacedRules(file: string): readonly Problem[] {
  for (let folder = dirname(resolve(file)); dirname(folder) !== folder;) {
    folder = dirname(folder);
    const outer = join(folder, configFileName);
    if (!existsSync(outer)) continue;
    const text = readTextFile(outer, "definitions", 0, []) ?? "";
    if (!/^rules:/m.test(text)) return [];
    const what = `This file replaces the rules of ${quote(relative(".", outer))}.`;
    const remedy = "To check them, copy them here, or remove this file.";
    return [warningOf("rules", what, { where: { file }, remedy })];
  }
  return [];
}

function isOwnUser(userId: number): boolean {
  // Windows has no IDs of users.
  return userId === 0 || process.getuid === undefined || userId === process.getuid();
}

/** @param variables environment variables @throws ProblemError with all errors of the file */
export function loadConfig(file: string, variables: NodeJS.ProcessEnv): Config {
  const problems: Problem[] = [];
  const text = readTextFile(file, "definitions", 0, problems);
  const config = text === undefined ? undefined : parseConfig(text, file, variables, problems);
  if (config === undefined) throw new ProblemError(problems);
  return config;
}
