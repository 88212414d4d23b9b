/** `dbmon queries`: families of queries, page by page, for the ids that metric names and samples are asked for with. */
import { type Command } from "commander";
import { maxQueryDigests } from "../../service/vocabulary";
import { type QueriesFlags } from "../actions/list-queries";
import { parsePositiveInteger, collectTags, collectTexts, queryId, parseText } from "../arguments";
import { type CliContext } from "../context";
import { addHelp } from "../help";
import { when, timeHelp } from "../service/times";

export function registerQueriesCommand(program: Command, context: CliContext): void {
  addHelp(
    program
      .command("queries")
      .description("list query families by id, however many pages it takes")
      .option("--from <when>", `active since then, ${timeHelp}`, when)
      .option("--until <when>", "active until then, likewise", when)
      .option("--new", "only queries first seen in the interval")
      .option("--host <id|name>", "only of the host; may be repeated", collectTexts)
      .option(
        "--filter <pattern>",
        "only texts that fit: any part, ^ for the start, $ for the end, * for any run",
        parseText,
      )
      .option("--tag <tag>", "key, value or key=value that it must carry; may be repeated", collectTags)
      .option("--limit <n>", "stop after so many (default: all)", parsePositiveInteger)
      .option("--after <query-id>", "go on past this id", queryId)
      .option(
        "--page-size <n>",
        `ask for so many at once (default and most: ${maxQueryDigests})`,
        parsePositiveInteger,
      )
      .option("--json", "print JSON, with the whole text"),
    {
      examples: [
        "dbmon queries --from -86400 --new",
        'dbmon queries --filter "^select * from orders" --limit 20',
      ],
    },
  ).action(async (flags: QueriesFlags) => {
    const { queriesAction } = await import("../actions/index.js");
    await queriesAction(context, flags);
  });
}
