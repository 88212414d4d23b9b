/** `dbmon queries`: lists query families. */
import { maxQueryDigests, type QueryDigest } from "../../service";
import { type CliContext } from "../shared/context";
import { type Result } from "../shared/environments/environment-command";
import { resolveHostIds } from "../shared/service/hosts";
import { type ListView, printList, type ListFlags } from "./print-list";
import { validateInterval, formatTime } from "../shared/service/times";

export interface QueriesFlags extends ListFlags {
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

export async function queriesAction(context: CliContext, flags: QueriesFlags): Promise<Result> {
  validateInterval(flags);
  let next: string | undefined;
  const result = await printList(context, queryView, flags, async (session) => {
    const { from, until, filter, limit = Infinity, after: offset } = flags;
    const hosts = await resolveHostIds(session, flags.host);
    // Fetches one query more than the limit to learn whether there are more.
    const pageSize = Math.min(flags.pageSize ?? maxQueryDigests, limit + 1, maxQueryDigests);
    const search = { from, until, isNew: flags.new, filter, hosts, tags: flags.tag, offset, pageSize };
    const { queries, hasMore } = await takeFirst(session.client.queries(search), limit);
    if (hasMore) next = queries.at(-1)?.id;
    return queries;
  });
  if (next !== undefined) context.err(`There are more queries. To list them, add --after ${next}`);
  return result;
}

async function takeFirst(source: AsyncIterable<QueryDigest>, limit: number) {
  const queries: QueryDigest[] = [];
  for await (const query of source) {
    if (queries.length === limit) return { queries, hasMore: true };
    queries.push(query);
  }
  return { queries, hasMore: false };
}

const queryView: ListView<QueryDigest> = {
  name: "queries",
  columns: [
    { title: "ID", value: ({ id }) => id },
    { title: "FIRST SEEN", value: ({ firstSeen }) => formatTime(firstSeen) },
    { title: "LAST SEEN", value: ({ lastSeen }) => formatTime(lastSeen) },
    { title: "QUERY", value: ({ digest }) => digest, maxWidth: 80 },
  ],
  document: ({ id, digest, firstSeen, lastSeen }) => ({
    id,
    digest,
    first_seen: formatTime(firstSeen) ?? null,
    last_seen: formatTime(lastSeen) ?? null,
  }),
};
