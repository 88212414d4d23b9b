import { type Command } from "commander";
import { parseAlertLevel, parseNonNegativeInteger, parseText, parseTime } from "../../framework/arguments";
import { addHelp, type CommandRunner } from "../../framework/command";
import { addEnvironmentFlags, timeHelp } from "../../framework/flags";
import { type EventFlags } from "./run";

export function registerEventCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command("event")
    .description("record events, for example deployments")
    .command("create")
    .description("create one event (events cannot be deleted)")
    .requiredOption("--type <type>", 'category, for example "code deployment"', parseText)
    .option("--message <text>", "text of the event", parseText)
    .option("--start <time>", `start of the event: ${timeHelp} (default: now)`, parseTime)
    .option("--host <id|name>", "host of the event (default: a global event)", parseText)
    .option("--duration <seconds>", "duration of the event (default: 0)", parseNonNegativeInteger)
    .option("--level <level>", "info, warn or crit (default: info)", parseAlertLevel)
    .option("--from-git", "use the message and the time of the current git commit")
    .option("--json", "print the event as JSON");
  addHelp(addEnvironmentFlags(command), {
    notes: [
      "Uses the agent token in DBMON_AGENT_TOKEN. If that is not set, uses the token in DBMON_API_TOKEN.",
    ],
    examples: [
      'dbmon event create --type "code deployment" --message "shop 1.2"',
      'dbmon event create --type "code deployment" --from-git',
    ],
  }).action((flags: EventFlags) =>
    runner.runInEnvironments(flags, async () => (await import("./run.js")).eventCommand(flags)),
  );
}
