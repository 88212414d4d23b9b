/** `dbmon provider install` and `serve`: installs the provider, or runs it for debugging. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { errorMessage, ProblemError, toSafeLine } from "../../diagnostics";
import { type CliContext, type ExitCode, exitCodes } from "../context";
import { createFolder } from "../create-folder";
import { mirrorFiles, providerSource } from "../provider/mirror";
import { version } from "../version";

export function installAction(context: CliContext, dir: string): void {
  const mirror = resolve(dir);
  const file = install(mirror);
  context.err(`Installed ${providerSource} ${version} in ${toSafeLine(file)}`);
  context.err(
    "Add this CLI configuration to ~/.terraformrc, or to a file and set TF_CLI_CONFIG_FILE to its path:",
  );
  context.out(cliConfiguration(mirror));
}

/** The provider prints its own output. Ctrl-C reaches it too. A signal to this process alone is forwarded by a disconnect. */
export async function serveAction(signal: AbortSignal): Promise<ExitCode> {
  const child = fork(builtProvider(), ["--reattach"]);
  const disconnect = () => {
    if (child.connected) child.disconnect();
  };
  if (signal.aborted) disconnect();
  signal.addEventListener("abort", disconnect);
  // The "exit" event of a child process passes its code first. It is null after a signal.
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0 ? exitCodes.done : exitCodes.error;
}

/** @returns the first installed file */
function install(mirror: string): string {
  const bundle = builtProvider();
  const files = mirrorFiles(mirror);
  try {
    for (const file of files) {
      createFolder(dirname(file));
      copyFileSync(bundle, file);
      chmodSync(file, 0o755);
    }
  } catch (error) {
    throw ProblemError.of(
      `Cannot install the provider: ${errorMessage(error)}.`,
      { where: { file: mirror }, remedy: "Choose a writable folder." },
      { cause: error },
    );
  }
  return files[0] ?? mirror;
}

function builtProvider(): string {
  const bundle = join(__dirname, "..", "..", "terraform-provider-dbmon");
  if (statSync(bundle, { throwIfNoEntry: false }) !== undefined) return bundle;
  throw ProblemError.of("The provider has not been built.", {
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
