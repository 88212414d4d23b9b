/** Runs tests with terraform. Without terraform, tests are skipped with a warning, and fail in CI. */
import { isOnPath } from "../../src/cli/doctor/on-path";

export {
  type RunResult,
  type StartedRun,
  type ProviderBinary,
  type Run,
  type StateInstance,
  TerraformFolder,
} from "./terraform-folder";

/** `describe` if terraform is on the PATH, otherwise a skipped block with a warning. */
export function describeWithTerraform(name: string, body: () => void): void {
  if (isOnPath("terraform", process.env)) {
    describe(name, body);
    return;
  }
  if (process.env.CI === "true")
    throw new Error("terraform is not on the PATH. CI must run these tests. Install terraform.");
  process.stderr.write(`\n*** SKIPPED, terraform is not on the PATH: ${name}\n\n`);
  describe.skip(name, body);
}
