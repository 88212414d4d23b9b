/** `dbmon doctor`: what this machine and the environment are like, and what to do where something is not well. */
import { type Command } from "commander";
import { type DoctorFlags } from "../actions/doctor";
import { type CliContext, type ExitCode } from "../context";
import { addHelp } from "../help";

export function registerDoctorCommand(
  program: Command,
  context: CliContext,
  finish: (code: ExitCode) => void,
): void {
  const command = program
    .command("doctor")
    .description("look at this machine, the tokens and the environment, and tell what to do; changes nothing")
    .argument("[source...]", "definitions, to tell which live alerts are in code")
    .option(
      "--try-writes",
      "also try whether the token may write: asks the service to delete an alert that does not exist",
    )
    .option("--json", "print one JSON document on stdout, and nothing else");
  addHelp(command, {
    examples: ["dbmon doctor", "dbmon doctor alerts --try-writes", "dbmon doctor --json"],
  }).action(async (sources: string[], flags: DoctorFlags) => {
    const { doctorAction } = await import("../actions/index.js");
    finish(await doctorAction(context, sources, flags));
  });
}
