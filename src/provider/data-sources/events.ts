/** `data "dbmon_events"`: events of hosts, and global events. */
import { eventDescriptions as descriptions, includesText, type ServiceEvent } from "../../service";
import { attribute as a, dataSource, schema, t } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { type ProviderSession } from "../session";
import { checkIds, checkNoneEmpty, checkLevel } from "../validators";
import {
  byStart,
  validateInterval,
  omitNull,
  hostsDescription,
  hostsParameter,
  intervalArguments,
} from "./search";

const computed = { computed: true } as const;
const nullable = { computed: true, nullable: true } as const;

const checkLevels = (levels: readonly string[]) =>
  levels.map(checkLevel).find((message) => message !== undefined);

export const events = dataSource<ProviderSession>()({
  typeName: "dbmon_events",
  schema: schema({
    description: "Lists the events of an interval. An event marks a time, globally or on one host.",
    attributes: {
      ...intervalArguments,
      hosts: a.set(t.integer, {
        optional: true,
        validate: [checkIds],
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
      events: a.listOfObjects(
        {
          start: a.number({ ...computed, description: descriptions.start }),
          type: a.string({ ...computed, description: descriptions.type }),
          message: a.string({ ...computed, description: descriptions.message }),
          host: a.integer({ ...nullable, description: `${descriptions.host} Null for a global event.` }),
          duration: a.number({ ...computed, description: descriptions.duration }),
          level: a.string({ ...computed, description: descriptions.level }),
          uuid: a.string({ ...nullable, description: descriptions.uuid }),
          digest: a.string({ ...nullable, description: descriptions.digest }),
        },
        { computed: true, description: "The events, oldest first." },
      ),
    },
  }),

  validate({ config, diagnostics }) {
    validateInterval(config, diagnostics);
  },

  async read({ config, session, signal }) {
    const { from, until, hosts, levels, types } = config;
    const search = { from: omitNull(from), until: omitNull(until), hosts: hostsParameter(hosts) };
    const listed = await withDiagnostics("events", () => session.client.listEvents(search, signal));
    const matching = listed.filter(({ level, type }) => matches(levels, level) && matches(types, type));
    return { ...config, events: byStart(matching).map(eventValues) };
  },
});

/** An empty or absent filter matches everything. */
function matches(filter: readonly string[] | null, text: string): boolean {
  return filter === null || filter.length === 0 || includesText(filter, text);
}

function eventValues({ start, type, message, host, duration, level, uuid, digest }: ServiceEvent) {
  return {
    start,
    type,
    message,
    host: host ?? null,
    duration,
    level,
    uuid: uuid ?? null,
    digest: digest ?? null,
  };
}
