/** Runs tests with terraform. Without terraform, tests are skipped with a warning, and fail in CI. */
import { execFileSync } from "node:child_process";
import { isOnPath } from "../../src/cli/shared/process/programs";
import { DbmonTerraform } from "./dbmon-terraform";

export {
  type RunResult,
  type StartedRun,
  type ProviderBinary,
  type Run,
  type StateInstance,
  TerraformFolder,
} from "./terraform-folder";

/** The first versions that support a feature. Without one, the engine does not support it. */
export interface Since {
  readonly terraform: string;
  readonly tofu?: string;
}

/**
 * `describe` if the engine supports the feature (see global-setup.ts). Otherwise, a test that the engine, which does not know the
 * feature, is not disturbed by a provider that has it.
 */
export function describeSince(since: Since, name: string, body: () => void): void {
  const isTested = !isOnPath("terraform", process.env) || isSupported(since);
  describeWithTerraform(name, isTested ? body : testWithout);
}

function testWithout(): void {
  it("is not known to this engine, which applies an alert and then plans no changes", async () => {
    const world = await DbmonTerraform.start();
    try {
      world.configure(`resource "dbmon_alert" "a" {
        name   = "A"
        policy = 1
        event  = { categories = ["deploy"] }
      }`);
      await world.apply();
      const { code, stdout, stderr } = await world.plan();
      expect({ code, stderr, stdout }).toMatchObject({ code: 0, stderr: "" });
    } finally {
      await world.stop();
    }
  });
}

function isSupported(since: Since): boolean {
  const printed = execFileSync("terraform", ["version"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [, engine, ...version] = /(Terraform|OpenTofu) v(\d+)\.(\d+)/.exec(printed) ?? [];
  const first = engine === "Terraform" ? since.terraform : since.tofu;
  if (first === undefined) return false;
  const [major = 0, minor = 0] = version.map(Number);
  const [firstMajor = 0, firstMinor = 0] = first.split(".").map(Number);
  return major > firstMajor || (major === firstMajor && minor >= firstMinor);
}

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
