/**
 * The destination: a notification target configured in the service. We refer to destinations and never manage
 * them. Specification: "Destination"; facts DEST-1 and DEST-2.
 */
import * as z from "zod";
import { id, lenientId, lenientInt, parseObject } from "./response-parsing";

export const destinationDescriptions = {
  id: "ID of the destination, as used in an alert's `destinations`.",
  name: "Display name of the destination.",
  integration: "ID of the integration that the destination is configured for.",
  status: "Status of the destination; the meaning of the numbers is the service's own.",
  updated: "When the destination was last changed, as a Unix timestamp in seconds.",
} as const;

/** A destination without its settings: those may hold secrets, so reading drops them at once (DEST-2). */
export interface Destination {
  readonly id: number;
  /** Undefined where the service gives none: the destination can still be referred to by its id. */
  readonly name: string | undefined;
  readonly integration: number | undefined;
  readonly status: number | undefined;
  /** Unix timestamp in seconds. */
  readonly updated: number | undefined;
}

export const destinationWire = z
  .looseObject({
    id: id.describe(destinationDescriptions.id),
    name: z.string().describe(destinationDescriptions.name),
    integration: id.describe(destinationDescriptions.integration),
    config: z
      .record(z.string(), z.array(z.string()))
      .describe(
        "Settings of the destination by name; the names depend on the integration, and the specification does not show " +
          "them all. Values may be secrets.",
      ),
    status: z
      .int()
      .describe(
        `${destinationDescriptions.status} The specification does not show them; in the emulator 1 means that the last ` +
          "send succeeded, 0 that it failed.",
      ),
    updated: z.int().describe(destinationDescriptions.updated),
  })
  .meta({ id: "Destination", description: "A notification target that is configured in the service." });

export type DestinationWire = z.output<typeof destinationWire>;

const reading = z.object({
  id: lenientId,
  name: z.string().nullish(),
  // Of no use to us but to be shown: another shape must not stand in the way of what refers to a destination.
  integration: lenientId.nullish().catch(undefined),
  status: lenientInt.nullish().catch(undefined),
  updated: lenientInt.nullish().catch(undefined),
});

/** @throws MalformedResponseError where the value is not a destination; the message never quotes a setting. */
export function readDestination(value: unknown, subject = "destination"): Destination {
  const wire = parseObject(reading, value, subject);
  return {
    id: wire.id,
    name: wire.name ?? undefined,
    integration: wire.integration ?? undefined,
    status: wire.status ?? undefined,
    updated: wire.updated ?? undefined,
  };
}
