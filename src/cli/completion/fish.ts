/** The completion script for fish. */
import { type CompletedCommand, type Word } from "./command-tree";

export function fishScript(commands: readonly CompletedCommand[]): string[] {
  return [
    "# Completes dbmon in fish. To enable it: dbmon completion fish > ~/.config/fish/completions/dbmon.fish",
    "function __dbmon_path",
    "    set -l path",
    "    for word in (commandline -opc)[2..-1]",
    '        contains -- (string join -- " " $path $word) $__dbmon_paths; and set path $path $word',
    "    end",
    '    string join -- " " $path',
    "end",
    `set -g __dbmon_paths ${commands.flatMap(({ path }) => (path.length === 0 ? [] : [quoted(path.join(" "))])).join(" ")}`,
    "complete -c dbmon -e",
    ...commands.flatMap(commandLines),
  ];
}

function commandLines({ path, subcommands, options, choices }: CompletedCommand): string[] {
  const condition = `test "$(__dbmon_path)" = ${quoted(path.join(" "))}`;
  const start = `complete -c dbmon -n ${quoted(condition)}`;
  return [
    ...subcommands.map((word) => `${start} -f -a ${quoted(word.text)} ${description(word)}`),
    ...(choices.length === 0 ? [] : [`${start} -f -a ${quoted(choices.join(" "))}`]),
    ...options.map((option) => {
      const values = option.choices.length === 0 ? "-r" : `-x -a ${quoted(option.choices.join(" "))}`;
      const value = option.takesValue ? ` ${values}` : "";
      return `${start} -l ${option.text.replace(/^--/, "")}${value} ${description(option)}`;
    }),
  ];
}

function description(word: Word): string {
  return `-d ${quoted(word.description)}`;
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}
