/** The commands that list the service's nouns, and mark events in it. */
import { type Command } from "commander";
import { type CliContext } from "../context";
import { registerEventCommand } from "./event";
import { registerChoiceCommands } from "./list-choices";
import { registerEventsCommand } from "./list-events";
import { registerHostsCommand } from "./list-hosts";
import { registerQueriesCommand } from "./list-queries";
import { registerSamplesCommand } from "./list-samples";

export function registerServiceCommands(program: Command, context: CliContext): void {
  registerEventCommand(program, context);
  registerHostsCommand(program, context);
  registerQueriesCommand(program, context);
  registerSamplesCommand(program, context);
  registerEventsCommand(program, context);
  registerChoiceCommands(program, context);
}
