/** Creates an event, exactly once. */
import { createEvent } from "../../../engine";
import { type NewEvent } from "../../../service";
import { type CreateRequest, isUnknown, type PlannedOf, type Stored } from "../../../tfplugin";
import { withDiagnostics } from "../../diagnostics";
import { type ProviderSession } from "../../session";
import { isAlertLevel } from "../../validators";
import { type EventSchema } from "./schema";

export async function createEventResource({
  planned,
  session,
  signal,
}: CreateRequest<ProviderSession, EventSchema>): Promise<Stored<EventSchema>> {
  const now = Math.floor(session.run.clock.now() / 1000);
  const start = isUnknown(planned.start) ? now : planned.start;
  const uuid = await withDiagnostics(planned.type, () =>
    createEvent(session, toNewEvent(planned, start), signal),
  );
  return { state: { ...planned, start, uuid: uuid ?? null } };
}

export function toNewEvent(
  planned: Pick<PlannedOf<EventSchema>, "type" | "message" | "host" | "duration" | "level">,
  start: number,
): NewEvent {
  const { type, message, host, duration, level } = planned;
  // The schema accepts no other level.
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
