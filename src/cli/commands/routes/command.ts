import { type Command } from "commander";
import { collectLevels, collectStrings } from "../../framework/arguments";
import { addHelp, type CommandRunner } from "../../framework/command";
import { addEnvironmentFlags, jsonHelp, sourceHelp } from "../../framework/flags";
import { type RoutesFlags } from "./run";

export function registerRoutesCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command("routes")
    .description("show who is notified: destinations by hosts, levels and categories")
    .argument("[source...]", sourceHelp)
    .option("--live", "show the live alerts instead of definitions")
    .option("--host <name|id>", "only this host (repeatable)", collectStrings)
    .option("--event <category>", "only events of this category (repeatable)", collectStrings)
    .option(
      "--level <level>",
      "only threshold alerts of this level: info, warn or crit (repeatable)",
      collectLevels,
    )
    .option("--json", jsonHelp);
  addHelp(addEnvironmentFlags(command), {
    notes: [
      "The hosts are those of the service. Without its API token, definitions are shown by the hosts and types " +
        "that they name. Disabled alerts notify nobody.",
    ],
    examples: [
      "dbmon routes alerts.yaml",
      "dbmon routes --live --host db-1.shop.example --level crit",
      'dbmon routes alerts --event "code deployment" --json',
    ],
  }).action((sources: string[], flags: RoutesFlags) =>
    runner.runInEnvironments(flags, async () => (await import("./run.js")).routesCommand(sources, flags)),
  );
}
