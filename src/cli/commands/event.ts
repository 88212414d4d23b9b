/** `dbmon event create`: marks a deployment on the charts, from CI. */
import { type Command } from "commander";
import { type EventFlags } from "../actions/event";
import { alertLevel, parseText, parseNonNegativeInteger } from "../arguments";
import { type CliContext } from "../context";
import { addHelp } from "../help";
import { when, timeHelp } from "../service/times";

export function registerEventCommand(program: Command, context: CliContext): void {
  addHelp(
    program
      .command("event")
      .description("mark a point in time, for example a deployment")
      .command("create")
      .description("create an event, exactly once; events can never be deleted")
      .requiredOption("--type <type>", 'category, for example "code deployment"', parseText)
      .option("--message <text>", "what happened", parseText)
      .option("--start <when>", `when it began, ${timeHelp} (default: now)`, when)
      .option("--host <id|name>", "host that it is about (default: global)", parseText)
      .option("--duration <seconds>", "how long it lasted (default: 0)", parseNonNegativeInteger)
      .option("--level <level>", "info, warn or crit (default: info)", alertLevel)
      .option("--from-git", "take message and start from the commit in the current folder")
      .option("--json", "print the event as JSON"),
    {
      notes: ["The token is that of an agent: DBMON_AGENT_TOKEN, or where it is not set DBMON_API_TOKEN."],
      examples: [
        'dbmon event create --type "code deployment" --message "shop 1.2"',
        'dbmon event create --type "code deployment" --from-git',
      ],
    },
  ).action(async (flags: EventFlags) => {
    const { eventAction } = await import("../actions/index.js");
    await eventAction(context, flags);
  });
}
