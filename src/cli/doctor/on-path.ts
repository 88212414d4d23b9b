/** Looks for a tool without starting it: terraform would write to the home folder. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

export function isOnPath(name: string, environment: NodeJS.ProcessEnv): boolean {
  const names = process.platform === "win32" ? [`${name}.exe`] : [name];
  return (environment["PATH"] ?? "").split(delimiter).some((folder) =>
    names.some((file) => {
      try {
        accessSync(join(folder, file), constants.X_OK);
        return true;
      } catch {
        return false;
      }
    }),
  );
}
