/** A command whose options do not take the next option as their value, and whose usage errors suggest near names. */
import { Command } from "commander";
import { suggestCommands, suggestOptions } from "./suggestions";

export class StrictCommand extends Command {
  override createCommand(name?: string): Command {
    return new StrictCommand(name);
  }

  /** Refuses `--prune --yes`, where Commander takes `--yes` as the pattern. `-` and `-14d` are values. */
  override parseOptions(args: string[]): ReturnType<Command["parseOptions"]> {
    const end = args.indexOf("--");
    for (const [index, arg] of args.slice(0, end < 0 ? undefined : end).entries()) {
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

  /** Called by Commander, whose own suggestions are too far from the word: `--version` for `--period`. */
  unknownOption(flag: string): void {
    const suggestion = flag.startsWith("--") ? suggestOptions(this, flag) : "";
    this.error(`error: unknown option '${flag}'${suggestion}`, { code: "commander.unknownOption" });
  }

  /** Called by Commander. */
  unknownCommand(): void {
    const [word = ""] = this.args;
    this.error(`error: unknown command '${word}'${suggestCommands(this, word)}`, {
      code: "commander.unknownCommand",
    });
  }
}
