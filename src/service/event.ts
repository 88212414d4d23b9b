/**
 * Events: marks in time, global or on one host, for example deployments. They are created and listed, and never change.
 * Specification: "Event" and "Events". Facts EVENT-1 to EVENT-7.
 */
import * as z from "zod";
import { didYouMean, findMisspelled, quote } from "../diagnostics";
import {
  describe,
  field,
  id,
  informational,
  lenientId,
  lenientNumber,
  lenientObject,
  nameType,
  optionalText,
  parseObject,
  specifiedObject,
  unwrap,
} from "./fields";
import { type AlertLevel, alertLevels, knownCategories } from "./vocabulary";

const createdFields = {
  start: field(
    { specified: z.int().positive(), lenient: lenientNumber, dataType: "number" },
    "When the event occurred, as a Unix timestamp in seconds.",
  ),
  type: field(
    { specified: z.string().min(1), lenient: z.string(), dataType: "text" },
    "Category of the event, for example a code deployment or a load test; free text for custom events.",
  ),
  message: field(
    { specified: z.string().min(1), lenient: optionalText, dataType: "text" },
    "Description of the event.",
  ),
  host: field(
    {
      specified: id.exactOptional(),
      // No host has the ID 0. Services that always return a host return 0 for global events.
      lenient: lenientId.nullish().transform((host) => (host === null || host === 0 ? undefined : host)),
      dataType: "integer",
    },
    "ID of the host that the event is tied to.",
  ),
  duration: field(
    {
      specified: z.int().nonnegative().default(0),
      lenient: lenientNumber.nullish().transform((duration) => duration ?? 0),
      dataType: "number",
    },
    "How long the event lasted, in seconds.",
  ),
  level: field(
    {
      specified: z.enum(alertLevels).default("info"),
      // Other levels are kept as returned.
      lenient: z
        .string()
        .nullish()
        .transform((level): string => level ?? "info"),
      dataType: "text",
    },
    "Severity of the event: `info`, `warn` or `crit`.",
  ),
};

export const eventFields = {
  ...createdFields,
  uuid: field(
    { ...nameType, specified: z.string().regex(/^[0-9a-f]{32}$/), dataType: "text" },
    "Identifier of the event: 32 hexadecimal characters, assigned by the service.",
  ),
  digest: field(
    // A number may have lost digits, so it is dropped.
    { ...informational.text, specified: z.string().regex(/^\d+$/) },
    "A number as text, assigned by the service.",
  ),
};

export const eventDescriptions = describe(eventFields);

/** Body of a creation, without the fields that the service assigns. */
export const eventCreation = specifiedObject(createdFields);
export type EventCreation = z.output<typeof eventCreation>;

export const eventWire = specifiedObject(eventFields);
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

const responseSchema = lenientObject(eventFields);

export type ServiceEvent = Readonly<z.output<typeof responseSchema>>;

export function readEvent(value: unknown, subject = "event"): ServiceEvent {
  if (isSpecifiedEvent(value)) {
    const { start, type, message, host, duration, level, uuid, digest } = value;
    return { start, type, message, host: host === 0 ? undefined : host, duration, level, uuid, digest };
  }
  return parseObject(responseSchema, value, subject);
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
