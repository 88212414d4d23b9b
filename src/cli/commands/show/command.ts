import { type Command } from "commander";
import { addHelp, type CommandRunner } from "../../framework/command";
import { addOutputFlags, type OutputFlags } from "../../framework/flags";

export function registerShowCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command("show")
    .description("show a saved plan (offline)")
    .argument("<file>", "file written by plan --out");
  addHelp(addOutputFlags(command), {
    examples: ["dbmon show plan.json", "dbmon show plan.json --format markdown > comment.md"],
  }).action((file: string, flags: OutputFlags) =>
    runner.run(async (context) => (await import("./run.js")).showAction(context, file, flags)),
  );
}
