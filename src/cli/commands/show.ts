/** `dbmon show`: a plan that was kept, in any of the forms; asks no service. */
import { type Command } from "commander";
import { type CliContext, type ExitCode } from "../context";
import { addHelp } from "../help";
import { addOutputFlags, type OutputFlags } from "../output-flags";

export function registerShowCommand(
  program: Command,
  context: CliContext,
  finish: (code: ExitCode) => void,
): void {
  const command = program
    .command("show")
    .description("show a plan that plan --out has kept; needs no service")
    .argument("<file>", "what plan --out has written");
  addHelp(addOutputFlags(command), {
    examples: ["dbmon show plan.json", "dbmon show plan.json --format markdown > comment.md"],
  }).action(async (file: string, flags: OutputFlags) => {
    const { showAction } = await import("../actions/index.js");
    finish(await showAction(context, file, flags));
  });
}
