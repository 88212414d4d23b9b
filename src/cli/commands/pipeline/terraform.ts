/** Runs Terraform in a pipeline, with the provider of this package, and returns its output as the result of a command. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { errorMessage, ProblemError, toSafeLine } from "../../../diagnostics";
import { cliConfiguration, installProvider, runVisibly, thisPlatform } from "../../../distribution";
import { keyOf, type PipelineCommand } from "../../../pipelines";
import { createFolder } from "../../../platform";
import { markdownText } from "../../../reports";
import { type CliContext } from "../../framework/context";
import { type ExitCode, exitCodes } from "../../framework/exit-codes";
import { withFileProblem, writeFile } from "../../framework/files";
import { codeLines } from "./accept-patch";
import { type CommandRun, commentLimit } from "./run-command";

/** A plan does not lock the state, so that it cannot block a deployment. */
const planArguments = ["plan", "-detailed-exitcode", "-lock=false"] as const;
const terraformArguments: Readonly<Partial<Record<PipelineCommand, readonly string[]>>> = {
  plan: planArguments,
  apply: ["apply", "-auto-approve"],
  drift: planArguments,
};

/** @param folder of the configuration @throws ProblemError */
export async function runTerraform(
  context: CliContext,
  command: PipelineCommand,
  folder: string,
): Promise<CommandRun> {
  const env = terraformEnvironment(context.env, folder);
  let run = await start(context, ["init"], folder, env);
  if (run.code === exitCodes.done) run = await start(context, terraformArguments[command] ?? [], folder, env);
  const { code } = run;
  // The order and the times of reads differ between runs.
  const lines = run.lines.filter(
    (line) => !/^\S+: (?:Refreshing state|Reading|Still reading|Read complete)/.test(line),
  );
  const summary = lines.find((line) => /^(?:Plan: |No changes\.|Apply complete!)/.test(line)) ?? "";
  return {
    command,
    code,
    hasChanges: code === exitCodes.changes || /^Apply complete!.*[1-9]/.test(summary),
    comment: () => formatComment(`Terraform ${command}`, summary.replace(/^Plan: /, ""), lines),
    issue: () => ({
      state: code === exitCodes.changes ? "reported" : "resolved",
      fingerprint: keyOf(lines),
    }),
  };
}

function terraformEnvironment(env: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  const { DBMON_INPUTS: _, ...rest } = env;
  const automation = { TF_IN_AUTOMATION: "1", TF_INPUT: "0" };
  if (env["TF_CLI_CONFIG_FILE"] !== undefined) return { ...rest, ...automation };
  // Terraform links the provider from its own folder, and later commands need the link.
  const own = resolve(folder, ".terraform/dbmon");
  const file = join(own, "dbmon.tfrc");
  installProvider(own, [thisPlatform()]);
  withFileProblem(file, () => {
    createFolder(own);
    writeFile(file, cliConfiguration(own));
  });
  return { ...rest, ...automation, TF_CLI_CONFIG_FILE: file };
}

export function workspaceOf(env: NodeJS.ProcessEnv, folder: string): string {
  const file = resolve(folder, env["TF_DATA_DIR"] || ".terraform", "environment");
  return env["TF_WORKSPACE"] || (existsSync(file) && readFileSync(file, "utf8").trim()) || "default";
}

async function start(
  context: CliContext,
  args: readonly string[],
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly code: ExitCode; readonly lines: readonly string[] }> {
  // Terraform would receive a signal to the process group twice, and exit before it writes the state.
  const options = { cwd: folder, env, detached: true, signal: context.signal };
  const onLine = (line: string) => {
    context.out(toSafeLine(line));
  };
  try {
    const run = await runVisibly("terraform", [...args, "-input=false", "-no-color"], { ...options, onLine });
    return { ...run, code: run.code === 0 || run.code === 2 ? run.code : exitCodes.error };
  } catch (error) {
    const what = `Cannot start terraform: ${errorMessage(error)}.`;
    const remedy = "Check that the folder exists, and that terraform is on the PATH.";
    throw ProblemError.of("ci-invalid", what, { where: { file: folder }, remedy }, { cause: error });
  }
}

function formatComment(title: string, summary: string, lines: readonly string[]): string {
  const heading = `### ${title}: ${summary === "" ? "failed." : markdownText(summary)}\n`;
  const shown = codeLines(lines, commentLimit - Buffer.byteLength(heading), "See the log.");
  return [heading, ...shown].join("\n");
}
