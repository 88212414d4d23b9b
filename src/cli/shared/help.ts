/** Notes and examples of commands, for `--help` and for docs/cli/. */
import { type Command } from "commander";

export interface Help {
  /** Lines above the examples. */
  readonly notes?: readonly string[];
  /** Complete command lines. */
  readonly examples: readonly string[];
}

const helpByCommand = new WeakMap<Command, Help>();

export function addHelp(command: Command, help: Help): Command {
  helpByCommand.set(command, help);
  const { notes = [], examples } = help;
  const paragraphs = [notes, ["Examples:", ...examples.map((example) => `  ${example}`)]];
  const texts = paragraphs.filter((lines) => lines.length > 0).map((lines) => `\n${lines.join("\n")}`);
  return command.addHelpText("after", texts.join("\n"));
}

/** @returns undefined for a command that only groups subcommands */
export function helpOf(command: Command): Help | undefined {
  return helpByCommand.get(command);
}
