/** `dbmon completion`: prints the completion script of a shell, generated from the definitions of the commands. */
import { type Command } from "commander";
import { completionTree } from "./command-tree";
import { bashScript } from "./bash";
import { fishScript } from "./fish";
import { zshScript } from "./zsh";
import { type CliContext, type ExitCode, exitCodes } from "../shared/context";

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

export type Shell = keyof typeof scripts;

export function completionAction({ out }: CliContext, program: Command, shell: Shell): ExitCode {
  scripts[shell](completionTree(program)).forEach(out);
  return exitCodes.done;
}
