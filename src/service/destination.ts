/**
 * Destinations: notification targets that are configured in the service. Alerts refer to them, and they are never written.
 * Specification: "Destination". Facts DEST-1 and DEST-2.
 */
import * as z from "zod";
import { id, lenientId, lenientInt, parseObject } from "./response-parsing";

export const destinationDescriptions = {
  id: "ID of the destination, as used in an alert's `destinations`.",
  name: "Display name of the destination.",
  integration: "ID of the integration that the destination is configured for.",
  status: "Status of the destination, a number that the service defines.",
  updated: "When the destination was last changed, as a Unix timestamp in seconds.",
} as const;

/** A destination without its settings. Reading drops them, because they may contain secrets (DEST-2). */
export interface Destination {
  readonly id: number;
  /** A destination without a name can still be referred to by ID. */
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
        "Settings of the destination by name. The names depend on the integration, and the specification does not define all " +
          "of them. Values may be secrets.",
      ),
    status: z
      .int()
      .describe(
        `${destinationDescriptions.status} The specification does not define them. In the emulator, 1 means that the last ` +
          "delivery succeeded, and 0 that it failed.",
      ),
    updated: z.int().describe(destinationDescriptions.updated),
  })
  .meta({ id: "Destination", description: "A notification target that is configured in the service." });

export type DestinationWire = z.output<typeof destinationWire>;

const responseSchema = z.object({
  id: lenientId,
  name: z.string().nullish(),
  // Informational fields: an unexpected type must not prevent references to the destination.
  integration: lenientId.nullish().catch(undefined),
  status: lenientInt.nullish().catch(undefined),
  updated: lenientInt.nullish().catch(undefined),
});

/** @throws MalformedResponseError if the value is not a destination. The message never contains a setting. */
export function readDestination(value: unknown, subject = "destination"): Destination {
  const wire = parseObject(responseSchema, value, subject);
  return {
    id: wire.id,
    name: wire.name ?? undefined,
    integration: wire.integration ?? undefined,
    status: wire.status ?? undefined,
    updated: wire.updated ?? undefined,
  };
}
