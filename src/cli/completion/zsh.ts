/** The completion script for zsh. */
import { type CompletedCommand, type CompletedOption, type Word } from "./command-tree";

export function zshScript(commands: readonly CompletedCommand[]): string[] {
  const paths = commands.flatMap(({ path }) => (path.length === 0 ? [] : [quoted(path.join(" "))]));
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
        `    ${quoted(path.join(" "))}) if [[ "\${words[CURRENT]}" == -* ]]; then entries=(${options.map(entry).join(" ")}); ` +
        `else entries=(${[...subcommands.map(entry), ...choices.map(quoted)].join(" ")}); fi ;;`,
    ),
    "  esac",
    "  if (( ${#entries} )); then _describe dbmon entries; else _files; fi",
    "}",
    "compdef _dbmon dbmon",
  ];
}

function valueLine(path: readonly string[], { text, choices }: CompletedOption): string {
  const reply = choices.length === 0 ? "_files" : `compadd -- ${choices.map(quoted).join(" ")}`;
  return `    ${quoted(`${path.join(" ")} ${text}`)}) ${reply}; return ;;`;
}

/** A colon separates a word from its description. */
function entry({ text, description }: Word): string {
  return quoted(`${text.replaceAll(":", "\\:")}:${description}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
