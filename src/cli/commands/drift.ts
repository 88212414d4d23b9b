/** `dbmon drift`: what somebody changed beside the definitions. */
import { type Command } from "commander";
import { type DriftFlags } from "../actions/drift";
import { interval } from "../arguments";
import { type CliContext, type ExitCode } from "../context";
import { addHelp } from "../help";
import { addOutputFlags } from "../output-flags";
import { addPlanFlags, sourceHelp } from "../plans/flags";

export function registerDriftCommand(
  program: Command,
  context: CliContext,
  finish: (code: ExitCode) => void,
): void {
  const command = program
    .command("drift")
    .description("tell which live alerts are not as the definitions say; writes nothing")
    .argument("[source...]", sourceHelp)
    .option("--detailed-exitcode", "exit with 2 when an alert has drifted, or may have")
    .option("--no-wait", 'do not look again a window later where an alert differs: it is then "unknown"')
    .option(
      "--applied <file>",
      'what apply --json printed: where an alert still reads as before it, that is "pending" and no drift',
    )
    .option(
      "--watch <seconds>",
      "look again at that interval until interrupted, and print what is new",
      interval,
    );
  addHelp(addOutputFlags(addPlanFlags(command)), {
    notes: [
      "An alert is in sync, drifted, pending (our own write has not taken effect yet), or unknown (it differs, and was",
      "looked at once). Live alerts that no definition names are not in code.",
      "With --watch the definitions are read once, at the start: begin it anew when they have changed.",
    ],
    examples: [
      "dbmon drift cdktf.out --detailed-exitcode",
      "dbmon drift alerts --format github",
      "dbmon drift alerts --report junit=drift.xml",
      "dbmon drift alerts --watch 300",
    ],
  }).action(async (sources: string[], flags: DriftFlags) => {
    const { driftAction } = await import("../actions/index.js");
    finish(await driftAction(context, sources, flags));
  });
}
