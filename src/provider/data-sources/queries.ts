/** `data "dbmon_queries"`: the families of queries that a search finds, page by page up to a limit. */
import {
  maxQueryDigests,
  type QueryDigest,
  queryDigestDescriptions as meaning,
  searchDescriptions,
} from "../../service";
import { attribute as a, dataSource, schema, t } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { type ProviderSession } from "../session";
import { areIds, atLeast } from "../validators";
import { queryAttributes, queryValues } from "./query-attributes";
import { checkInterval, given, hostsDescription, hostsGiven, intervalArguments } from "./search";

/** They travel as one text, with spaces between them. */
const areTags = (tags: readonly string[]) =>
  tags.some((tag) => !/^\S+$/.test(tag)) ? "An element is empty, or has a space in it." : undefined;

export const queries = dataSource<ProviderSession>()({
  typeName: "dbmon_queries",
  schema: schema({
    description:
      "Families of queries whose literals are replaced by `?`. With `from` or `until`, those that were active in the " +
      "interval; else all that match.",
    attributes: {
      ...intervalArguments,
      limit: a.integer({
        optional: true,
        validate: [atLeast(1)],
        description:
          "Number of queries to stop after. Left out: all of them, however many calls it takes " +
          `(one for each ${maxQueryDigests}).`,
      }),
      new: a.boolean({
        optional: true,
        default: false,
        description: `${searchDescriptions.new} Default: false.`,
      }),
      filter: a.string({ optional: true, description: searchDescriptions.filter }),
      hosts: a.set(t.integer, { optional: true, validate: [areIds], description: hostsDescription }),
      tags: a.set(t.string, { optional: true, validate: [areTags], description: searchDescriptions.tags }),
      queries: a.listOfObjects(
        { id: a.string({ computed: true, description: meaning.id }), ...queryAttributes },
        { computed: true, description: "The queries, by id." },
      ),
    },
  }),

  validate({ config, diagnostics }) {
    checkInterval(config, diagnostics);
  },

  async read({ config, session, signal }) {
    const { from, until, limit, filter, hosts, tags } = config;
    const found = session.client.queries(
      {
        from: given(from),
        until: given(until),
        // A page never holds more than the limit, so that nothing is sent for nothing.
        pageSize: limit === null ? undefined : Math.min(limit, maxQueryDigests),
        isNew: config.new || undefined,
        filter: given(filter),
        hosts: hostsGiven(hosts),
        tags: tags === null || tags.length === 0 ? undefined : tags,
      },
      signal,
    );
    const queries = await withDiagnostics("queries", () => firstOf(found, limit ?? Infinity));
    return { ...config, queries: queries.map(queryValues) };
  },
});

async function firstOf(found: AsyncIterable<QueryDigest>, limit: number): Promise<QueryDigest[]> {
  const first: QueryDigest[] = [];
  for await (const one of found) {
    first.push(one);
    if (first.length >= limit) break;
  }
  return first;
}
