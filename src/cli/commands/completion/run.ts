/** `dbmon completion`: prints the completion script of a shell, generated from the definitions of the commands. */
import { type Command } from "commander";
import { type CliContext } from "../../framework/context";
import { type ExitCode, exitCodes } from "../../framework/exit-codes";

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

export function bashScript(commands: readonly CompletedCommand[]): string[] {
  const paths = commands.flatMap(({ path }) => (path.length === 0 ? [] : [`"${path.join(" ")}"`]));
  const valued = commands.flatMap(({ path, options }) =>
    options.filter(({ takesValue }) => takesValue).map((option) => ({ path, option })),
  );
  return [
    "# Completes dbmon in bash. To enable it, add to ~/.bashrc: source <(dbmon completion bash)",
    "_dbmon() {",
    '  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" path="" word words="" options="" index',
    // bash splits --format=text into three words.
    '  if [[ "$cur" == "=" ]]; then cur=""',
    '  elif [[ "$prev" == "=" ]]; then prev="${COMP_WORDS[COMP_CWORD-2]}"; fi',
    "  for ((index = 1; index < COMP_CWORD; index++)); do",
    '    word="${path:+$path }${COMP_WORDS[index]}"',
    '    case "$word" in',
    `      ${paths.join("|")}) path="$word" ;;`,
    "    esac",
    "  done",
    "  COMPREPLY=()",
    '  case "$path $prev" in',
    ...valued.map(({ path, option }) => {
      const reply =
        option.choices.length === 0
          ? "return"
          : `COMPREPLY=($(compgen -W "${option.choices.join(" ")}" -- "$cur")); return`;
      return `    "${path.join(" ")} ${option.text}") ${reply} ;;`;
    }),
    "  esac",
    '  case "$path" in',
    ...commands.map(({ path, subcommands, options, choices }) => {
      const words = [...subcommands.map(({ text }) => text), ...choices];
      return `    "${path.join(" ")}") words="${words.join(" ")}" options="${options.map(({ text }) => text).join(" ")}" ;;`;
    }),
    "  esac",
    '  case "$cur" in',
    '    -*) COMPREPLY=($(compgen -W "$options" -- "$cur")) ;;',
    '    *) COMPREPLY=($(compgen -W "$words" -- "$cur")) ;;',
    "  esac",
    "}",
    "# Arguments and values without a fixed set are files and folders.",
    "complete -o default -F _dbmon dbmon",
  ];
}

export function zshScript(commands: readonly CompletedCommand[]): string[] {
  const paths = commands.flatMap(({ path }) => (path.length === 0 ? [] : [zshQuoted(path.join(" "))]));
  return [
    "#compdef dbmon",
    "# Completes dbmon in zsh. To enable it, add to ~/.zshrc, below compinit: source <(dbmon completion zsh)",
    "_dbmon() {",
    "  local path_words='' word index",
    "  local -a entries",
    "  for ((index = 2; index < CURRENT; index++)); do",
    '    word="${path_words:+$path_words }${words[index]}"',
    '    case "$word" in',
    `      ${paths.join("|")}) path_words="$word" ;;`,
    "    esac",
    "  done",
    '  case "$path_words ${words[CURRENT-1]}" in',
    ...commands.flatMap(({ path, options }) =>
      options.filter(({ takesValue }) => takesValue).map((option) => valueLine(path, option)),
    ),
    "  esac",
    '  case "$path_words" in',
    ...commands.map(
      ({ path, subcommands, options, choices }) =>
        `    ${zshQuoted(path.join(" "))}) if [[ "\${words[CURRENT]}" == -* ]]; then entries=(${options.map(zshEntry).join(" ")}); ` +
        `else entries=(${[...subcommands.map(zshEntry), ...choices.map(zshQuoted)].join(" ")}); fi ;;`,
    ),
    "  esac",
    "  if (( ${#entries} )); then _describe dbmon entries; else _files; fi",
    "}",
    "compdef _dbmon dbmon",
  ];
}

function valueLine(path: readonly string[], { text, choices }: CompletedOption): string {
  const reply = choices.length === 0 ? "_files" : `compadd -- ${choices.map(zshQuoted).join(" ")}`;
  return `    ${zshQuoted(`${path.join(" ")} ${text}`)}) ${reply}; return ;;`;
}

/** A colon separates a word from its description. */
function zshEntry({ text, description }: Word): string {
  return zshQuoted(`${text.replaceAll(":", "\\:")}:${description}`);
}

function zshQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

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
    `set -g __dbmon_paths ${commands.flatMap(({ path }) => (path.length === 0 ? [] : [fishQuoted(path.join(" "))])).join(" ")}`,
    "complete -c dbmon -e",
    ...commands.flatMap(commandLines),
  ];
}

function commandLines({ path, subcommands, options, choices }: CompletedCommand): string[] {
  const condition = `test "$(__dbmon_path)" = ${fishQuoted(path.join(" "))}`;
  const start = `complete -c dbmon -n ${fishQuoted(condition)}`;
  return [
    ...subcommands.map((word) => `${start} -f -a ${fishQuoted(word.text)} ${description(word)}`),
    ...(choices.length === 0 ? [] : [`${start} -f -a ${fishQuoted(choices.join(" "))}`]),
    ...options.map((option) => {
      const values = option.choices.length === 0 ? "-r" : `-x -a ${fishQuoted(option.choices.join(" "))}`;
      const value = option.takesValue ? ` ${values}` : "";
      return `${start} -l ${option.text.replace(/^--/, "")}${value} ${description(option)}`;
    }),
  ];
}

function description(word: Word): string {
  return `-d ${fishQuoted(word.description)}`;
}

function fishQuoted(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

export type Shell = keyof typeof scripts;

export function completionAction({ out }: CliContext, program: Command, shell: Shell): ExitCode {
  scripts[shell](completionTree(program)).forEach(out);
  return exitCodes.done;
}
