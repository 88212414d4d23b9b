/** `data "dbmon_events"`: events of hosts, and global ones. */
import { eventDescriptions as meaning, type ServiceEvent } from "../../service";
import { attribute as a, dataSource, schema, t } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { type ProviderSession } from "../session";
import { areIds, areNamed, isLevel } from "../validators";
import { byStart } from "./list-order";
import { checkInterval, given, hostsDescription, hostsGiven, intervalArguments } from "./search";

const computed = { computed: true } as const;
const maybe = { computed: true, nullable: true } as const;

const areLevels = (levels: readonly string[]) => levels.map(isLevel).find((fault) => fault !== undefined);

export const events = dataSource<ProviderSession>()({
  typeName: "dbmon_events",
  schema: schema({
    description:
      "Events of an interval: marks in time, global or on one host, made by people or by the service.",
    attributes: {
      ...intervalArguments,
      hosts: a.set(t.integer, {
        optional: true,
        validate: [areIds],
        description: `${hostsDescription} Global events are always listed.`,
      }),
      levels: a.set(t.string, {
        optional: true,
        validate: [areLevels],
        description: "Levels of the events to show: `info`, `warn`, `crit`. Empty or left out: all levels.",
      }),
      types: a.set(t.string, {
        optional: true,
        validate: [areNamed],
        description: "Types of the events to show. Empty or left out: all types.",
      }),
      events: a.listOfObjects(
        {
          start: a.number({ ...computed, description: meaning.start }),
          type: a.string({ ...computed, description: meaning.type }),
          message: a.string({ ...computed, description: meaning.message }),
          host: a.integer({ ...maybe, description: `${meaning.host} Null: the event is global.` }),
          duration: a.number({ ...computed, description: meaning.duration }),
          level: a.string({ ...computed, description: meaning.level }),
          uuid: a.string({ ...maybe, description: meaning.uuid }),
          digest: a.string({ ...maybe, description: meaning.digest }),
        },
        { computed: true, description: "The events, oldest first." },
      ),
    },
  }),

  validate({ config, diagnostics }) {
    checkInterval(config, diagnostics);
  },

  async read({ config, session, signal }) {
    const { from, until, hosts, levels, types } = config;
    const search = { from: given(from), until: given(until), hosts: hostsGiven(hosts) };
    const found = await withDiagnostics("events", () => session.client.listEvents(search, signal));
    const shown = found.filter(({ level, type }) => isAmong(levels, level) && isAmong(types, type));
    return { ...config, events: byStart(shown).map(eventValues) };
  },
});

/** Empty or left out, everything is among them. */
function isAmong(wanted: readonly string[] | null, text: string): boolean {
  return wanted === null || wanted.length === 0 || wanted.includes(text);
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
