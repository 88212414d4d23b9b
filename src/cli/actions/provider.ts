/** What `dbmon provider` does: it lays the built provider out for terraform, or leaves it running. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { ProblemError } from "../../diagnostics";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { createFolder } from "../create-folder";
import { mirrorFiles, providerSource } from "../provider/mirror";
import { version } from "../version";

export function installAction(context: CliContext, dir: string): void {
  const mirror = resolve(dir);
  const file = tryInstall(mirror);
  context.err(`Installed dbmon/dbmon ${version} in ${file}`);
  context.err(
    "Terraform's CLI configuration, for a file that TF_CLI_CONFIG_FILE names or to add to ~/.terraformrc:",
  );
  context.out(cliConfiguration(mirror));
}

/** The provider prints by itself. A Ctrl-C reaches it as well; a signal for this process alone is handed on. */
export async function serveAction(interruption: AbortSignal): Promise<ExitCode> {
  const child = fork(builtProvider(), ["--reattach"]);
  const letGo = () => {
    if (child.connected) child.disconnect();
  };
  if (interruption.aborted) letGo();
  interruption.addEventListener("abort", letGo);
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0 ? exitCodes.done : exitCodes.error;
}

function tryInstall(mirror: string): string {
  try {
    return install(mirror);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    const remedy = "Name a folder that you may write to.";
    throw ProblemError.of(`The provider cannot be laid out: ${error.message}.`, {
      where: { file: mirror },
      remedy,
    });
  }
}

/** The provider's file in the mirror, for each registry. @returns the first of them */
function install(mirror: string): string {
  const bundle = builtProvider();
  const files = mirrorFiles(mirror);
  for (const file of files) {
    createFolder(dirname(file));
    copyFileSync(bundle, file);
    chmodSync(file, 0o755);
  }
  return files[0] ?? mirror;
}

function builtProvider(): string {
  const bundle = join(__dirname, "..", "..", "terraform-provider-dbmon");
  if (statSync(bundle, { throwIfNoEntry: false }) !== undefined) return bundle;
  throw ProblemError.of("The provider is not built.", {
    where: { file: bundle },
    remedy: "Run npm run build.",
  });
}

function cliConfiguration(mirror: string): string {
  return [
    "provider_installation {",
    "  filesystem_mirror {",
    `    path    = ${JSON.stringify(mirror)}`,
    `    include = ["${providerSource}"]`,
    "  }",
    "  direct {",
    `    exclude = ["${providerSource}"]`,
    "  }",
    "}",
  ].join("\n");
}
