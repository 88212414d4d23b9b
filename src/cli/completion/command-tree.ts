/** The commands, options and arguments that a completion script offers. */
import { type Command } from "commander";

/** A word with its meaning, which zsh and fish show. */
export interface Word {
  readonly text: string;
  readonly description: string;
}

export interface CompletedOption extends Word {
  readonly takesValue: boolean;
  /** Valid values. Empty if any value, such as a file, is valid. */
  readonly choices: readonly string[];
}

export interface CompletedCommand {
  /** Names after `dbmon`. Empty for the program itself. */
  readonly path: readonly string[];
  readonly subcommands: readonly Word[];
  readonly options: readonly CompletedOption[];
  /** Valid values of the first argument. */
  readonly choices: readonly string[];
}

/** Returns the program and all its commands. */
export function completionTree(command: Command, path: readonly string[] = []): CompletedCommand[] {
  const help = command.createHelp();
  const subcommands = help.visibleCommands(command);
  const options = help.visibleOptions(command).map((option) => ({
    text: option.long ?? option.flags,
    description: option.description,
    takesValue: option.required || option.optional,
    choices: option.argChoices ?? [],
  }));
  const completed: CompletedCommand = {
    path,
    subcommands: subcommands.map((one) => ({
      text: one.name(),
      description: help.subcommandDescription(one),
    })),
    options,
    choices: command.registeredArguments[0]?.argChoices ?? [],
  };
  return [completed, ...subcommands.flatMap((one) => completionTree(one, [...path, one.name()]))];
}
