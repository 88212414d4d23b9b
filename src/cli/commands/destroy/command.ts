import { type Command } from "commander";
import { type ApplyFlags } from "../../environments/apply-changes";
import { addHelp, type CommandRunner } from "../../framework/command";
import { addApplyFlags } from "../../framework/flags";

export function registerDestroyCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command("destroy")
    .description("delete the live alerts that have a definition")
    .argument(
      "[source...]",
      "definitions files or folders, cdktf output folders, or - for standard input (default: those of the configuration)",
    );
  addHelp(addApplyFlags(command), {
    examples: ["dbmon destroy alerts.yaml", "dbmon destroy alerts.yaml --target 'CPU high' --yes"],
  }).action((sources: string[], flags: ApplyFlags) =>
    runner.runInEnvironments(flags, async () => (await import("./run.js")).destroyCommand(sources, flags)),
  );
}
