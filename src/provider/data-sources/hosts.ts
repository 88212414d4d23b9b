/** `data "dbmon_host"`: a host by name or ID. `data "dbmon_hosts"`: the hosts of the environment. */
import { type Host, hostDescriptions as descriptions, includesText, searchDescriptions } from "../../service";
import { attribute as a, dataSource, schema, t } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { type ProviderSession } from "../session";
import { checkNoneEmpty } from "../validators";
import { objectByNameOrId } from "./lookup";
import { byId, omitNull } from "./search";

const nullable = { computed: true, nullable: true } as const;

/** All attributes except `id` and `name`. */
const hostAttributes = {
  uuid: a.string({ ...nullable, description: descriptions.uuid }),
  created: a.integer({ ...nullable, description: descriptions.created }),
  updated: a.integer({ ...nullable, description: descriptions.updated }),
  deleted: a.number({ ...nullable, description: descriptions.deleted }),
  last_seen: a.integer({ ...nullable, description: descriptions.lastSeen }),
  parent: a.integer({ ...nullable, description: descriptions.parent }),
  bindings: a.list(t.string, { computed: true, description: descriptions.bindings }),
  type: a.string({ ...nullable, description: descriptions.type }),
  description: a.string({ ...nullable, description: descriptions.description }),
  status: a.integer({ ...nullable, description: descriptions.status }),
  tags: a.list(t.string, { computed: true, description: descriptions.tags }),
  os: a.string({ ...nullable, description: descriptions.os }),
  arch: a.string({ ...nullable, description: descriptions.arch }),
  discovered: a.integer({ ...nullable, description: descriptions.discovered }),
};

function hostValues(host: Host) {
  return {
    id: host.id,
    name: host.name ?? "",
    uuid: host.uuid ?? null,
    created: host.created ?? null,
    updated: host.updated ?? null,
    deleted: host.deleted ?? null,
    last_seen: host.lastSeen ?? null,
    parent: host.parent ?? null,
    bindings: host.bindings,
    type: host.type ?? null,
    description: host.description ?? null,
    status: host.status ?? null,
    tags: host.tags,
    os: host.os ?? null,
    arch: host.arch ?? null,
    discovered: host.discovered ?? null,
  };
}

export const host = objectByNameOrId("host", {
  typeName: "dbmon_host",
  description:
    "Reads a monitored server, or its operating system, by name or ID. Reports an error if no host or more than one " +
    "matches. Deleted hosts do not match.",
  keys: descriptions,
  attributes: hostAttributes,
  list: ({ catalog }) => catalog.hosts(),
  values: hostValues,
});

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
