/** `dbmon hosts`: the monitored servers, to find the ids and names that everything else refers to. */
import { type Command } from "commander";
import { type HostsFlags } from "../actions/list-hosts";
import { collectTexts } from "../arguments";
import { type CliContext } from "../context";
import { addHelp } from "../help";
import { when, timeHelp } from "../service/times";

export function registerHostsCommand(program: Command, context: CliContext): void {
  addHelp(
    program
      .command("hosts")
      .description("list the monitored hosts")
      .option("--from <when>", `hosts seen since then (default: the service's choice), ${timeHelp}`, when)
      .option("--type <type>", "only hosts of the type, for example mysql; may be repeated", collectTexts)
      .option("--deleted", "deleted hosts as well")
      .option("--json", "print JSON, with every field"),
    { examples: ["dbmon hosts --type mysql", "dbmon hosts --json"] },
  ).action(async (flags: HostsFlags) => {
    const { hostsAction } = await import("../actions/index.js");
    await hostsAction(context, flags);
  });
}
