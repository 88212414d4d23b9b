import { Argument, type Command } from "commander";
import { addHelp, type CommandRunner } from "../../framework/command";
import { type Shell } from "./run";

const shells: readonly Shell[] = ["bash", "zsh", "fish"];

export function registerCompletionCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command("completion")
    .description("print a script that completes commands and options in a shell")
    .addArgument(new Argument("<shell>", "shell to complete in").choices(shells))
    .argument("[word...]", "for the script: words after dbmon, of which the last is completed");
  addHelp(command, {
    notes: [
      "bash: add source <(dbmon completion bash) to ~/.bashrc.",
      "zsh: add source <(dbmon completion zsh) to ~/.zshrc, below compinit.",
      "fish: run dbmon completion fish > ~/.config/fish/completions/dbmon.fish.",
    ],
    examples: [
      "dbmon completion bash",
      "dbmon completion zsh",
      "dbmon completion fish > ~/.config/fish/completions/dbmon.fish",
    ],
  }).action((shell: Shell, words: string[]) =>
    runner.run(async (context) =>
      (await import("./run.js")).completionAction(context, program, shell, words),
    ),
  );
}
