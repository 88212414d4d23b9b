/**
 * Reads options of the Terraform command that started the provider, which the plugin protocol does not contain, from the sources that
 * Terraform itself uses. Other clients and systems without /proc have none, so the provider assumes defaults.
 */
import { readFileSync } from "node:fs";

/** Terraform's default. */
const defaultParallelism = 10;

export interface TerraformArguments {
  /** For example `apply`; undefined if it is not known. */
  readonly command: string | undefined;
  /** Whether `-target` or `-exclude` hides resources of the state from this process. */
  readonly selectsResources: boolean;
  /** How many requests Terraform makes concurrently. If that many wait for another resource, it cannot send more. */
  readonly parallelism: number;
  /** Whether the only purpose of this process is a plan or a refresh that reads all resources. */
  readonly onlyReads: boolean;
}

/** @param environment may set TF_CLI_ARGS and its variants */
export function readTerraformArguments(
  environment: Readonly<Record<string, string | undefined>>,
): TerraformArguments {
  const { TF_CLI_ARGS = "", TF_CLI_ARGS_plan = "", TF_CLI_ARGS_apply = "" } = environment;
  const commandLine = parentCommandLine();
  const text = [TF_CLI_ARGS, TF_CLI_ARGS_plan, TF_CLI_ARGS_apply, ...commandLine].join(" ");
  const [, parallelism] = [...text.matchAll(/(?:^|\s)--?parallelism[=\s](\d+)/g)].at(-1) ?? [];
  const command = commandLine.slice(1).find((argument) => !argument.startsWith("-"));
  return {
    command,
    selectsResources: /(?:^|\s)--?(?:target|exclude)(?:-file)?[=\s]/.test(text),
    parallelism: parallelism === undefined ? defaultParallelism : Number(parallelism),
    onlyReads:
      (command === "plan" || command === "refresh") &&
      !/(?:^|\s)--?(?:destroy|destroy=true|refresh=false)(?:\s|$)/.test(text),
  };
}

/** Empty if the system does not have /proc. */
function parentCommandLine(): readonly string[] {
  try {
    return readFileSync(`/proc/${process.ppid}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
}
