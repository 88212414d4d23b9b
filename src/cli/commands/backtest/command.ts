import { type Command } from "commander";
import { collectStrings } from "../../framework/arguments";
import { addHelp, type CommandRunner } from "../../framework/command";
import {
  addDigestFlag,
  addEnvironmentFlags,
  addHistoryFlags,
  addMaxFiringsFlag,
  addOutputFlags,
  sourceHelp,
} from "../../framework/flags";
import { type BacktestCommandFlags } from "./run";

export function registerBacktestCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command("backtest")
    .description("show how often the defined alerts would have fired (writes no alert)")
    .argument("[source...]", sourceHelp)
    .option(
      "--alert <name>",
      "only alerts with this name, or a pattern such as 'team/*' (repeatable)",
      collectStrings,
    );
  addMaxFiringsFlag(addHistoryFlags(command))
    .option(
      "--suggest",
      "with --max-firings: show settings with which the one selected alert meets the limit",
    )
    .option("--write", "with --suggest: write the suggested settings into the definition")
    .option("-y, --yes", "with --write: write without a prompt");
  addDigestFlag(command, "with --write: write once what was shown with this digest");
  addHelp(addEnvironmentFlags(addOutputFlags(command)), {
    notes: [
      "Events come from the service. An alert on events fires where its policy allows it. Threshold alerts are tested with",
      "--metrics. The service records their firings as events, which bound how often a changed alert fires.",
      "--suggest tries each trigger and duration of a threshold alert, and each policy of an event alert.",
    ],
    examples: [
      "dbmon backtest alerts",
      "dbmon backtest alerts.yaml --since 30d --json",
      "dbmon backtest alerts --alert 'CPU is saturated' --metrics metrics.csv --max-firings 5/7d --suggest",
      "dbmon backtest alerts --since 2026-11-04 --until 2026-11-18 --metrics metrics.csv",
    ],
  }).action((sources: string[], flags: BacktestCommandFlags) =>
    runner.runInEnvironments(flags, async () => (await import("./run.js")).backtestCommand(sources, flags)),
  );
}
