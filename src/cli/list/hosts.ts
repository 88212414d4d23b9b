/** `dbmon hosts`: lists monitored hosts. */
import { type Host, includesText } from "../../service";
import { type CliContext } from "../shared/context";
import { type Result } from "../shared/environments/environment-command";
import { type ListView, printList, type ListFlags } from "./print-list";
import { formatTime } from "../shared/service/times";

export interface HostsFlags extends ListFlags {
  readonly from?: number;
  readonly type?: readonly string[];
  readonly deleted?: boolean;
}

export async function hostsAction(
  context: CliContext,
  { from, type, deleted, ...options }: HostsFlags,
): Promise<Result> {
  const view = deleted === true ? hostViewWithDeleted : hostView;
  return printList(context, view, options, async ({ client }) => {
    const hosts = await client.listHosts({ from, withTags: true });
    return hosts.filter(
      (host) =>
        (deleted === true || !host.isDeleted) && (type === undefined || includesText(type, host.type ?? "")),
    );
  });
}

const hostView: ListView<Host> = {
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

const hostViewWithDeleted: ListView<Host> = {
  ...hostView,
  columns: [...hostView.columns, { title: "DELETED", value: deletionTime }],
};

/** The service sends 0 for a host that is not deleted. */
function deletionTime({ isDeleted, deleted }: Host): string | undefined {
  return isDeleted ? formatTime(deleted) : undefined;
}
