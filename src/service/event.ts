/**
 * The event: a mark in time, global or on one host, for example a deployment. It is created and listed, and never
 * changes. Specification: "Event" and "Events"; facts EVENT-1 to EVENT-7.
 */
import * as z from "zod";
import { type AlertLevel, alertLevels } from "./vocabulary";
import { id, lenientId, lenientNumber, optionalText, parseObject, withoutWrapping } from "./response-parsing";

/** What each field means, for schemas, references and editors. */
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
  host: id.exactOptional().describe(`${eventDescriptions.host} Left out: the event is global.`),
  duration: z.int().nonnegative().default(0).describe(eventDescriptions.duration),
  level: z.enum(alertLevels).default("info").describe(eventDescriptions.level),
};

/** Body of a creation: what the service assigns is left out. */
export const eventCreation = z.looseObject(wireFields).meta({
  id: "EventCreation",
  description: "A new event: what the service assigns is left out.",
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

/** An event to be created. */
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
  /** One of the service's levels, or whatever it says instead. */
  readonly level: string;
  /** Undefined where the service does not say. */
  readonly uuid: string | undefined;
  /** Undefined where the service does not say. */
  readonly digest: string | undefined;
}

const reading = z.looseObject({
  start: lenientNumber,
  type: z.string(),
  message: optionalText,
  host: lenientId.nullish(),
  duration: lenientNumber.nullish(),
  level: z.string().nullish(),
  uuid: z.string().nullish(),
  // As a number it may have lost its last digits.
  digest: z.string().nullish().catch(undefined),
});

/** @throws MalformedResponseError where the value is not an event. */
export function readEvent(value: unknown, subject = "event"): ServiceEvent {
  const { start, type, message, host, duration, level, uuid, digest } = parseObject(reading, value, subject);
  return {
    start,
    type,
    message,
    // No host has the id 0: a service that always gives a host gives it for global events.
    host: host === null || host === 0 ? undefined : host,
    duration: duration ?? 0,
    level: level ?? "info",
    uuid: uuid ?? undefined,
    digest: digest ?? undefined,
  };
}

/** The answer to a creation is not shown in the specification: any is good, and may tell the event's uuid. */
export function readCreatedUuid(body: string): string | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return parseObject(z.looseObject({ uuid: z.string() }), withoutWrapping(value, ["uuid"]), "event").uuid;
  } catch {
    return undefined;
  }
}

/** The body of a creation. */
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
