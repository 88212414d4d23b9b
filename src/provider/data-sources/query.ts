/** `data "dbmon_query"`: one family of queries, by its id, with its tags. */
import { quote } from "../../diagnostics";
import { queryDigestDescriptions as meaning } from "../../service";
import { attribute as a, dataSource, schema, t } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { type ProviderSession } from "../session";
import { isHexadecimalQueryId } from "../validators";
import { queryAttributes, queryValues } from "./query-attributes";

export const query = dataSource<ProviderSession>()({
  typeName: "dbmon_query",
  schema: schema({
    description:
      "A family of queries whose literals are replaced by `?`, with its tags. Fails where there is none.",
    attributes: {
      id: a.string({ required: true, validate: [isHexadecimalQueryId], description: meaning.id }),
      ...queryAttributes,
      tags: a.listOfObjects(
        {
          key: a.string({ computed: true, description: meaning.tagKey }),
          values: a.list(t.string, { computed: true, description: meaning.tagValues }),
        },
        { computed: true, description: meaning.tags },
      ),
    },
  }),
  async read({ config, session, signal, diagnostics }) {
    const { id } = config;
    const found = await withDiagnostics(`query ${id}`, () =>
      session.client.readQuery(id.toLowerCase(), signal),
    );
    if (found !== undefined) return { ...queryValues(found), id, tags: found.tags ?? [] };
    diagnostics.error({
      path: ["id"],
      summary: `There is no query with the id ${quote(id)}.`,
      detail: "The data source dbmon_queries finds ids by the text of queries, by their tags and by hosts.",
    });
    return undefined;
  },
});
