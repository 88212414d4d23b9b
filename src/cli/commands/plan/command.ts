import { type Command } from "commander";
import { addHelp, type CommandRunner } from "../../framework/command";
import {
  addChangeFlags,
  addEnvironmentFlags,
  addOutputFlags,
  addPlanFlags,
  sourceHelp,
} from "../../framework/flags";
import { type PlanCommandFlags } from "./run";

export function registerPlanCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command("plan")
    .description("show the changes that apply would make (writes nothing)")
    .argument("[source...]", sourceHelp)
    .option("--detailed-exitcode", "exit with 2 if there are changes")
    .option("--explain", "list all situations in which behavior differs")
    .option("--out <file>", "save the plan for apply --plan and show");
  addHelp(addEnvironmentFlags(addOutputFlags(addChangeFlags(addPlanFlags(command)))), {
    examples: [
      "dbmon plan alerts.yaml",
      "dbmon plan alerts --prune 'team/*' --out plan.json",
      "dbmon plan alerts --backtest --since 14d --max-firings 20/7d",
    ],
  }).action((sources: string[], flags: PlanCommandFlags) =>
    runner.runInEnvironments(flags, async () => (await import("./run.js")).planCommand(sources, flags)),
  );
}
