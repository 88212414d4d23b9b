import { type Command } from "commander";
import { type ApplyFlags } from "../../environments/apply-changes";
import { parseText } from "../../framework/arguments";
import { addHelp, type CommandRunner } from "../../framework/command";
import { addApplyFlags, addChangeFlags, addDigestFlag, appliedSourceHelp } from "../../framework/flags";

export function registerApplyCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command("apply")
    .description("make the live alerts match the definitions")
    .argument("[source...]", appliedSourceHelp)
    .option("--plan <file>", "apply a saved plan instead of sources")
    .option(
      "--waves <names>",
      "apply environments in waves, for example 'staging,production-*': each begins when the previous one has taken effect",
      parseText,
    );
  addDigestFlag(command, "confirm the plan of --plan, once, as it was shown with this digest");
  addHelp(addChangeFlags(addApplyFlags(command)), {
    examples: [
      "dbmon apply alerts.yaml",
      "dbmon apply cdktf.out --yes --wait",
      "dbmon apply --plan plan.json",
      "dbmon apply alerts --backtest --since 14d --max-firings 20/7d",
    ],
  }).action((sources: string[], flags: ApplyFlags) =>
    runner.runInEnvironments(flags, async () => (await import("./run.js")).applyCommand(sources, flags)),
  );
}
