/** `dbmon events`: lists events. */
import { includesText, type ServiceEvent } from "../../service";
import { type CliContext } from "../shared/context";
import { type Result } from "../shared/environments/environment-command";
import { resolveHostIds } from "../shared/service/hosts";
import { type ListView, printList, type ListFlags } from "./print-list";
import { validateInterval, formatTime } from "../shared/service/times";

export interface EventsFlags extends ListFlags {
  readonly from?: number;
  readonly until?: number;
  readonly host?: readonly string[];
  readonly type?: readonly string[];
  readonly level?: readonly string[];
}

export async function eventsAction(context: CliContext, flags: EventsFlags): Promise<Result> {
  validateInterval(flags);
  const { from, until, type, level } = flags;
  return printList(context, eventView, flags, async (session) => {
    const hosts = await resolveHostIds(session, flags.host);
    const events = await session.client.listEvents({ from, until, hosts });
    return events.filter(
      (event) =>
        (type === undefined || includesText(type, event.type)) && (level?.includes(event.level) ?? true),
    );
  });
}

const eventView: ListView<ServiceEvent> = {
  name: "events",
  columns: [
    { title: "START", value: ({ start }) => formatTime(start) },
    { title: "LEVEL", value: ({ level }) => level, maxWidth: 12 },
    { title: "TYPE", value: ({ type }) => type, maxWidth: 32 },
    { title: "HOST", value: ({ host }) => host },
    { title: "SECONDS", value: ({ duration }) => duration },
    { title: "MESSAGE", value: ({ message }) => message, maxWidth: 80 },
  ],
  document: ({ start, type, message, host, duration, level, uuid, digest }) => ({
    start: formatTime(start) ?? null,
    type,
    message,
    host: host ?? null,
    duration,
    level,
    uuid: uuid ?? null,
    digest: digest ?? null,
  }),
};
