import { type Command } from "commander";
import { addHelp, type CommandRunner } from "../../framework/command";
import {
  addCatalogFlag,
  addEnvironmentFlags,
  addOutputFlags,
  addSinceFlag,
  sourceHelp,
} from "../../framework/flags";
import { type CheckFlags } from "./run";

export function registerCheckCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command("check")
    .description("validate definitions (offline unless --online is set)")
    .argument("[source...]", sourceHelp)
    .option(
      "--online",
      "also validate IDs and names against the service, and find alerts that can never fire",
    );
  addCatalogFlag(command);
  addSinceFlag(command, "with --online: warn of categories without events", "90d");
  addHelp(addEnvironmentFlags(addOutputFlags(command)), {
    notes: [
      "With a configuration of environments, checks the definitions of all of them, unless --environment selects some.",
    ],
    examples: [
      "dbmon check alerts.yaml",
      "dbmon check team/ --catalog catalog.yaml",
      "dbmon check team/ --online --json",
      "dbmon check team/ --online --since 30d",
      "dbmon check alerts --format github",
      "dbmon check alerts --report junit=check.xml",
    ],
  }).action((sources: string[], flags: CheckFlags) =>
    runner.run(async (context) => (await import("./run.js")).checkAction(context, sources, flags)),
  );
}
