/** `data "dbmon_hosts"`: the hosts of the environment, all or some of them. */
import { hostDescriptions as meaning, searchDescriptions } from "../../service";
import { attribute as a, dataSource, schema, t } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { type ProviderSession } from "../session";
import { areNamed } from "../validators";
import { hostAttributes, hostValues } from "./host-attributes";
import { byId } from "./list-order";
import { given } from "./search";

export const hosts = dataSource<ProviderSession>()({
  typeName: "dbmon_hosts",
  schema: schema({
    description: "The monitored servers of the environment, and their operating systems.",
    attributes: {
      from: a.integer({
        optional: true,
        description: `Since when: the service chooses hosts by it. ${searchDescriptions.seenSince} Left out: all hosts.`,
      }),
      types: a.set(t.string, {
        optional: true,
        validate: [areNamed],
        description: "Types of the hosts to show, for example `mysql`. Empty or left out: all types.",
      }),
      include_deleted: a.boolean({
        optional: true,
        default: false,
        description: "Whether to show deleted hosts as well. Default: false.",
      }),
      hosts: a.listOfObjects(
        {
          id: a.integer({ computed: true, description: meaning.id }),
          name: a.string({ computed: true, description: meaning.name }),
          ...hostAttributes,
        },
        { computed: true, description: "The hosts, in the order of their ids." },
      ),
    },
  }),
  async read({ config, session }) {
    const { from, types, include_deleted } = config;
    const { catalog } = session;
    const found = await withDiagnostics("hosts", () => catalog.hostsSeenSince(given(from)));
    const isOfType = (type: string | undefined) =>
      types === null || types.length === 0 || (type !== undefined && types.includes(type));
    const shown = found.filter(({ isDeleted, type }) => (include_deleted || !isDeleted) && isOfType(type));
    return { ...config, hosts: byId(shown).map(hostValues) };
  },
});
