/**
 * Reads Terraform's option -parallelism, which the plugin protocol does not contain, from the sources that Terraform itself uses. If
 * that many plan requests wait for another resource, Terraform cannot send more requests, so waiting must end.
 */
import { readFileSync } from "node:fs";

/** Terraform's default. */
const defaultParallelism = 10;

/** @param environment may set TF_CLI_ARGS and its variants */
export function terraformParallelism(environment: Readonly<Record<string, string | undefined>>): number {
  const { TF_CLI_ARGS = "", TF_CLI_ARGS_plan = "", TF_CLI_ARGS_apply = "" } = environment;
  const args = [TF_CLI_ARGS, TF_CLI_ARGS_plan, TF_CLI_ARGS_apply, parentCommandLine()].join(" ");
  const [, last] = [...args.matchAll(/(?:^|\s)--?parallelism[=\s](\d+)/g)].at(-1) ?? [];
  return last === undefined ? defaultParallelism : Number(last);
}

/** Empty if the system does not have /proc. */
function parentCommandLine(): string {
  try {
    return readFileSync(`/proc/${process.ppid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}
