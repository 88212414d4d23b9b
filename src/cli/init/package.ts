/** The npm package of this command, as a new project installs it. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorCode, errorMessage, ProblemError } from "../../diagnostics";
import { npmCall } from "../../platform";
import { isExecutable } from "../shared/distribution";
import { runProgram } from "../shared/process/run-program";
import { version } from "../shared/distribution";
import { isPublished } from "./project";

export const packageName = "dbmon-iac";
/** The packed package in a project. Undefined if the project installs it from npm. */
export const packageFile = isPublished ? undefined : `vendor/${packageName}-${version}.tgz`;
/** The version or specifier in the package.json of a project. */
export const packageSpec = packageFile === undefined ? `^${version}` : `file:${packageFile}`;

/** @throws ProblemError in an executable */
export function requireNpmPackage(): void {
  if (!isExecutable) return;
  throw ProblemError.of(
    `An executable does not contain the npm package ${packageName}, which a project installs.`,
    {
      remedy: `Run dbmon init with the npm package: npx --package ./${packageName}-${version}.tgz dbmon init.`,
    },
  );
}

/** Packs this package, so that CI can install it too. @throws ProblemError */
export async function packPackage(env: NodeJS.ProcessEnv): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "dbmon-init-"));
  try {
    const packageFolder = join(__dirname, "..", "..", "..");
    const options = ["--ignore-scripts", "--silent", "--pack-destination", folder];
    const { program, args, shell } = npmCall("npm", ["pack", packageFolder, ...options], process.platform);
    await runProgram(program, args, { env, variables: {}, shell });
    return readFileSync(join(folder, `${packageName}-${version}.tgz`));
  } catch (error) {
    const reason = errorCode(error) === "ENOENT" ? "npm is not on the PATH" : errorMessage(error);
    throw ProblemError.of(
      `Cannot pack the npm package ${packageName} into the project: ${reason}.`,
      { remedy: "Install npm, check that npm pack works, and run again." },
      { cause: error },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
