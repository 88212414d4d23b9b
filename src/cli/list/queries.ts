/** `dbmon list queries`: the query families. */
import { maxQueryDigests, type QueryDigest } from "../../service";
import { resolveHostIds } from "../shared/service/hosts";
import { formatTime } from "../shared/service/times";
import { type List, type ListView, printList } from "./view";

export const listQueries: List = async (context, open, _, flags) => {
  const { since: from, until, new: isNew, filter, tag: tags, limit = Infinity, after: offset } = flags;
  const hosts = await resolveHostIds(open.session, flags.host);
  // Fetches one query more than the limit to learn whether there are more.
  const pageSize = Math.min(flags.pageSize ?? maxQueryDigests, limit + 1, maxQueryDigests);
  const search = { from, until, isNew, filter, hosts, tags, offset, pageSize };
  const { queries, hasMore } = await takeFirst(open.session.client.queries(search), limit);
  const result = printList(context, open, queryView, flags, queries);
  const next = queries.at(-1)?.id;
  if (hasMore && next !== undefined) context.err(`There are more queries. To list them, add --after ${next}`);
  return result;
};

async function takeFirst(source: AsyncIterable<QueryDigest>, limit: number) {
  const queries: QueryDigest[] = [];
  for await (const query of source) {
    if (queries.length === limit) return { queries, hasMore: true };
    queries.push(query);
  }
  return { queries, hasMore: false };
}

const queryView: ListView<"queries", QueryDigest> = {
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
