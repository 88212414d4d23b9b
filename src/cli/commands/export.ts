/** `dbmon export`: the live environment as code. Writes files, and nothing in the service. */
import { type Command } from "commander";
import { type ExportFlags } from "../actions/export";
import { collectTexts, parseText } from "../arguments";
import { type CliContext, type ExitCode } from "../context";
import { addHelp } from "../help";

export function registerExportCommand(
  program: Command,
  context: CliContext,
  finish: (code: ExitCode) => void,
): void {
  const command = program
    .command("export")
    .description("write the live alerts as code; what you have edited stays")
    .option("--to <language>", "typescript (constructs), yaml (definitions files) or hcl (Terraform)")
    .option("--out <dir>", "folder of the files; made where it does not exist", parseText)
    .option("--only <glob>", "only alerts whose name fits, such as 'team/*'; may be repeated", collectTexts)
    .option("--force", "overwrite files that were edited, or that no export wrote")
    .option("--json", "print one JSON document on stdout, and nothing else");
  addHelp(command, {
    examples: [
      "dbmon export --to yaml --out alerts",
      "dbmon export --to hcl --out terraform --only 'team/*'",
      "dbmon export --to typescript --out stacks",
    ],
  }).action(async (flags: ExportFlags) => {
    const { exportAction } = await import("../actions/index.js");
    finish(await exportAction(context, flags));
  });
}
