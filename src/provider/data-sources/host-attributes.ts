/** Attributes of a host in data sources. */
import { type Host, hostDescriptions as descriptions } from "../../service";
import { attribute as a, t } from "../../tfplugin";

const nullable = { computed: true, nullable: true } as const;

/** All attributes except `id` and `name`. */
export const hostAttributes = {
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

export function hostValues(host: Host) {
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
