/**
 * The event: a mark in time, global or on one host, for example a deployment. It is created and listed, and never
 * changes. Specification: "Event" and "Events"; facts EVENT-1 to EVENT-7.
 */
import { z } from "zod";
import { alertLevels } from "./alert-config";
import { id } from "./reading";

/** What each field means, for schemas, references and editors. */
export const eventDescriptions = {
  start: "When the event occurred, as a Unix timestamp in seconds.",
  type: "Category of the event, for example a code deployment or a load test; free text for custom events.",
  message: "Description of the event.",
  host: "ID of the host that the event is tied to. Left out: the event is global.",
  duration: "How long the event lasted, in seconds.",
  level: "Severity of the event: `info`, `warn` or `crit`.",
  uuid: "Identifier of the event: 32 hexadecimal characters, assigned by the service.",
  digest: "A number as text, assigned by the service.",
} as const;

const wireFields = {
  start: z.int().positive().describe(eventDescriptions.start),
  type: z.string().min(1).describe(eventDescriptions.type),
  message: z.string().min(1).describe(eventDescriptions.message),
  host: id.exactOptional().describe(eventDescriptions.host),
  duration: z.int().nonnegative().default(0).describe(eventDescriptions.duration),
  level: z.enum(alertLevels).default("info").describe(eventDescriptions.level),
};

/** Body of a creation: what the service assigns is left out. */
export const eventCreation = z.looseObject(wireFields).meta({ id: "EventCreation" });
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
  .meta({ id: "Event" });
export type EventWire = z.output<typeof eventWire>;
