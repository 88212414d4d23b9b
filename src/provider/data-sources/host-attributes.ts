/** What the data sources show of a host. */
import { type Host, hostDescriptions as meaning } from "../../service";
import { attribute as a, t } from "../../tfplugin";

const maybe = { computed: true, nullable: true } as const;

/** All but `id` and `name`. */
export const hostAttributes = {
  uuid: a.string({ ...maybe, description: meaning.uuid }),
  created: a.integer({ ...maybe, description: meaning.created }),
  updated: a.integer({ ...maybe, description: meaning.updated }),
  deleted: a.number({ ...maybe, description: meaning.deleted }),
  last_seen: a.integer({ ...maybe, description: meaning.lastSeen }),
  parent: a.integer({ ...maybe, description: meaning.parent }),
  bindings: a.list(t.string, { computed: true, description: meaning.bindings }),
  type: a.string({ ...maybe, description: meaning.type }),
  description: a.string({ ...maybe, description: meaning.description }),
  status: a.integer({ ...maybe, description: meaning.status }),
  tags: a.list(t.string, { computed: true, description: meaning.tags }),
  os: a.string({ ...maybe, description: meaning.os }),
  arch: a.string({ ...maybe, description: meaning.arch }),
  discovered: a.integer({ ...maybe, description: meaning.discovered }),
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
