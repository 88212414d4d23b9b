/** What `dbmon events` does. */
import { type ServiceEvent } from "../../service";
import { type CliContext } from "../context";
import { searchedHosts } from "../service/hosts";
import { type Shown, showList, type ShowOptions } from "../lists/show-list";
import { withReadOnlySession } from "../read-only-session";
import { checkInterval, timeText } from "../service/times";

export interface EventsFlags extends ShowOptions {
  readonly from?: number;
  readonly until?: number;
  readonly host?: readonly string[];
  readonly type?: readonly string[];
  readonly level?: readonly string[];
}

export async function eventsAction(context: CliContext, flags: EventsFlags): Promise<void> {
  checkInterval(flags);
  const { from, until, type, level } = flags;
  const all = await withReadOnlySession(context, async (session) => {
    const hosts = await searchedHosts(session, flags.host);
    return session.client.listEvents({ from, until, hosts });
  });
  const events = all.filter((event) => isAmong(type, event.type) && isAmong(level, event.level));
  showList(context, shownEvents, events, flags);
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
