/** Adds the fields that the service assigns to an event (EVENT-3). */
import { createHash, randomUUID } from "node:crypto";
import { type EventCreation, type EventWire } from "../../service";

type EventInput = Pick<EventCreation, "start" | "type" | "message"> & Partial<EventCreation>;

export function makeEvent(input: EventInput): EventWire {
  const { start, type, host, duration = 0, level = "info", message, ...unknownFields } = input;
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

/** Events with equal type and message have equal digests. */
function digestOf(type: string, message: string): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([type, message]))
    .digest();
  return hash.readBigUInt64BE().toString(10);
}
