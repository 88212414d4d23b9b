/** Finds terraform or tofu (OpenTofu) on the PATH. */
import { isOnPath } from "../src/cli/doctor/on-path";

/** @returns undefined when the PATH has neither; terraform when it has both */
export function findTerraform(): "terraform" | "tofu" | undefined {
  return (["terraform", "tofu"] as const).find((name) => isOnPath(name, process.env));
}
