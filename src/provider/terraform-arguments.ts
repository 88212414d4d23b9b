/**
 * Reads options of the Terraform command that started the provider, which the plugin protocol does not contain, from the sources that
 * Terraform itself uses. Other clients and systems without /proc have none, so the provider assumes defaults.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** Terraform's default. */
const defaultParallelism = 10;

export interface TerraformArguments {
  /** For example `apply`; undefined if it is not known. */
  readonly command: string | undefined;
  /** Absolute path of the saved plan that `plan` writes or `apply` executes; undefined without one. */
  readonly planFile: string | undefined;
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
  const planFile =
    command === "plan"
      ? outputFile([...words(TF_CLI_ARGS), ...words(TF_CLI_ARGS_plan), ...commandLine])
      : executedFile(command, commandLine);
  return {
    command,
    // Terraform starts the provider in the folder that such paths are relative to.
    planFile: planFile === undefined ? undefined : resolve(planFile),
    selectsResources: /(?:^|\s)--?(?:target|exclude)(?:-file)?[=\s]/.test(text),
    parallelism: parallelism === undefined ? defaultParallelism : Number(parallelism),
    onlyReads:
      (command === "plan" || command === "refresh") &&
      !/(?:^|\s)--?(?:destroy|destroy=true|refresh=false)(?:\s|$)/.test(text),
  };
}

function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** The value of the last `-out=FILE` or `-out FILE`. */
function outputFile(argumentList: readonly string[]): string | undefined {
  const isOut = (argument: string) => /^--?out(?:=|$)/.test(argument);
  const last = argumentList.findLastIndex(isOut);
  if (last === -1) return undefined;
  const [, file = argumentList[last + 1]] = argumentList[last]?.split(/=(.*)/s) ?? [];
  return file;
}

/** Options whose value may be the next argument. */
const optionWithValue =
  /^--?(?:backup|exclude|exclude-file|lock-timeout|parallelism|replace|state|state-out|target|target-file|var|var-file)$/;

/** The plan of `apply [OPTIONS] FILE`. */
function executedFile(command: string | undefined, commandLine: readonly string[]): string | undefined {
  if (command !== "apply") return undefined;
  const rest = commandLine.slice(commandLine.indexOf(command) + 1);
  return rest.find(
    (argument, index) => !argument.startsWith("-") && !optionWithValue.test(rest[index - 1] ?? ""),
  );
}

/** Empty if the system does not have /proc. */
function parentCommandLine(): readonly string[] {
  try {
    return readFileSync(`/proc/${process.ppid}/cmdline`, "utf8").replace(/\0$/, "").split("\0");
  } catch {
    return [];
  }
}
