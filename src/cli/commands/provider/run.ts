/** `dbmon provider install` and `serve`: installs the provider, or runs it for debugging. */
import { once } from "node:events";
import { resolve } from "node:path";
import { toSafeLine } from "../../../diagnostics";
import {
  cliConfiguration,
  installProvider,
  providerSource,
  startProvider,
  thisPlatform,
  version,
} from "../../../distribution";
import { type CliContext } from "../../framework/context";
import { type ExitCode, exitCodes } from "../../framework/exit-codes";

export interface InstallFlags {
  /** Named as in Terraform's registry: `linux_arm64`. Empty: this machine's. */
  readonly platform: readonly string[];
}

export function installAction(context: CliContext, dir: string, { platform }: InstallFlags): ExitCode {
  const mirror = resolve(dir);
  const files = installProvider(mirror, platform.length === 0 ? [thisPlatform()] : platform);
  for (const file of files) context.err(`Installed ${providerSource} ${version} in ${toSafeLine(file)}`);
  context.err(
    "Add this CLI configuration to ~/.terraformrc, or to a file and set TF_CLI_CONFIG_FILE to its path:",
  );
  context.out(cliConfiguration(mirror));
  return exitCodes.done;
}

/** The provider prints its own output. Ctrl-C reaches it too. A signal to this process alone is forwarded by a disconnect. */
export async function serveAction(signal: AbortSignal): Promise<ExitCode> {
  const child = startProvider();
  const disconnect = () => {
    if (child.connected) child.disconnect();
  };
  if (signal.aborted) disconnect();
  signal.addEventListener("abort", disconnect);
  // The "exit" event of a child process passes its code first. It is null after a signal.
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0 ? exitCodes.done : exitCodes.error;
}
