/** What `--help` says beyond usage and options, kept so that docs/cli/ is made of the same words. */
import { type Command } from "commander";

export interface Help {
  /** Lines that stand before the examples. */
  readonly notes?: readonly string[];
  /** Whole command lines, each of which works as it stands. */
  readonly examples: readonly string[];
}

const helps = new WeakMap<Command, Help>();

/** Gives a command its notes and examples. */
export function addHelp(command: Command, help: Help): Command {
  helps.set(command, help);
  const { notes = [], examples } = help;
  const paragraphs = [notes, ["Examples:", ...examples.map((example) => `  ${example}`)]];
  const texts = paragraphs.filter((lines) => lines.length > 0).map((lines) => `\n${lines.join("\n")}`);
  return command.addHelpText("after", texts.join("\n"));
}

/** @returns undefined for a command that only groups others */
export function helpOf(command: Command): Help | undefined {
  return helps.get(command);
}
