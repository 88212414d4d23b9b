/** `data "dbmon_hosts"`: the hosts of the environment. */
import { hostDescriptions as descriptions, includesText, searchDescriptions } from "../../service";
import { attribute as a, dataSource, schema, t } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { type ProviderSession } from "../session";
import { checkNoneEmpty } from "../validators";
import { hostAttributes, hostValues } from "./host-attributes";
import { byId } from "./list-order";
import { omitNull } from "./search";

export const hosts = dataSource<ProviderSession>()({
  typeName: "dbmon_hosts",
  schema: schema({
    description: "Lists the monitored servers of the environment, and their operating systems.",
    attributes: {
      from: a.integer({
        optional: true,
        description: `Start time, by which the service selects hosts. ${searchDescriptions.seenSince} Default: all hosts.`,
      }),
      types: a.set(t.string, {
        optional: true,
        validate: [checkNoneEmpty],
        description: "Types of the hosts, for example `mysql`. Default: all types.",
      }),
      include_deleted: a.boolean({
        optional: true,
        default: false,
        description: "Whether to include deleted hosts. Default: `false`.",
      }),
      hosts: a.listOfObjects(
        {
          id: a.integer({ computed: true, description: descriptions.id }),
          name: a.string({ computed: true, description: descriptions.name }),
          ...hostAttributes,
        },
        { computed: true, description: "The hosts, ordered by ID." },
      ),
    },
  }),
  async read({ config, session }) {
    const { from, types, include_deleted } = config;
    const { catalog } = session;
    const listed = await withDiagnostics("hosts", () => catalog.hostsSeenSince(omitNull(from)));
    const isOfType = (type: string | undefined) =>
      types === null || types.length === 0 || (type !== undefined && includesText(types, type));
    const matching = listed.filter(
      ({ isDeleted, type }) => (include_deleted || !isDeleted) && isOfType(type),
    );
    return { ...config, hosts: byId(matching).map(hostValues) };
  },
});
