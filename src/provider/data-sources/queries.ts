/**
 * `data "dbmon_query"`: a query family with its tags, by ID. `data "dbmon_queries"`: families that match a search.
 * `data "dbmon_query_samples"`: executions of the queries of a family.
 */
import { quote } from "../../diagnostics";
import {
  maxQueryDigests,
  namesOrIds,
  type QueryDigest,
  queryDigestFields as fields,
  queryIdToDecimal,
  querySampleFields as sampleFields,
  queryTagFields,
  searchDescriptions,
} from "../../service";
import { attribute as a, schema, t } from "../../tfplugin";
import { dataSource, withSubject } from "../session";
import { checkMin, checkNoneEmpty, checkNotEmpty, checkQueryId } from "../validators";
import { computedAttributes, computedValues, listDataSource } from "./computed";
import { hostsDescription, intervalArguments, resolveHosts, validateSearchInterval } from "./search";

export const query = dataSource({
  typeName: "dbmon_query",
  schema: schema({
    description:
      "Reads a query family, in which literals are replaced by `?`, with its tags. Reports an error if it does not exist.",
    attributes: {
      ...computedAttributes(fields),
      id: a.string({ required: true, validate: [checkQueryId], description: fields.id.description }),
      tags: a.listOfObjects(computedAttributes(queryTagFields), {
        computed: true,
        description: "Tags of the query family.",
      }),
    },
  }),
  async read({ config, session, signal, diagnostics }) {
    const { id } = config;
    const digest = await withSubject(`query ${id}`, () => session.client.readQuery(id.toLowerCase(), signal));
    if (digest !== undefined) return { ...computedValues(fields, digest), id, tags: digest.tags ?? [] };
    diagnostics.error({
      path: ["id"],
      summary: `Query with ID ${quote(id)} not found.`,
      detail: "To find IDs by query text, tags or hosts, use the data source dbmon_queries.",
    });
    return undefined;
  },
});

/** The API takes all tags as one text, separated by spaces. */
const checkTags = (tags: readonly string[]) =>
  tags.some((tag) => !/^\S+$/.test(tag)) ? "Tags must not be empty or contain spaces." : undefined;

export const queries = listDataSource({
  typeName: "dbmon_queries",
  description:
    "Lists query families, in which literals are replaced by `?`. With `from` or `until`, lists only families that were " +
    "active in the interval.",
  arguments: {
    ...intervalArguments,
    limit: a.integer({
      optional: true,
      validate: [checkMin(1)],
      description: `Max number of queries. Default: all queries, with one call per ${maxQueryDigests} queries.`,
    }),
    new: a.boolean({
      optional: true,
      default: false,
      description: `${searchDescriptions.new} Default: \`false\`.`,
    }),
    filter: a.string({ optional: true, description: searchDescriptions.filter }),
    hosts: a.set(t.string, { optional: true, validate: [checkNoneEmpty], description: hostsDescription }),
    tags: a.set(t.string, { optional: true, validate: [checkTags], description: searchDescriptions.tags }),
  },
  validate: validateSearchInterval,
  attribute: "queries",
  attributeDescription: "The queries, ordered by ID.",
  fields,

  async list({ config, session, signal }) {
    const { from, until, limit, filter, hosts, tags } = config;
    const digests = session.client.queries(
      {
        from: from ?? undefined,
        until: until ?? undefined,
        // A page that exceeds the limit would transfer unused results.
        pageSize: limit === null ? undefined : Math.min(limit, maxQueryDigests),
        isNew: config.new || undefined,
        filter: filter ?? undefined,
        hosts: await resolveHosts(session, hosts),
        tags: tags === null || tags.length === 0 ? undefined : tags,
      },
      signal,
    );
    return take(digests, limit ?? Infinity);
  },
});

async function take(digests: AsyncIterable<QueryDigest>, limit: number): Promise<QueryDigest[]> {
  const taken: QueryDigest[] = [];
  for await (const digest of digests) {
    taken.push(digest);
    if (taken.length >= limit) break;
  }
  return taken;
}

export const querySamples = listDataSource({
  typeName: "dbmon_query_samples",
  description:
    "Lists samples of a query family: recorded executions of its queries. Their statements contain literals from your " +
    "applications, and Terraform stores them in its state. To exclude statements and plans, set `detail = false`.",
  arguments: {
    query_id: a.string({ required: true, validate: [checkQueryId], description: fields.id.description }),
    ...intervalArguments,
    host: a.string({
      optional: true,
      validate: [checkNotEmpty],
      description: `${namesOrIds(sampleFields.host.description)} Default: all hosts.`,
    }),
    limit: a.integer({
      optional: true,
      validate: [checkMin(1)],
      description: "Max number of samples. Default: the limit of the service.",
    }),
    detail: a.boolean({
      optional: true,
      default: true,
      description: "Whether to read `text` and `plan`. If `false`, they are null. Default: `true`.",
    }),
  },
  validate: validateSearchInterval,
  attribute: "samples",
  attributeDescription: "The samples, in the order that the service returns.",
  fields: sampleFields,

  list({ config: { query_id, from, until, host, limit, detail }, session, signal }) {
    return withSubject(`samples of query ${query_id}`, async () => {
      const [hostId] = (await resolveHosts(session, host === null ? null : [host])) ?? [];
      const search = {
        queryId: query_id,
        from: from ?? undefined,
        until: until ?? undefined,
        host: hostId,
        limit: limit ?? undefined,
        isBrief: !detail,
      };
      const samples = await session.client.listSamples(search, signal);
      return samples.map((sample) => ({ ...sample, query: queryIdToDecimal(sample.query) }));
    });
  },
});
