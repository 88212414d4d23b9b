import { type Command } from "commander";
import { addHelp, type CommandRunner } from "../../framework/command";
import { addEnvironmentFlags, addHistoryFlags, addOutputFlags, sourceHelp } from "../../framework/flags";
import { type BacktestCommandFlags } from "./run";

export function registerBacktestCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command("backtest")
    .description("show how often the defined alerts would have fired (writes nothing)")
    .argument("[source...]", sourceHelp);
  addHelp(addEnvironmentFlags(addOutputFlags(addHistoryFlags(command))), {
    notes: [
      "Events come from the service. An alert on events fires where its policy allows it. Threshold alerts are tested with",
      "--metrics. The service records their firings as events, which bound how often a changed alert fires.",
    ],
    examples: [
      "dbmon backtest alerts",
      "dbmon backtest alerts.yaml --since 30d --json",
      "dbmon backtest alerts --since 2026-11-04 --until 2026-11-18 --metrics metrics.csv",
    ],
  }).action((sources: string[], flags: BacktestCommandFlags) =>
    runner.runInEnvironments(flags, ({ backtestCommand }) => backtestCommand(sources, flags)),
  );
}
