/** `dbmon events`: marks in time, of hosts and of the whole environment. */
import { type Command } from "commander";
import { type ServiceEvent } from "../../service";
import { manyLevels, manyTexts } from "../arguments";
import { type CliContext } from "../context";
import { addHelp } from "../help";
import { searchedHosts } from "../host-references";
import { type Shown, showList, type ShowOptions } from "../lists/show-list";
import { readingWith } from "../reading";
import { checkInterval, timeText, when, whenHelp } from "../times";

interface Flags extends ShowOptions {
  readonly from?: number;
  readonly until?: number;
  readonly host?: readonly string[];
  readonly type?: readonly string[];
  readonly level?: readonly string[];
}

export function registerEventsCommand(program: Command, context: CliContext): void {
  addHelp(
    program
      .command("events")
      .description("list events: of hosts, and global ones")
      .option("--from <when>", `since then, ${whenHelp}`, when)
      .option("--until <when>", "until then, likewise", when)
      .option("--host <id|name>", "of the host, beside global ones; may be repeated", manyTexts)
      .option("--type <type>", "only of the type; may be repeated", manyTexts)
      .option("--level <level>", "only of the level: info, warn or crit; may be repeated", manyLevels)
      .option("--json", "print JSON, with every field"),
    { examples: ["dbmon events --from -3600", 'dbmon events --type "code deployment"'] },
  ).action(async (flags: Flags) => {
    checkInterval(flags);
    const { from, until, type, level } = flags;
    const all = await readingWith(context, async (session) => {
      const hosts = await searchedHosts(session, flags.host);
      return session.client.listEvents({ from, until, hosts });
    });
    const events = all.filter((event) => isAmong(type, event.type) && isAmong(level, event.level));
    showList(context, shownEvents, events, flags);
  });
}

/** Left out, everything is among them. */
function isAmong(wanted: readonly string[] | undefined, text: string): boolean {
  return wanted === undefined || wanted.includes(text);
}

const shownEvents: Shown<ServiceEvent> = {
  noun: "events",
  columns: [
    { title: "START", value: ({ start }) => timeText(start) },
    { title: "LEVEL", value: ({ level }) => level, widest: 12 },
    { title: "TYPE", value: ({ type }) => type, widest: 32 },
    { title: "HOST", value: ({ host }) => host },
    { title: "SECONDS", value: ({ duration }) => duration },
    { title: "MESSAGE", value: ({ message }) => message, widest: 80 },
  ],
  document: ({ start, type, message, host, duration, level, uuid, digest }) => ({
    start: timeText(start) ?? null,
    type,
    message,
    host: host ?? null,
    duration,
    level,
    uuid: uuid ?? null,
    digest: digest ?? null,
  }),
};
