/** `data "dbmon_events"`: events of hosts, and global events. */
import { eventFields as fields, includesText } from "../../service";
import { attribute as a, dataSource, schema, t } from "../../tfplugin";
import { withSubject, type ProviderSession } from "../session";
import {
  resolveHosts,
  byStart,
  validateInterval,
  omitNull,
  hostsDescription,
  intervalArguments,
} from "./search";
import { checkNoneEmpty, checkLevel } from "../validators";
import { computedList, computedValues } from "./computed";

const checkLevels = (levels: readonly string[]) =>
  levels.map(checkLevel).find((message) => message !== undefined);

export const events = dataSource<ProviderSession>()({
  typeName: "dbmon_events",
  schema: schema({
    description: "Lists the events of an interval. An event marks a time, globally or on one host.",
    attributes: {
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
      events: computedList(fields, "The events, oldest first.", {
        host: `${fields.host.description} Null for a global event.`,
      }),
    },
  }),

  validate: validateInterval,

  async read({ config, session, signal }) {
    const { from, until, hosts, levels, types } = config;
    const listed = await withSubject("events", async () => {
      const search = {
        from: omitNull(from),
        until: omitNull(until),
        hosts: await resolveHosts(session, hosts),
      };
      return session.client.listEvents(search, signal);
    });
    const matching = listed.filter(({ level, type }) => matches(levels, level) && matches(types, type));
    return { ...config, events: byStart(matching).map((event) => computedValues(fields, event)) };
  },
});

/** An empty or absent filter matches everything. */
function matches(filter: readonly string[] | null, text: string): boolean {
  return filter === null || filter.length === 0 || includesText(filter, text);
}
