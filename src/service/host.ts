/** The host: a monitored server. We refer to hosts and never manage them. Specification: "Host"; facts HOST-1 to -4. */
import { z } from "zod";
import { id, lenientId, lenientNumber, readWith } from "./reading";

const timestamp = z.int().nonnegative();

export const hostWire = z
  .looseObject({
    id: id.describe("ID of the host, as used in an alert configuration's `hosts`."),
    uuid: z.string().describe("Identifier of the host: 32 hexadecimal characters."),
    created: timestamp.describe("When the host was added, as a Unix timestamp in seconds."),
    updated: timestamp.describe("When the host was last changed, as a Unix timestamp in seconds."),
    deleted: timestamp.describe(
      "When the host was deleted, as a Unix timestamp in seconds; 0: it is not deleted.",
    ),
    lastSeen: timestamp.describe("When the host was last seen, as a Unix timestamp in seconds."),
    parent: id.describe("ID of the parent host; 0 when there is none."),
    name: z.string().describe("Name of the host."),
    bindings: z
      .array(z.string())
      .describe("Listening addresses of the form <address>:<port>; empty for an operating-system host."),
    type: z.string().describe("Type of the host, for example `os` or `mysql`."),
    description: z.string().describe("Free text."),
    status: z
      .int()
      .describe(
        "Status of the host; the meaning of the numbers is the service's own. The specification does not show it; in the " +
          "emulator 1 means seen lately, 0 not.",
      ),
    tags: z.array(z.string()).optional().describe("Tags; only with nest=tags."),
    os: z.string().describe("Name of the operating system."),
    arch: z.string().describe("CPU architecture."),
    discovered: z.int().describe("Flag, 0 or 1."),
  })
  .meta({ id: "Host", description: "A monitored server, or its operating system." });

export type HostWire = z.output<typeof hostWire>;

export interface Host {
  readonly id: number;
  /** Undefined where the service gives none: the host can still be referred to by its id. */
  readonly name: string | undefined;
  /** For example `os` or `mysql`. */
  readonly type: string | undefined;
  readonly isDeleted: boolean;
}

const reading = z.looseObject({
  id: lenientId,
  name: z.string().nullish(),
  type: z.string().nullish().catch(undefined),
  // When it was deleted, and 0 where it is not; a plain flag says as much.
  deleted: z.union([z.boolean(), lenientNumber]).nullish(),
});

/** @throws MalformedAnswer where the value is not a host. */
export function readHost(value: unknown, subject = "host"): Host {
  const wire = readWith(reading, value, subject);
  return {
    id: wire.id,
    name: wire.name ?? undefined,
    type: wire.type ?? undefined,
    isDeleted: Number(wire.deleted ?? 0) !== 0,
  };
}
