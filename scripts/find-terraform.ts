/** Finds terraform, or OpenTofu's tofu, on the PATH. */
import { isOnPath } from "../src/cli/doctor/on-path";

/** The name of the one that is there, terraform first; undefined where there is neither. */
export function findTerraform(): "terraform" | "tofu" | undefined {
  return (["terraform", "tofu"] as const).find((name) => isOnPath(name, process.env));
}
