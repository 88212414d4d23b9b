/** Defines `dbmon export`. */
import { type Command } from "commander";
import { collectList, collectStrings, parseText } from "../../framework/arguments";
import { addHelp, type CommandRunner } from "../../framework/command";
import { addDigestFlag, addEnvironmentFlags, jsonHelp } from "../../framework/flags";
import { languageOption, libraryOption } from "../../framework/library";
import { type ExportFlags } from "./run";

export function registerExportCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command("export")
    .description("write the live alerts as code (keeps edited files)")
    .addOption(
      languageOption("--to <language>", "constructs, definitions files, or Terraform").makeOptionMandatory(),
    )
    .addOption(libraryOption())
    .requiredOption("--out <dir>", "output folder, created if it does not exist", parseText)
    .option(
      "--only <glob>",
      "only alerts with a matching name, for example 'team/*' (repeatable)",
      collectStrings,
    )
    .option(
      "--host-tags <keys>",
      "write host_tags with these keys, separated by commas, where they select exactly the live hosts",
      collectList,
    )
    .option("--force", "overwrite files that were edited or not written by an export")
    .option("-y, --yes", "overwrite without a prompt")
    .option("--json", jsonHelp);
  addDigestFlag(command, "overwrite once what was shown with this digest");
  addHelp(addEnvironmentFlags(command), {
    examples: [
      "dbmon export --to yaml --out alerts",
      "dbmon export --to hcl --out terraform --only 'team/*'",
      "dbmon export --to typescript --out stacks",
      "dbmon export --to yaml --out alerts --host-tags role,env",
    ],
  }).action((flags: ExportFlags) =>
    runner.runInEnvironments(flags, async () => (await import("./run.js")).exportCommand(flags)),
  );
}
