/** `dbmon samples`: executions of the queries of one family. */
import { type Command } from "commander";
import { type SamplesFlags } from "../actions/list-samples";
import { parsePositiveInteger, queryId, parseText } from "../arguments";
import { type CliContext } from "../context";
import { addHelp } from "../help";
import { when, timeHelp } from "../service/times";

export function registerSamplesCommand(program: Command, context: CliContext): void {
  addHelp(
    program
      .command("samples")
      .description("list samples of one query family")
      .argument("<query-id>", "16 hexadecimal digits, as dbmon queries shows them", queryId)
      .option("--from <when>", `run since then, ${timeHelp}`, when)
      .option("--until <when>", "run until then, likewise", when)
      .option("--host <id|name>", "only of the host", parseText)
      .option("--limit <n>", "list at most so many (default: the service's)", parsePositiveInteger)
      .option("--brief", "without text and plan")
      .option("--json", "print JSON, with the whole text and the plan"),
    { examples: ["dbmon samples 00c0ffee00c0ffee --from -3600 --limit 10"] },
  ).action(async (family: string, flags: SamplesFlags) => {
    const { samplesAction } = await import("../actions/index.js");
    await samplesAction(context, family, flags);
  });
}
