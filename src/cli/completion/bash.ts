/** The completion script for bash 3.2 and later. */
import { type CompletedCommand } from "./command-tree";

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
