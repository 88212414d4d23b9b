import { type Command } from "commander";
import { collectList } from "../../framework/arguments";
import { addHelp, type CommandRunner } from "../../framework/command";
import { addConfigFlag, jsonHelp } from "../../framework/flags";
import { type CompareFlags } from "./run";

export function registerCompareCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command("compare")
    .description("show how the live alerts of two environments differ (writes nothing)")
    .argument("<a>", "name of an environment of the configuration")
    .argument("<b>", "name of another environment")
    .option(
      "--host-tags <keys>",
      "compare hosts by tags with these keys, separated by commas, where they select exactly the hosts of the alert",
      collectList,
    )
    .option("--detailed-exitcode", "exit with 2 if there are differences")
    .option("--json", jsonHelp);
  addHelp(addConfigFlag(command), {
    notes: [
      "Compares by the names of alerts, destinations, hosts, policies and durations, because IDs differ.",
    ],
    examples: [
      "dbmon compare staging production-eu",
      "dbmon compare production-eu production-us --detailed-exitcode",
      "dbmon compare staging production --host-tags role",
    ],
  }).action((a: string, b: string, flags: CompareFlags) =>
    runner.run(async (context) => (await import("./run.js")).compareAction(context, a, b, flags)),
  );
}
