/** Finds a program without starting it. Starting terraform would write to the home folder. */
import { accessSync, constants } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { executableFile } from "../../platform";

/** @param program a name to find on the PATH, or the path of a file */
export function isOnPath(program: string, env: NodeJS.ProcessEnv): boolean {
  return findOnPath(program, env) !== undefined;
}

/** @param program a name to find on the PATH, or the path of a file */
export function findOnPath(program: string, env: NodeJS.ProcessEnv): string | undefined {
  if (basename(program) !== program) return isExecutable(program) ? program : undefined;
  const file = executableFile(program, process.platform);
  const paths = (env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, file));
  return paths.find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
