/** `dbmon apply` and `dbmon destroy`: a plan, confirmed and carried out; or one that was kept. */
import { type Command } from "commander";
import { type ApplyFlags } from "../actions/apply";
import { parsePositiveInteger } from "../arguments";
import { type CliContext, type ExitCode } from "../context";
import { addHelp } from "../help";
import { addOutputFlags } from "../output-flags";
import { addDeletionFlags, addPlanFlags, sourceHelp } from "../plans/flags";

export function registerApplyCommands(
  program: Command,
  context: CliContext,
  finish: (code: ExitCode) => void,
): void {
  const apply = program
    .command("apply")
    .description("make the service's alerts what the definitions say")
    .argument("[source...]", sourceHelp)
    .option("--plan <file>", "carry out a plan that plan --out has kept, in place of sources");
  addHelp(addDeletionFlags(common(apply, "apply without asking")), {
    examples: [
      "dbmon apply alerts.yaml",
      "dbmon apply cdktf.out --yes --wait",
      "dbmon apply --plan plan.json",
    ],
  }).action(async (sources: string[], flags: ApplyFlags) => {
    const { applyAction } = await import("../actions/index.js");
    finish(await applyAction(context, sources, flags));
  });
  const destroy = program
    .command("destroy")
    .description("delete the alerts that the definitions name, and no other")
    .argument("<source...>", "definitions files or folders, cdktf output folders, or - for standard input");
  addHelp(common(destroy, "delete without asking"), {
    examples: ["dbmon destroy alerts.yaml", "dbmon destroy alerts.yaml --target 'CPU high' --yes"],
  }).action(async (sources: string[], flags: ApplyFlags) => {
    const { destroyAction } = await import("../actions/index.js");
    finish(await destroyAction(context, sources, flags));
  });
}

function common(command: Command, yes: string): Command {
  return addOutputFlags(addPlanFlags(command))
    .option("--yes", yes)
    .option("--wait", "wait until all has taken effect, and look whether it has")
    .option("--no-wait", "end when all is written (default)")
    .option("--parallel <n>", "changes under way at once (default: 16)", parsePositiveInteger);
}
