/** `dbmon check`: all that is wrong with definitions, before anybody plans with them. Writes nothing. */
import { type Command } from "commander";
import { type CheckFlags } from "../actions/check";
import { type CliContext, type ExitCode } from "../context";
import { addHelp } from "../help";
import { addOutputFlags } from "../output-flags";
import { sourceHelp } from "../plans/flags";

export function registerCheckCommand(
  program: Command,
  context: CliContext,
  finish: (code: ExitCode) => void,
): void {
  const command = program
    .command("check")
    .description("tell all that is wrong with definitions; needs no service and writes nothing")
    .argument("[source...]", sourceHelp)
    .option("--online", "look ids and names up in the service as well");
  addHelp(addOutputFlags(command), {
    examples: [
      "dbmon check alerts.yaml",
      "dbmon check team/ --online --json",
      "dbmon check alerts --format github",
      "dbmon check alerts --report junit=check.xml",
    ],
  }).action(async (sources: string[], flags: CheckFlags) => {
    const { checkAction } = await import("../actions/index.js");
    finish(await checkAction(context, sources, flags));
  });
}
