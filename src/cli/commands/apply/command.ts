import { type Command } from "commander";
import { parsePositiveInteger, parseText } from "../../framework/arguments";
import { addHelp, type CommandRunner } from "../../framework/command";
import {
  addChangeFlags,
  addEnvironmentFlags,
  addOutputFlags,
  addPlanFlags,
  appliedSourceHelp,
} from "../../framework/flags";
import { type ApplyFlags } from "./run";

export function registerApplyCommands(program: Command, runner: CommandRunner): void {
  const apply = program
    .command("apply")
    .description("make the live alerts match the definitions")
    .argument("[source...]", appliedSourceHelp)
    .option("--plan <file>", "apply a saved plan instead of sources")
    .option(
      "--waves <names>",
      "apply environments in waves, for example 'staging,production-*': each begins when the previous one has taken effect",
      parseText,
    );
  addHelp(addChangeFlags(addApplyFlags(apply)), {
    examples: [
      "dbmon apply alerts.yaml",
      "dbmon apply cdktf.out --yes --wait",
      "dbmon apply --plan plan.json",
      "dbmon apply alerts --backtest --since 14d --max-firings 20/7d",
    ],
  }).action((sources: string[], flags: ApplyFlags) =>
    runner.runInEnvironments(flags, ({ applyCommand }) => applyCommand(sources, flags)),
  );

  const destroy = program
    .command("destroy")
    .description("delete the live alerts that have a definition")
    .argument(
      "[source...]",
      "definitions files or folders, cdktf output folders, or - for standard input (default: those of the configuration)",
    );
  addHelp(addApplyFlags(destroy), {
    examples: ["dbmon destroy alerts.yaml", "dbmon destroy alerts.yaml --target 'CPU high' --yes"],
  }).action((sources: string[], flags: ApplyFlags) =>
    runner.runInEnvironments(flags, ({ destroyCommand }) => destroyCommand(sources, flags)),
  );
}

function addApplyFlags(command: Command): Command {
  return addEnvironmentFlags(addOutputFlags(addPlanFlags(command)))
    .option("--dry-run", "show the changes, and write nothing")
    .option("-y, --yes", "skip the confirmation prompt")
    .option("--wait", "wait for the changes to take effect, then verify them")
    .option("--no-wait", "exit after the last write (default)")
    .option("--parallel <n>", "max concurrent changes (default: 16)", parsePositiveInteger);
}
