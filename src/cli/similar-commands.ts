/** Commands of other tools. They are unknown commands whose error names the command of dbmon. */
import { type Command } from "commander";

const similarCommands: Readonly<Record<string, string>> = {
  diff: "plan",
  preview: "plan",
  validate: "check",
  lint: "check",
  verify: "check",
  list: "alerts",
  ls: "alerts",
  get: "alerts",
  deploy: "apply",
  up: "apply",
  delete: "destroy",
  remove: "destroy",
  refresh: "drift",
  status: "drift",
  import: "export",
  pull: "export",
};

export function registerSimilarCommands(program: Command): void {
  for (const [name, replacement] of Object.entries(similarCommands)) {
    program
      .command(name, { hidden: true })
      .description(`unknown command, see dbmon ${replacement}`)
      .argument("[args...]")
      .allowUnknownOption()
      .helpOption(false)
      .action(() => {
        program.error(`error: unknown command '${name}'\n(Did you mean ${replacement}?)`, {
          code: "commander.unknownCommand",
        });
      });
  }
}

export function isSimilarCommand(command: Command): boolean {
  return Object.hasOwn(similarCommands, command.name());
}
