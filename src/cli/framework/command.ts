/** What the definitions of commands share: strict parsing, suggestions for wrong words, help, and the import of their actions. */
import { Command } from "commander";
import { nearNames } from "../../diagnostics";
import { type CliContext } from "./context";
import { type EnvironmentCommand } from "./environment-command";
import { type ExitCode } from "./exit-codes";
import { type RunFlags } from "./flags";

export class StrictCommand extends Command {
  override createCommand(name?: string): Command {
    return new StrictCommand(name);
  }

  /** Refuses `--prune --yes`, where Commander takes `--yes` as the pattern, and `-yes`, which it takes as `-y -e s`. `-` and `-14d` are values. */
  override parseOptions(args: string[]): ReturnType<Command["parseOptions"]> {
    const end = args.indexOf("--");
    for (const [index, arg] of args.slice(0, end < 0 ? undefined : end).entries()) {
      const [word = ""] = arg.split("=");
      if (this.options.some(({ long }) => long === `-${word}`)) this.unknownOption(arg);
      const option = this.options.find(({ short, long }) => arg === short || arg === long);
      const value = args[index + 1] ?? "";
      if (option?.required === true && /^--?[a-z]/i.test(value)) {
        const remedy = `To use ${value} as the value, write ${option.long ?? arg}=${value}.`;
        this.error(`error: option '${option.flags}' argument missing before ${value}. ${remedy}`, {
          code: "commander.optionMissingArgument",
        });
      }
    }
    return super.parseOptions(args);
  }

  /** Called by Commander, whose own suggestions are too far from the word: `--version` for `--period`. A value may be a token. */
  unknownOption(argument: string): void {
    const [flag = ""] = argument.split("=");
    this.error(`error: unknown option '${flag}'${suggestOptions(this, flag)}`, {
      code: "commander.unknownOption",
    });
  }

  unknownCommand(): void {
    const [word = ""] = this.args;
    this.error(`error: unknown command '${word}'${suggestCommands(this, word)}`, {
      code: "commander.unknownCommand",
    });
  }
}

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

/** What to do instead of an option or a command that no command has. */
const remedies: Readonly<Record<string, string>> = {
  "base-url": "Set the variable DBMON_BASE_URL.",
  mute: "To mute an alert, set muted in its definition. See docs/guides/muting.md.",
  "no-color": "Set the variable NO_COLOR to 1.",
  token: "Set the variable DBMON_API_TOKEN. Other users of this machine can read arguments.",
};

export function suggestCommands(parent: Command, word: string, topics: readonly string[] = []): string {
  const commands = new Map([
    ...commandsByWord(parent),
    ...topics.map((topic): [string, string] => [topic, topic]),
  ]);
  const exact = commands.get(word);
  const near = exact === undefined ? nearNames(word, [...commands.keys()]) : [word];
  if (exact === undefined && Object.hasOwn(remedies, word)) return `\n(${remedies[word] ?? ""})`;
  return suggestionOf(near.flatMap((one) => commands.get(one) ?? []));
}

function suggestOptions(command: Command, flag: string): string {
  const options = command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long }) => long?.slice(2) ?? []);
  const word = flag.replace(/^--?/, "");
  if (Object.hasOwn(remedies, word)) return `\n(${remedies[word] ?? ""})`;
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

export interface Help {
  readonly notes?: readonly string[];
  readonly examples: readonly string[];
}

const helpByCommand = new WeakMap<Command, Help>();

export function addHelp(command: Command, help: Help): Command {
  helpByCommand.set(command, help);
  const { notes = [], examples } = help;
  const paragraphs = [notes, ["Examples:", ...examples.map((example) => `  ${example}`)]];
  const strings = paragraphs.filter((lines) => lines.length > 0).map((lines) => `\n${lines.join("\n")}`);
  return command.addHelpText("after", strings.join("\n"));
}

export function helpOf(command: Command): Help | undefined {
  return helpByCommand.get(command);
}

export class CommandRunner {
  constructor(
    readonly context: CliContext,
    private readonly setExitCode: (code: ExitCode) => void,
  ) {}

  async run(action: (context: CliContext) => Promise<ExitCode>): Promise<void> {
    this.setExitCode(await action(this.context));
  }

  /** Runs a command in the environments that the flags select. */
  async runInEnvironments(flags: RunFlags, load: () => Promise<EnvironmentCommand>): Promise<void> {
    const [{ runInEnvironments }, command] = await Promise.all([import("../environments/run.js"), load()]);
    this.setExitCode(await runInEnvironments(this.context, flags, command));
  }
}
