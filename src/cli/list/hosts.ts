/** `dbmon list hosts`: the monitored hosts. */
import { type Host, includesText } from "../../service";
import { formatTime } from "../shared/service/times";
import { type List, type ListView, printList, selectObjects } from "./view";

export const listHosts: List = async (context, open, selected, flags) => {
  const { since: from, type, deleted = false } = flags;
  const all = await open.session.client.listHosts({ from, withTags: true });
  const hosts = selectObjects(
    context,
    "host",
    all.filter(({ isDeleted }) => deleted || !isDeleted),
    selected,
  ).filter((host) => type === undefined || includesText(type, host.type ?? ""));
  return printList(context, open, deleted ? hostViewWithDeleted : hostView, flags, hosts);
};

const hostView: ListView<"hosts", Host> = {
  name: "hosts",
  columns: [
    { title: "ID", value: ({ id }) => id },
    { title: "NAME", value: ({ name }) => name, maxWidth: 60 },
    { title: "TYPE", value: ({ type }) => type, maxWidth: 20 },
    { title: "OS", value: ({ os }) => os, maxWidth: 20 },
    { title: "LAST SEEN", value: ({ lastSeen }) => formatTime(lastSeen) },
    { title: "TAGS", value: ({ tags }) => tags.join(", ") },
  ],
  document: (host) => ({
    id: host.id,
    name: host.name ?? null,
    type: host.type ?? null,
    description: host.description ?? null,
    parent: host.parent ?? null,
    bindings: host.bindings,
    tags: host.tags,
    os: host.os ?? null,
    arch: host.arch ?? null,
    status: host.status ?? null,
    discovered: host.discovered ?? null,
    uuid: host.uuid ?? null,
    created: formatTime(host.created) ?? null,
    updated: formatTime(host.updated) ?? null,
    last_seen: formatTime(host.lastSeen) ?? null,
    deleted: deletionTime(host) ?? null,
  }),
};

const hostViewWithDeleted: ListView<"hosts", Host> = {
  ...hostView,
  columns: [...hostView.columns, { title: "DELETED", value: deletionTime }],
};

/** The service sends 0 for a host that is not deleted. */
function deletionTime({ isDeleted, deleted }: Host): string | undefined {
  return isDeleted ? formatTime(deleted) : undefined;
}
