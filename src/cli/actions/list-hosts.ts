/** What `dbmon hosts` does. */
import { type Host } from "../../service";
import { type CliContext } from "../context";
import { type Shown, showList, type ShowOptions } from "../lists/show-list";
import { withReadOnlySession } from "../read-only-session";
import { timeText } from "../service/times";

export interface HostsFlags extends ShowOptions {
  readonly from?: number;
  readonly type?: readonly string[];
  readonly deleted?: boolean;
}

export async function hostsAction(
  context: CliContext,
  { from, type, deleted, ...options }: HostsFlags,
): Promise<void> {
  const all = await withReadOnlySession(context, (session) =>
    session.client.listHosts({ from, withTags: true }),
  );
  const hosts = all.filter(
    (host) => (deleted === true || !host.isDeleted) && (type === undefined || type.includes(host.type ?? "")),
  );
  showList(context, deleted === true ? withDeleted : shownHosts, hosts, options);
}

const shownHosts: Shown<Host> = {
  noun: "hosts",
  columns: [
    { title: "ID", value: ({ id }) => id },
    { title: "NAME", value: ({ name }) => name, widest: 60 },
    { title: "TYPE", value: ({ type }) => type, widest: 20 },
    { title: "OS", value: ({ os }) => os, widest: 20 },
    { title: "LAST SEEN", value: ({ lastSeen }) => timeText(lastSeen) },
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
    created: timeText(host.created) ?? null,
    updated: timeText(host.updated) ?? null,
    last_seen: timeText(host.lastSeen) ?? null,
    deleted: deletedText(host) ?? null,
  }),
};

const withDeleted: Shown<Host> = {
  ...shownHosts,
  columns: [...shownHosts.columns, { title: "DELETED", value: deletedText }],
};

/** 0 says that it is not. */
function deletedText({ isDeleted, deleted }: Host): string | undefined {
  return isDeleted ? timeText(deleted) : undefined;
}
