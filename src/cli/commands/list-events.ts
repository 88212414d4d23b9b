/** `dbmon events`: marks in time, of hosts and of the whole environment. */
import { type Command } from "commander";
import { type EventsFlags } from "../actions/list-events";
import { collectLevels, collectTexts } from "../arguments";
import { type CliContext } from "../context";
import { addHelp } from "../help";
import { when, timeHelp } from "../service/times";

export function registerEventsCommand(program: Command, context: CliContext): void {
  addHelp(
    program
      .command("events")
      .description("list events: of hosts, and global ones")
      .option("--from <when>", `since then, ${timeHelp}`, when)
      .option("--until <when>", "until then, likewise", when)
      .option("--host <id|name>", "of the host, beside global ones; may be repeated", collectTexts)
      .option("--type <type>", "only of the type; may be repeated", collectTexts)
      .option("--level <level>", "only of the level: info, warn or crit; may be repeated", collectLevels)
      .option("--json", "print JSON, with every field"),
    { examples: ["dbmon events --from -3600", 'dbmon events --type "code deployment"'] },
  ).action(async (flags: EventsFlags) => {
    const { eventsAction } = await import("../actions/index.js");
    await eventsAction(context, flags);
  });
}
