/** The commands that begin a project, look at the service's nouns, mark events in it, and check what is to be brought there. */
import { type Command } from "commander";
import { type CliContext, type ExitCode } from "../context";
import { registerCheckCommand } from "./check";
import { registerDoctorCommand } from "./doctor";
import { registerEventCommand } from "./event";
import { registerInitCommand } from "./init";
import { registerChoiceCommands } from "./list-choices";
import { registerEventsCommand } from "./list-events";
import { registerHostsCommand } from "./list-hosts";
import { registerQueriesCommand } from "./list-queries";
import { registerSamplesCommand } from "./list-samples";

export function registerServiceCommands(
  program: Command,
  context: CliContext,
  finish: (code: ExitCode) => void,
): void {
  registerInitCommand(program, context);
  registerCheckCommand(program, context, finish);
  registerDoctorCommand(program, context, finish);
  registerEventCommand(program, context);
  registerHostsCommand(program, context);
  registerQueriesCommand(program, context);
  registerSamplesCommand(program, context);
  registerEventsCommand(program, context);
  registerChoiceCommands(program, context);
}
