/** Defines `dbmon check`. */
import { type Command } from "commander";
import { type CheckFlags } from "../actions/check";
import { type CliContext, type ExitCode } from "../context";
import { addEnvironmentFlag } from "../environments/flags";
import { addHelp } from "../help";
import { addOutputFlags } from "../output-flags";
import { parsePeriod } from "../plans/backtest-flags";
import { sourceHelp } from "../plans/flags";

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
    const { checkAction } = await import("../actions/index.js");
    setExitCode(await checkAction(context, sources, flags));
  });
}
