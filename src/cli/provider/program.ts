/** The program that Terraform runs as the provider: a file of the npm package, or the executable, which is also the command. */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { ProblemError } from "../../diagnostics";
import { isExecutable } from "../shared/distribution";

/** @throws ProblemError if the package has not been built */
export function providerProgram(): string {
  if (isExecutable) return process.execPath;
  const bundle = join(__dirname, "..", "..", "terraform-provider-dbmon");
  if (statSync(bundle, { throwIfNoEntry: false }) !== undefined) return bundle;
  throw ProblemError.of("The provider has not been built.", {
    where: { file: bundle },
    remedy: "Run npm run build.",
  });
}

/** Starts the provider for debugging. It prints its own output, and ends when this process disconnects. */
export function startProvider(): ChildProcess {
  const program = providerProgram();
  if (!isExecutable) return fork(program, ["--reattach"]);
  // The executable is the provider if it has this name.
  return spawn(program, ["--reattach"], {
    argv0: "terraform-provider-dbmon",
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
}
