/** Completes an event with what the service assigns (EVENT-3). */
import { createHash, randomUUID } from "node:crypto";
import { type EventCreation, type EventWire } from "../../service";

type Wanted = Pick<EventCreation, "start" | "type" | "message"> & Partial<EventCreation>;

export function makeEvent(wanted: Wanted): EventWire {
  const { start, type, host, duration = 0, level = "info", message, ...unknownFields } = wanted;
  return {
    start,
    uuid: randomUUID().replaceAll("-", ""),
    ...(host === undefined ? {} : { host }),
    type,
    duration,
    level,
    digest: digestOf(type, message),
    message,
    ...unknownFields,
  };
}

/** A number that events of one type and message share. */
function digestOf(type: string, message: string): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([type, message]))
    .digest();
  return hash.readBigUInt64BE().toString(10);
}
