/** The commands about definitions of alerts, from the project that they are in to code of what there is. */
import { type Command } from "commander";
import { type CliContext, type ExitCode } from "../context";
import { registerApplyCommands } from "./apply";
import { registerCheckCommand } from "./check";
import { registerDriftCommand } from "./drift";
import { registerExportCommand } from "./export";
import { registerInitCommand } from "./init";
import { registerPlanCommand } from "./plan";
import { registerShowCommand } from "./show";

export function registerAlertCommands(
  program: Command,
  context: CliContext,
  finish: (code: ExitCode) => void,
): void {
  registerInitCommand(program, context);
  registerCheckCommand(program, context, finish);
  registerPlanCommand(program, context, finish);
  registerShowCommand(program, context, finish);
  registerApplyCommands(program, context, finish);
  registerDriftCommand(program, context, finish);
  registerExportCommand(program, context, finish);
}
