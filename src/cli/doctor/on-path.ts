/** Finds a program without starting it. Starting terraform would write to the home folder. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

export function isOnPath(program: string, env: NodeJS.ProcessEnv): boolean {
  const file = process.platform === "win32" ? `${program}.exe` : program;
  return (env["PATH"] ?? "").split(delimiter).some((folder) => isExecutable(join(folder, file)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
