/** Suggestions for unknown commands: near names, and the commands for the words of other tools. */
import { type Command } from "commander";
import { nearNames } from "../diagnostics";

const otherWords: Readonly<Record<string, string>> = {
  diff: "plan",
  preview: "plan",
  validate: "check",
  lint: "check",
  verify: "check",
  ls: "list",
  get: "list",
  samples: "list query-samples",
  deploy: "apply",
  up: "apply",
  delete: "destroy",
  remove: "destroy",
  refresh: "drift",
  status: "drift",
  import: "export",
  pull: "export",
};

export function suggestNearCommands(program: Command): void {
  program.on("command:*", ([word = ""]: string[]) => {
    const commands = commandsByWord(program);
    const exact = commands.get(word);
    const near = exact === undefined ? nearNames(word, [...commands.keys()]) : [word];
    const suggestions = [...new Set(near.flatMap((one) => commands.get(one) ?? []))];
    const [only, second] = suggestions;
    const hint = second === undefined ? (only ?? "") : `one of ${suggestions.join(", ")}`;
    program.error(`error: unknown command '${word}'${hint === "" ? "" : `\n(Did you mean ${hint}?)`}`, {
      code: "commander.unknownCommand",
    });
  });
}

/** The commands and subcommands: `hosts` is `list hosts`. */
function commandsByWord({ commands }: Command): ReadonlyMap<string, string> {
  return new Map([
    ...Object.entries(otherWords),
    ...commands.flatMap((command) =>
      command.commands.map((one) => [one.name(), `${command.name()} ${one.name()}`] as const),
    ),
    ...commands.map((command) => [command.name(), command.name()] as const),
  ]);
}
