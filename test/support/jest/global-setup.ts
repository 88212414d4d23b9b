/**
 * What jest does once, before it starts its workers: it creates the temporary folder of the run, and selects the engine of Terraform.
 *
 * Runs all tests with another engine: `TERRAFORM_BINARY_NAME=tofu npm run test:long`. The variable names a command on the PATH or a file, as in
 * cdktf. Tests, guides and CI workflows run `terraform`, so a program of that name is put in front of the PATH.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createTemporaryFolder } from "./temporary-folder";

export default function globalSetup(): void {
  setUpEngine();
  createTemporaryFolder();
}

function setUpEngine(): void {
  const engine = process.env.TERRAFORM_BINARY_NAME ?? "terraform";
  if (engine === "terraform") return;
  const folder = createEngineFolder(engine);
  process.once("exit", () => {
    rmSync(folder, { recursive: true });
  });
  process.env.PATH = `${folder}${delimiter}${process.env.PATH ?? ""}`;
}

/**
 * Creates a folder with a program `terraform` that runs the engine.
 * @throws Error if the engine is not installed
 */
export function createEngineFolder(engine: string): string {
  const file = findProgram(engine);
  const folder = mkdtempSync(join(tmpdir(), "terraform-engine-"));
  // Not a link: the engine's messages contain the name under which it was started.
  writeFileSync(join(folder, "terraform"), `#!/bin/sh\nexec '${file}' "$@"\n`, { mode: 0o755 });
  return folder;
}

function findProgram(name: string): string {
  try {
    return execFileSync("sh", ["-c", 'command -v "$1"', "sh", name], { encoding: "utf8" }).trim();
  } catch (cause) {
    throw new Error(
      `Cannot find the engine ${name}. Install it, or set TERRAFORM_BINARY_NAME to an installed one.`,
      { cause },
    );
  }
}
