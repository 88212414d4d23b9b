/** `dbmon completion`: prints the script of a shell, which runs this command with the words of a command line to complete the last one. */
import { type Command } from "commander";
import { type CliContext } from "../../framework/context";
import { type ExitCode, exitCodes } from "../../framework/exit-codes";

interface Completion {
  readonly text: string;
  readonly description: string;
}

interface ShellSupport {
  readonly script: string;
  readonly format: (completion: Completion) => string;
}

const shells = {
  bash: {
    script: `# Completes dbmon in bash. To enable it, add to ~/.bashrc: source <(dbmon completion bash)
_dbmon() {
  local IFS=$'\\n'
  COMPREPLY=($(dbmon completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
# Arguments and values without a fixed set are files and folders.
complete -o default -F _dbmon dbmon`,
    format: ({ text }) => text,
  },
  zsh: {
    script: `#compdef dbmon
# Completes dbmon in zsh. To enable it, add to ~/.zshrc, below compinit: source <(dbmon completion zsh)
_dbmon() {
  local -a entries
  entries=("\${(@f)$(dbmon completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$entries" ]]; then _describe dbmon entries; else _files; fi
}
compdef _dbmon dbmon`,
    // A colon separates a word from its description.
    format: ({ text, description }) => `${text.replaceAll(":", "\\:")}:${description}`,
  },
  fish: {
    script: `# Completes dbmon in fish. To enable it: dbmon completion fish > ~/.config/fish/completions/dbmon.fish
function __dbmon_complete
    set -l current (commandline -ct)
    set -l entries (dbmon completion fish -- (commandline -opc)[2..-1] "$current" 2>/dev/null)
    if set -q entries[1]
        printf '%s\\n' $entries
    else
        __fish_complete_path "$current"
    end
end
complete -c dbmon -e
complete -c dbmon -f -a '(__dbmon_complete)'`,
    format: ({ text, description }) => `${text}\t${description}`,
  },
} satisfies Readonly<Record<string, ShellSupport>>;

export type Shell = keyof typeof shells;

/** @param words those after `dbmon`, up to the one to complete. Empty: prints the script */
export function completionAction(
  { out }: CliContext,
  program: Command,
  shell: Shell,
  words: readonly string[],
): ExitCode {
  const { script, format }: ShellSupport = shells[shell];
  if (words.length === 0) out(script);
  else completionsOf(program, words).map(format).forEach(out);
  return exitCodes.done;
}

/** Empty where any value, such as a file, is valid. */
function completionsOf(program: Command, words: readonly string[]): readonly Completion[] {
  const last = words.at(-1) ?? "";
  // bash splits --format=text into three words.
  const current = last === "=" ? "" : last;
  const before = words.slice(0, -1).filter((word) => word !== "=");
  const help = program.createHelp();
  const command = before.reduce(
    (parent, word) => help.visibleCommands(parent).find((one) => one.name() === word) ?? parent,
    program,
  );
  const options = help.visibleOptions(command);
  const valued = options.find(
    ({ long, required, optional }) => long === before.at(-1) && (required || optional),
  );
  const choices = (valued ?? command.registeredArguments[0])?.argChoices ?? [];
  const values = choices.map((text) => ({ text, description: "" }));
  const named = current.startsWith("-")
    ? options.map(({ long, flags, description }) => ({ text: long ?? flags, description }))
    : [
        ...help.visibleCommands(command).map((one) => ({
          text: one.name(),
          description: help.subcommandDescription(one),
        })),
        ...values,
      ];
  return (valued === undefined ? named : values).filter(({ text }) => text.startsWith(current));
}
