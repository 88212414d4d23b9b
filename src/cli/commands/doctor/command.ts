import { type Command } from "commander";
import { addHelp, type CommandRunner } from "../../framework/command";
import { addEnvironmentFlags, jsonHelp } from "../../framework/flags";
import { type DoctorFlags } from "./run";

export function registerDoctorCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command("doctor")
    .description("diagnose this machine, the tokens and the environment (changes nothing)")
    .argument(
      "[source...]",
      "definitions, to report which live alerts are unmanaged (default: those of the configuration)",
    )
    .option("--try-writes", "also test write access by deleting an alert ID that does not exist")
    .option("--json", jsonHelp);
  addHelp(addEnvironmentFlags(command), {
    examples: ["dbmon doctor", "dbmon doctor alerts --try-writes", "dbmon doctor --json"],
  }).action((sources: string[], flags: DoctorFlags) =>
    runner.runInEnvironments(flags, async () => (await import("./run.js")).doctorCommand(sources, flags)),
  );
}
