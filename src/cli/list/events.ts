/** `dbmon list events`: the events of hosts, and global ones. */
import { includesText, type ServiceEvent } from "../../service";
import { resolveHostIds } from "../shared/service/hosts";
import { formatTime } from "../shared/service/times";
import { type List, type ListView, printList } from "./view";

export const listEvents: List = async (context, open, _, flags) => {
  const { since: from, until, host, type, level } = flags;
  const hosts = await resolveHostIds(open.session, host);
  const all = await open.session.client.listEvents({ from, until, hosts });
  const events = all.filter(
    (event) =>
      (type === undefined || includesText(type, event.type)) &&
      (level === undefined || level.some((one) => one === event.level)),
  );
  return printList(context, open, eventView, flags, events);
};

const eventView: ListView<"events", ServiceEvent> = {
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
