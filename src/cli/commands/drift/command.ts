import { type Command } from "commander";
import { parseInterval, parsePattern } from "../../framework/arguments";
import { addHelp, type CommandRunner } from "../../framework/command";
import {
  addBacktestFlags,
  addEnvironmentFlags,
  addOutputFlags,
  addPlanFlags,
  sourceHelp,
} from "../../framework/flags";
import { type DriftFlags } from "./run";

export function registerDriftCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command("drift")
    .description("show live alerts that differ from their definitions (writes nothing)")
    .argument("[source...]", sourceHelp)
    .option(
      "--detailed-exitcode",
      "exit with 2 if an alert is drifted or unknown, if its mute ended, or if other hosts match",
    )
    .option(
      "--fail-on-unmanaged [glob]",
      "exit with 2 if a live alert is unmanaged, or one with a matching name, for example 'team/*'",
      parsePattern,
    )
    .option("--unmanaged", "list the unmanaged alerts too")
    .option("--no-wait", 'read once, and report differences as "unknown"')
    .option(
      "--applied <file>",
      'output of apply --json, to report reads from before that apply as "pending" instead of drifted',
    )
    .option(
      "--watch <duration>",
      "repeat at this interval until interrupted, and print each change",
      parseInterval,
    );
  addHelp(addEnvironmentFlags(addOutputFlags(addBacktestFlags(addPlanFlags(command)))), {
    notes: [
      "Each alert is in sync, drifted, pending (the last write has not taken effect yet), or unknown (it differs, and was",
      'not refetched). "mute ended": the alert is still disabled after its muted.until, and the next apply enables it.',
      '"hosts": the hosts that host_tags and patterns match now are not those that the alert lists, and the next apply lists them.',
      "Live alerts without a definition are unmanaged, or no longer defined if their names match owns in dbmon.yaml.",
      "--watch reads the definitions once, at the start. Restart the command to use changed definitions.",
    ],
    examples: [
      "dbmon drift cdktf.out --detailed-exitcode",
      "dbmon drift alerts --fail-on-unmanaged 'team/*'",
      "dbmon drift alerts --format github",
      "dbmon drift alerts --report junit=drift.xml",
      "dbmon drift alerts --watch 300",
      "dbmon drift alerts --backtest --since 14d",
    ],
  }).action((sources: string[], flags: DriftFlags) =>
    runner.runInEnvironments(flags, async () => (await import("./run.js")).driftCommand(sources, flags)),
  );
}
