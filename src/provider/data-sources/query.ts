/** `data "dbmon_query"`: a query family with its tags, by ID. */
import { quote } from "../../diagnostics";
import { type QueryDigest, queryDigestDescriptions as descriptions } from "../../service";
import { attribute as a, dataSource, schema, t } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { type ProviderSession } from "../session";
import { checkQueryId } from "../validators";

/** Attributes of a query family in data sources, except `id` and `tags`. */
export const queryAttributes = {
  digest: a.string({ computed: true, description: descriptions.digest }),
  first_seen: a.number({ computed: true, nullable: true, description: descriptions.firstSeen }),
  last_seen: a.number({ computed: true, nullable: true, description: descriptions.lastSeen }),
};

export function queryValues({ id, digest, firstSeen, lastSeen }: QueryDigest) {
  return { id, digest, first_seen: firstSeen ?? null, last_seen: lastSeen ?? null };
}

export const query = dataSource<ProviderSession>()({
  typeName: "dbmon_query",
  schema: schema({
    description:
      "Reads a query family, in which literals are replaced by `?`, with its tags. Reports an error if it does not exist.",
    attributes: {
      id: a.string({ required: true, validate: [checkQueryId], description: descriptions.id }),
      ...queryAttributes,
      tags: a.listOfObjects(
        {
          key: a.string({ computed: true, description: descriptions.tagKey }),
          values: a.list(t.string, { computed: true, description: descriptions.tagValues }),
        },
        { computed: true, description: descriptions.tags },
      ),
    },
  }),
  async read({ config, session, signal, diagnostics }) {
    const { id } = config;
    const digest = await withDiagnostics(`query ${id}`, () =>
      session.client.readQuery(id.toLowerCase(), signal),
    );
    if (digest !== undefined) return { ...queryValues(digest), id, tags: digest.tags ?? [] };
    diagnostics.error({
      path: ["id"],
      summary: `Query with ID ${quote(id)} not found.`,
      detail: "To find IDs by query text, tags or hosts, use the data source dbmon_queries.",
    });
    return undefined;
  },
});
