/**
 * Finds terraform, or OpenTofu's tofu, on the PATH without starting it: it would write to the home folder.
 */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The name of the one that is there, terraform first; undefined where there is neither. */
export function findTerraform(): "terraform" | "tofu" | undefined {
  return (["terraform", "tofu"] as const).find(isOnPath);
}

export function isOnPath(name: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
