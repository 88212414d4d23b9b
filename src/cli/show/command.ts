/** Defines `dbmon show`. */
import { type Command } from "commander";
import { type CliContext, type ExitCode } from "../shared/context";
import { addHelp } from "../shared/help";
import { addOutputFlags, type OutputFlags } from "../shared/output/output-flags";

export function registerShowCommand(
  program: Command,
  context: CliContext,
  setExitCode: (code: ExitCode) => void,
): void {
  const command = program
    .command("show")
    .description("show a saved plan (offline)")
    .argument("<file>", "file written by plan --out");
  addHelp(addOutputFlags(command), {
    examples: ["dbmon show plan.json", "dbmon show plan.json --format markdown > comment.md"],
  }).action(async (file: string, flags: OutputFlags) => {
    const { showAction } = await import("../run-commands.js");
    setExitCode(await showAction(context, file, flags));
  });
}
