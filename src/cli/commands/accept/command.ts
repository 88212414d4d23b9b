/** Defines `dbmon accept`. */
import { type Command } from "commander";
import { collectStrings, parseText } from "../../framework/arguments";
import { addHelp, type CommandRunner } from "../../framework/command";
import {
  addDigestFlag,
  addEnvironmentFlags,
  addWindowFlag,
  jsonHelp,
  sourceHelp,
} from "../../framework/flags";
import { type AcceptFlags } from "./run";

export function registerAcceptCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command("accept")
    .description("take the live values of drifted alerts into the definitions (writes no alert)")
    .argument("[source...]", sourceHelp)
    .option(
      "--alert <name>",
      "only alerts with this name, or a pattern such as 'team/*' (repeatable)",
      collectStrings,
    )
    .option("--dry-run", "print the changes of the files, and write nothing")
    .option("-y, --yes", "write without a prompt")
    .option("--no-wait", "read once. A difference that a recent change explains is accepted too")
    .option("--include-deletions", "remove the definitions of alerts that the service does not have")
    .option(
      "--include-unmanaged <glob>",
      "define unmanaged alerts with a matching name in a new file (repeatable)",
      collectStrings,
    )
    .option(
      "--plan <file>",
      "saved plan or Terraform state with the IDs of alerts, which proves that they were renamed",
      parseText,
    )
    .option("--json", jsonHelp);
  addDigestFlag(command, "write once what was shown with this digest");
  addHelp(addEnvironmentFlags(addWindowFlag(command)), {
    notes: [
      "Edits YAML and JSON files, and keeps everything that it does not change. A value that other alerts use is not changed.",
      "For constructs, the changes are listed by file and line.",
      "Exits with 2 if a drifted alert is not accepted.",
    ],
    examples: [
      "dbmon accept --dry-run",
      "dbmon accept alerts --alert 'team/*' --yes",
      "dbmon accept --environment production --no-wait",
    ],
  }).action((sources: string[], flags: AcceptFlags) =>
    runner.runInEnvironments(flags, async () => (await import("./run.js")).acceptCommand(sources, flags)),
  );
}
