/** A configuration must match its alert's type (CONFIG-5). */
import { type AlertKind, eventConfigWire, fieldsOfKind, thresholdConfigWire } from "../../service";
import { badField } from "../http/api-error";

export const configSchemas = { event: eventConfigWire, threshold: thresholdConfigWire } as const;

/** @throws ApiError 400 naming a field that belongs to the other kind */
export function checkConfigKind(body: unknown, kind: AlertKind): void {
  if (typeof body !== "object" || body === null) return;
  const other: AlertKind = kind === "event" ? "threshold" : "event";
  const stray = fieldsOfKind[other].find((field) => Object.hasOwn(body, field));
  if (stray === undefined) return;
  throw badField(
    [stray],
    `belongs to the configuration of ${article(other)} alert; this is ${article(kind)} alert`,
  );
}

function article(kind: AlertKind): string {
  return kind === "event" ? "an event" : "a threshold";
}
