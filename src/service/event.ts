/**
 * Events: marks in time, global or on one host, for example deployments. They are created and listed, and never change.
 * Specification: "Event" and "Events". Facts EVENT-1 to EVENT-7.
 */
import * as z from "zod";
import { didYouMean, findMisspelled, quote } from "../diagnostics";
import { type AlertLevel, alertLevels, knownCategories } from "./vocabulary";
import { id, lenientId, lenientNumber, optionalText, parseObject, unwrap } from "./response-parsing";

export const eventDescriptions = {
  start: "When the event occurred, as a Unix timestamp in seconds.",
  type: "Category of the event, for example a code deployment or a load test; free text for custom events.",
  message: "Description of the event.",
  host: "ID of the host that the event is tied to.",
  duration: "How long the event lasted, in seconds.",
  level: "Severity of the event: `info`, `warn` or `crit`.",
  uuid: "Identifier of the event: 32 hexadecimal characters, assigned by the service.",
  digest: "A number as text, assigned by the service.",
} as const;

const wireFields = {
  start: z.int().positive().describe(eventDescriptions.start),
  type: z.string().min(1).describe(eventDescriptions.type),
  message: z.string().min(1).describe(eventDescriptions.message),
  host: id.exactOptional().describe(`${eventDescriptions.host} Omitted for a global event.`),
  duration: z.int().nonnegative().default(0).describe(eventDescriptions.duration),
  level: z.enum(alertLevels).default("info").describe(eventDescriptions.level),
};

/** Body of a creation, without the fields that the service assigns. */
export const eventCreation = z.looseObject(wireFields).meta({
  id: "EventCreation",
  description: "A new event, without the fields that the service assigns.",
});
export type EventCreation = z.output<typeof eventCreation>;

export const eventWire = z
  .looseObject({
    ...wireFields,
    uuid: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .describe(eventDescriptions.uuid),
    digest: z.string().regex(/^\d+$/).describe(eventDescriptions.digest),
  })
  .meta({ id: "Event", description: "A mark in time, global or on one host. It never changes." });
export type EventWire = z.output<typeof eventWire>;

export interface NewEvent {
  /** Unix timestamp in seconds. */
  readonly start: number;
  readonly type: string;
  readonly message: string;
  /** ID of a host; undefined for a global event. */
  readonly host?: number | undefined;
  /** Seconds; 0 by default. */
  readonly duration?: number | undefined;
  /** `info` by default. */
  readonly level?: AlertLevel | undefined;
}

/** An event as the service lists it. */
export interface ServiceEvent {
  readonly start: number;
  readonly type: string;
  readonly message: string;
  /** Undefined for a global event. */
  readonly host: number | undefined;
  /** Seconds. */
  readonly duration: number;
  /** Usually one of `alertLevels`. Other values are kept as returned. */
  readonly level: string;
  readonly uuid: string | undefined;
  readonly digest: string | undefined;
}

const responseSchema = z.looseObject({
  start: lenientNumber,
  type: z.string(),
  message: optionalText,
  host: lenientId.nullish(),
  duration: lenientNumber.nullish(),
  level: z.string().nullish(),
  uuid: z.string().nullish(),
  // A number may have lost digits, so it is dropped.
  digest: z.string().nullish().catch(undefined),
});

/** @throws MalformedResponseError if the value is not an event */
export function readEvent(value: unknown, subject = "event"): ServiceEvent {
  if (isSpecifiedEvent(value)) {
    const { start, type, message, host, duration, level, uuid, digest } = value;
    return { start, type, message, host: host === 0 ? undefined : host, duration, level, uuid, digest };
  }
  return readLenientEvent(value, subject);
}

type SpecifiedEvent = ServiceEvent & { readonly uuid: string; readonly digest: string };

/** Whether the event is as specified. Faster than a schema, because histories have millions of events. */
function isSpecifiedEvent(value: unknown): value is SpecifiedEvent {
  if (typeof value !== "object" || value === null) return false;
  const event: { readonly [Key in keyof ServiceEvent]?: unknown } = value;
  return (
    typeof event.start === "number" &&
    typeof event.type === "string" &&
    typeof event.message === "string" &&
    (event.host === undefined || (Number.isSafeInteger(event.host) && Number(event.host) >= 0)) &&
    typeof event.duration === "number" &&
    typeof event.level === "string" &&
    typeof event.uuid === "string" &&
    typeof event.digest === "string"
  );
}

function readLenientEvent(value: unknown, subject: string): ServiceEvent {
  const { start, type, message, host, duration, level, uuid, digest } = parseObject(
    responseSchema,
    value,
    subject,
  );
  return {
    start,
    type,
    message,
    // No host has the ID 0. Services that always return a host return 0 for global events.
    host: host === null || host === 0 ? undefined : host,
    duration: duration ?? 0,
    level: level ?? "info",
    uuid: uuid ?? undefined,
    digest: digest ?? undefined,
  };
}

/** The specification does not define the response of a creation, so any response is accepted. */
export function readCreatedUuid(body: string): string | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return parseObject(z.looseObject({ uuid: z.string() }), unwrap(value, ["uuid"]), "event").uuid;
  } catch {
    return undefined;
  }
}

export function writeEventCreation({ start, type, message, host, duration, level }: NewEvent): EventCreation {
  return {
    start,
    type,
    message,
    ...(host === undefined ? {} : { host }),
    duration: duration ?? 0,
    level: level ?? "info",
  };
}

/** Detects a probable mistake in the category of an event. Categories of custom events are free text, so others are accepted. */
export function suggestCategory(
  category: string,
): { readonly what: string; readonly remedy: string } | undefined {
  const similar = findMisspelled(category, knownCategories);
  if (similar === undefined) return undefined;
  return {
    what: `${quote(category)} is probably not an event category of the service`,
    remedy: `${didYouMean([similar])} To list the events, run dbmon list events.`,
  };
}
