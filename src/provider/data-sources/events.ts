/** `data "dbmon_events"`: events of hosts, and global events. */
import { eventFields } from "../../service";
import { attribute as a, t } from "../../tfplugin";
import { checkLevel, checkNoneEmpty } from "../validators";
import { listDataSource } from "./computed";
import {
  byStart,
  hostsDescription,
  intervalArguments,
  matches,
  resolveHosts,
  validateSearchInterval,
} from "./search";

const checkLevels = (levels: readonly string[]) =>
  levels.map(checkLevel).find((message) => message !== undefined);

export const events = listDataSource({
  typeName: "dbmon_events",
  description: "Lists the events of an interval. An event marks a time, globally or on one host.",
  arguments: {
    ...intervalArguments,
    hosts: a.set(t.string, {
      optional: true,
      validate: [checkNoneEmpty],
      description: `${hostsDescription} Global events are always included.`,
    }),
    levels: a.set(t.string, {
      optional: true,
      validate: [checkLevels],
      description: "Levels of the events: `info`, `warn` or `crit`. Default: all levels.",
    }),
    types: a.set(t.string, {
      optional: true,
      validate: [checkNoneEmpty],
      description: "Types of the events. Default: all types.",
    }),
  },
  validate: validateSearchInterval,
  attribute: "events",
  attributeDescription: "The events, oldest first.",
  fields: {
    ...eventFields,
    host: { ...eventFields.host, description: `${eventFields.host.description} Null for a global event.` },
  },

  async list({ config: { from, until, hosts, levels, types }, session, signal }) {
    const ids = await resolveHosts(session, hosts);
    const search = { from: from ?? undefined, until: until ?? undefined, hosts: ids };
    const listed = await session.client.listEvents(search, signal);
    return byStart(listed.filter(({ level, type }) => matches(levels, level) && matches(types, type)));
  },
});
