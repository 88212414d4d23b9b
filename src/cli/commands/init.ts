/** `dbmon init`: a project that deploys at once, to the service on this machine or, with two variables changed, to the real one. */
import { type Command, Option } from "commander";
import { type InitFlags } from "../actions/init";
import { parseText } from "../arguments";
import { type CliContext } from "../context";
import { addHelp } from "../help";
import { languages } from "../init/languages";

export function registerInitCommand(program: Command, context: CliContext): void {
  const command = program
    .command("init")
    .description("make a project: first alerts, scripts, a test of its own and a file for CI")
    .argument("[dir]", "folder of the project; made where it does not exist", ".")
    .addOption(
      new Option("--language <language>", "what alerts are written in; asked for on a terminal").choices(
        languages,
      ),
    )
    .option(
      "--package <spec>",
      "what package.json asks of npm for this package (default: this version)",
      parseText,
    )
    .option("--json", "print one JSON document on stdout, and nothing else");
  addHelp(command, {
    notes: [
      "typescript is deployed by cdktf and hcl by terraform; yaml needs neither. No file is overwritten.",
      "A --package that names a file, such as file:../dbmon-iac.tgz, is seen from the project's folder.",
    ],
    examples: [
      "dbmon init my-alerts --language yaml",
      "dbmon init --language typescript",
      "dbmon init my-alerts --language hcl --json",
    ],
  }).action(async (folder: string, flags: InitFlags) => {
    const { initAction } = await import("../actions/index.js");
    await initAction(context, folder, flags);
  });
}
