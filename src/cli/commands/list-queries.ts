/** `dbmon queries`: families of queries, page by page, for the ids that metric names and samples are asked for with. */
import { type Command } from "commander";
import { maximumDigests, type QueryDigest } from "../../service";
import { countingNumber, manyTags, manyTexts, queryId, someText } from "../arguments";
import { type CliContext } from "../context";
import { addHelp } from "../help";
import { searchedHosts } from "../host-references";
import { type Shown, showList, type ShowOptions } from "../lists/show-list";
import { readingWith } from "../reading";
import { checkInterval, timeText, when, whenHelp } from "../times";

interface Flags extends ShowOptions {
  readonly from?: number;
  readonly until?: number;
  readonly new?: boolean;
  readonly host?: readonly string[];
  readonly filter?: string;
  readonly tag?: readonly string[];
  readonly after?: string;
  readonly limit?: number;
  readonly pageSize?: number;
}

export function registerQueriesCommand(program: Command, context: CliContext): void {
  addHelp(
    program
      .command("queries")
      .description("list query families by id, however many pages it takes")
      .option("--from <when>", `active since then, ${whenHelp}`, when)
      .option("--until <when>", "active until then, likewise", when)
      .option("--new", "only queries first seen in the interval")
      .option("--host <id|name>", "only of the host; may be repeated", manyTexts)
      .option(
        "--filter <pattern>",
        "only texts that fit: any part, ^ for the start, $ for the end, * for any run",
        someText,
      )
      .option("--tag <tag>", "key, value or key=value that it must carry; may be repeated", manyTags)
      .option("--limit <n>", "stop after so many (default: all)", countingNumber)
      .option("--after <query-id>", "go on past this id", queryId)
      .option(
        "--page-size <n>",
        `ask for so many at once (default and most: ${maximumDigests})`,
        countingNumber,
      )
      .option("--json", "print JSON, with the whole text"),
    {
      examples: [
        "dbmon queries --from -86400 --new",
        'dbmon queries --filter "^select * from orders" --limit 20',
      ],
    },
  ).action(async (flags: Flags) => {
    checkInterval(flags);
    const { queries, hasMore } = await readingWith(context, async (session) => {
      const { from, until, filter, limit = Infinity, after: offset } = flags;
      const hosts = await searchedHosts(session, flags.host);
      // One more than is shown tells whether there is more, within one page where it fits.
      const pageSize = Math.min(flags.pageSize ?? maximumDigests, limit + 1, maximumDigests);
      const search = { from, until, isNew: flags.new, filter, hosts, tags: flags.tag, offset, pageSize };
      return firstOf(session.client.queries(search), limit);
    });
    showList(context, shownQueries, queries, flags);
    const last = queries.at(-1);
    if (hasMore && last !== undefined) context.err(`There are more; to go on: --after ${last.id}`);
  });
}

async function firstOf(found: AsyncIterable<QueryDigest>, limit: number) {
  const queries: QueryDigest[] = [];
  for await (const one of found) {
    if (queries.length === limit) return { queries, hasMore: true };
    queries.push(one);
  }
  return { queries, hasMore: false };
}

const shownQueries: Shown<QueryDigest> = {
  noun: "queries",
  columns: [
    { title: "ID", value: ({ id }) => id },
    { title: "FIRST SEEN", value: ({ firstSeen }) => timeText(firstSeen) },
    { title: "LAST SEEN", value: ({ lastSeen }) => timeText(lastSeen) },
    { title: "QUERY", value: ({ digest }) => digest, widest: 80 },
  ],
  document: ({ id, digest, firstSeen, lastSeen }) => ({
    id,
    digest,
    first_seen: timeText(firstSeen) ?? null,
    last_seen: timeText(lastSeen) ?? null,
  }),
};
