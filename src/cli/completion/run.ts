/** `dbmon completion`: prints the completion script of a shell, generated from the definitions of the commands. */
import { type Command } from "commander";
import { completionTree } from "./command-tree";
import { bashScript } from "./bash";
import { fishScript } from "./fish";
import { zshScript } from "./zsh";
import { type CliContext } from "../shared/context";

export type Shell = "bash" | "zsh" | "fish";

export function completionAction(context: CliContext, program: Command, shell: Shell): void {
  const commands = completionTree(program);
  switch (shell) {
    case "bash":
      bashScript(commands).forEach(context.out);
      return;
    case "zsh":
      zshScript(commands).forEach(context.out);
      return;
    case "fish":
      fishScript(commands).forEach(context.out);
      return;
  }
}
