/** `resource "dbmon_event"`: a marker that is created once and then left alone. */
import { quote } from "../../diagnostics";
import { createEvent } from "../../engine";
import { resolveReference, objectKinds } from "../../reconcile";
import { type NewEvent } from "../../service";
import { isUnknown, type PlannedOf, resource } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { type ProviderSession } from "../session";
import { isAlertLevel } from "../validators";
import { eventSchema } from "./event-schema";

export const event = resource<ProviderSession>()({
  typeName: "dbmon_event",
  schema: eventSchema,

  /** An unknown host is told before anything is written. Only a new one is looked up. */
  async plan({ action, prior, proposed, session, diagnostics }) {
    if (action === "destroy" || session === undefined) return undefined;
    const { host, type } = proposed;
    if (isUnknown(host) || host === null || host === prior?.host) return undefined;
    const subject = isUnknown(type) ? undefined : type;
    const hosts = await withDiagnostics(subject, () => session.catalog.hosts());
    const found = resolveReference(objectKinds.host, host, hosts);
    if (typeof found === "number") return undefined;
    const summary = `${subject === undefined ? "This event" : quote(subject)}: ${found.what}`;
    diagnostics.error({ path: ["host"], summary, detail: found.remedy });
    return undefined;
  },

  async create({ planned, session, signal }) {
    const environment = session;
    const start = isUnknown(planned.start) ? Math.floor(environment.run.clock.now() / 1000) : planned.start;
    const uuid = await withDiagnostics(planned.type, () =>
      createEvent(environment, toNewEvent(planned, start), signal),
    );
    return { state: { ...planned, start, uuid: uuid ?? null } };
  },

  read: ({ state }) => ({ state }),

  delete({ prior, diagnostics }) {
    diagnostics.warning({
      summary: `${quote(prior.type)}: the event stays in the service`,
      detail: "Events cannot be deleted. It was only removed from the state.",
    });
  },
});

function toNewEvent(planned: PlannedOf<typeof eventSchema>, start: number): NewEvent {
  const { type, message, host, duration, level } = planned;
  // The schema's validator has refused any other level.
  if (level !== null && !isAlertLevel(level)) throw new Error(`"${level}" is not a level`);
  return {
    start,
    type,
    message,
    host: host ?? undefined,
    duration: duration ?? undefined,
    level: level ?? undefined,
  };
}
