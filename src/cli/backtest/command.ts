/** Defines `dbmon backtest`. */
import { type Command } from "commander";
import { type BacktestCommandFlags } from "./run";
import { parseText } from "../shared/arguments";
import { type CliContext, type ExitCode } from "../shared/context";
import { addEnvironmentFlags } from "../shared/environments/flags";
import { addHelp } from "../shared/help";
import { addOutputFlags } from "../shared/output/output-flags";
import { parsePeriod, samplesHelp } from "../shared/plan/backtest-flags";
import { sourceHelp } from "../shared/plan/flags";
import { parseTime, timeHelp } from "../shared/service/times";

export function registerBacktestCommand(
  program: Command,
  context: CliContext,
  setExitCode: (code: ExitCode) => void,
): void {
  const command = program
    .command("backtest")
    .description("show how often the defined alerts would have fired (writes nothing)")
    .argument("[source...]", sourceHelp)
    .option("--since <period>", "length of the period before --until, up to 365d (default: 14d)", parsePeriod)
    .option("--until <time>", `end of the period, ${timeHelp} (default: now)`, parseTime)
    .option("--samples <file>", samplesHelp, parseText);
  addHelp(addEnvironmentFlags(addOutputFlags(command)), {
    notes: [
      "Events come from the service. An alert on events fires where its policy allows it. The service has no history of",
      "metrics, so threshold alerts are tested only with --samples.",
    ],
    examples: [
      "dbmon backtest alerts",
      "dbmon backtest alerts.yaml --since 30d --json",
      "dbmon backtest alerts --until 2026-11-18T00:00:00Z --samples samples.csv",
    ],
  }).action(async (sources: string[], flags: BacktestCommandFlags) => {
    const { backtestCommand, runInEnvironments } = await import("../run-commands.js");
    setExitCode(await runInEnvironments(context, flags, backtestCommand(sources, flags)));
  });
}
