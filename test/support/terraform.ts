// Tests with the real terraform. Without it they are skipped loudly; in CI its absence is a failure.
import { isOnPath } from "../../src/cli/doctor/on-path";

export {
  type Begun,
  type Ended,
  type ProviderBinary,
  type Run,
  type StateInstance,
  TerraformFolder,
} from "./terraform-folder";

/** `describe` where terraform is on the PATH; a skipped block with a warning where it is not. */
export function describeWithTerraform(name: string, body: () => void): void {
  if (isOnPath("terraform", process.env)) {
    describe(name, body);
    return;
  }
  if (process.env.CI === "true") throw new Error("terraform is not on the PATH: CI must run these tests.");
  process.stderr.write(`\n*** SKIPPED, terraform is not on the PATH: ${name}\n\n`);
  describe.skip(name, body);
}
