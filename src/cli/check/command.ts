/** Defines `dbmon check`. */
import { type Command } from "commander";
import { type CheckFlags } from "./run";
import { type CliContext, type ExitCode } from "../shared/context";
import { addEnvironmentFlag } from "../shared/environments/flags";
import { addHelp } from "../shared/help";
import { addOutputFlags } from "../shared/output/output-flags";
import { parsePeriod } from "../shared/plan/backtest-flags";
import { sourceHelp } from "../shared/plan/flags";

export function registerCheckCommand(
  program: Command,
  context: CliContext,
  setExitCode: (code: ExitCode) => void,
): void {
  const command = program
    .command("check")
    .description("validate definitions (offline unless --online is set)")
    .argument("[source...]", sourceHelp)
    .option(
      "--online",
      "also validate IDs and names against the service, and find alerts that can never fire",
    )
    .option(
      "--lookback <period>",
      "with --online: warn of categories without events in the period before now (default: 90d)",
      parsePeriod,
    );
  addHelp(addEnvironmentFlag(addOutputFlags(command)), {
    notes: [
      "With a configuration of environments, checks the definitions of all of them, unless --environment selects some.",
    ],
    examples: [
      "dbmon check alerts.yaml",
      "dbmon check team/ --online --json",
      "dbmon check team/ --online --lookback 30d",
      "dbmon check alerts --format github",
      "dbmon check alerts --report junit=check.xml",
    ],
  }).action(async (sources: string[], flags: CheckFlags) => {
    const { checkAction } = await import("../run-commands.js");
    setExitCode(await checkAction(context, sources, flags));
  });
}
