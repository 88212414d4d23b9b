/**
 * How many resources Terraform asks for at a time. It does not tell its providers, so this is read where Terraform reads it. Only
 * one thing hangs on it: whether what a plan has not heard of yet may still come, while those who wait for it take all the room.
 */
import { readFileSync } from "node:fs";

/** Terraform's own. */
const usual = 10;

/** @param environment may hold options for Terraform's command line */
export function terraformParallelism(environment: Readonly<Record<string, string | undefined>>): number {
  const { TF_CLI_ARGS = "", TF_CLI_ARGS_plan = "", TF_CLI_ARGS_apply = "" } = environment;
  const given = [TF_CLI_ARGS, TF_CLI_ARGS_plan, TF_CLI_ARGS_apply, parentsCommandLine()].join(" ");
  const [, last] = [...given.matchAll(/(?:^|\s)--?parallelism[=\s](\d+)/g)].at(-1) ?? [];
  return last === undefined ? usual : Number(last);
}

/** Empty where the system does not show it. */
function parentsCommandLine(): string {
  try {
    return readFileSync(`/proc/${process.ppid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}
