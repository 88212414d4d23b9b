/** Suggestions for unknown commands and options: near names, and the names for the words of other tools. */
import { type Command } from "commander";
import { nearNames } from "../../diagnostics";

const otherCommands: Readonly<Record<string, string>> = {
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

const otherOptions: Readonly<Record<string, string>> = {
  "auto-approve": "yes",
  category: "type",
  days: "since",
  delete: "prune",
  end: "until",
  env: "environment",
  from: "since",
  output: "out",
  period: "since",
  severity: "level",
  start: "since",
};

/** @param topics other valid words @returns a line to append to the message of an unknown command, or nothing */
export function suggestCommands(parent: Command, word: string, topics: readonly string[] = []): string {
  const commands = new Map([
    ...commandsByWord(parent),
    ...topics.map((topic): [string, string] => [topic, topic]),
  ]);
  const exact = commands.get(word);
  const near = exact === undefined ? nearNames(word, [...commands.keys()]) : [word];
  return suggestionOf(near.flatMap((one) => commands.get(one) ?? []));
}

/** @returns a line to append to the message of an unknown option, or nothing */
export function suggestOptions(command: Command, flag: string): string {
  const options = command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long }) => long?.slice(2) ?? []);
  const [word = ""] = flag.slice(2).split("=");
  const other = otherOptions[word] ?? "";
  const longer = options.filter((option) => word.length > 2 && option.startsWith(word));
  const near = options.includes(other) ? [other] : [...nearNames(word, options), ...longer];
  return suggestionOf(near.map((option) => `--${option}`));
}

function suggestionOf(suggestions: readonly string[]): string {
  const names = [...new Set(suggestions)];
  if (names.length === 0) return "";
  return `\n(Did you mean ${names.length === 1 ? "" : "one of "}${names.join(", ")}?)`;
}

/** The commands and subcommands: `hosts` is `list hosts`. The words of other tools stand for commands of the program. */
function commandsByWord({ commands, parent }: Command): ReadonlyMap<string, string> {
  return new Map([
    ...(parent === null ? Object.entries(otherCommands) : []),
    ...commands.flatMap((command) =>
      command.commands.map((one) => [one.name(), `${command.name()} ${one.name()}`] as const),
    ),
    ...commands.map((command) => [command.name(), command.name()] as const),
  ]);
}
