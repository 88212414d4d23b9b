/** `dbmon hosts`: the monitored servers, to find the ids and names that everything else refers to. */
import { type Command } from "commander";
import { type Host } from "../../service";
import { manyTexts } from "../arguments";
import { type CliContext } from "../context";
import { addHelp } from "../help";
import { type Shown, showList, type ShowOptions } from "../lists/show-list";
import { readingWith } from "../reading";
import { timeText, when, whenHelp } from "../times";

interface Flags extends ShowOptions {
  readonly from?: number;
  readonly type?: readonly string[];
  readonly deleted?: boolean;
}

export function registerHostsCommand(program: Command, context: CliContext): void {
  addHelp(
    program
      .command("hosts")
      .description("list the monitored hosts")
      .option("--from <when>", `hosts seen since then (default: the service's choice), ${whenHelp}`, when)
      .option("--type <type>", "only hosts of the type, for example mysql; may be repeated", manyTexts)
      .option("--deleted", "deleted hosts as well")
      .option("--json", "print JSON, with every field"),
    { examples: ["dbmon hosts --type mysql", "dbmon hosts --json"] },
  ).action(async ({ from, type, deleted, ...options }: Flags) => {
    const all = await readingWith(context, (session) => session.client.listHosts({ from, withTags: true }));
    const hosts = all.filter(
      (host) =>
        (deleted === true || !host.isDeleted) && (type === undefined || type.includes(host.type ?? "")),
    );
    showList(context, deleted === true ? withDeleted : shownHosts, hosts, options);
  });
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
