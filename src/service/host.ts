/** The host: a monitored server. We refer to hosts and never manage them. Specification: "Host"; facts HOST-1 to -4. */
import * as z from "zod";
import { id, lenientId, lenientInt, lenientNumber, parseObject } from "./response-parsing";

const timestamp = z.int().nonnegative();

/** What each field means, for schemas, references and editors. */
export const hostDescriptions = {
  id: "ID of the host, as used in an alert configuration's `hosts`.",
  uuid: "Identifier of the host: 32 hexadecimal characters.",
  created: "When the host was added, as a Unix timestamp in seconds.",
  updated: "When the host was last changed, as a Unix timestamp in seconds.",
  deleted: "When the host was deleted, as a Unix timestamp in seconds; 0: it is not deleted.",
  lastSeen: "When the host was last seen, as a Unix timestamp in seconds.",
  parent: "ID of the parent host; 0 when there is none.",
  name: "Name of the host.",
  bindings: "Listening addresses of the form <address>:<port>; empty for an operating-system host.",
  type: "Type of the host, for example `os` or `mysql`.",
  description: "Free text.",
  status: "Status of the host; the meaning of the numbers is the service's own.",
  tags: "Tags of the host.",
  os: "Name of the operating system.",
  arch: "CPU architecture.",
  discovered: "Flag, 0 or 1.",
} as const;

export const hostWire = z
  .looseObject({
    id: id.describe(hostDescriptions.id),
    uuid: z.string().describe(hostDescriptions.uuid),
    created: timestamp.describe(hostDescriptions.created),
    updated: timestamp.describe(hostDescriptions.updated),
    deleted: timestamp.describe(hostDescriptions.deleted),
    lastSeen: timestamp.describe(hostDescriptions.lastSeen),
    parent: id.describe(hostDescriptions.parent),
    name: z.string().describe(hostDescriptions.name),
    bindings: z.array(z.string()).describe(hostDescriptions.bindings),
    type: z.string().describe(hostDescriptions.type),
    description: z.string().describe(hostDescriptions.description),
    status: z
      .int()
      .describe(
        `${hostDescriptions.status} The specification does not show it; in the emulator 1 means seen lately, 0 not.`,
      ),
    tags: z.array(z.string()).optional().describe(`${hostDescriptions.tags} Only with nest=tags.`),
    os: z.string().describe(hostDescriptions.os),
    arch: z.string().describe(hostDescriptions.arch),
    discovered: z.int().describe(hostDescriptions.discovered),
  })
  .meta({ id: "Host", description: "A monitored server, or its operating system." });

export type HostWire = z.output<typeof hostWire>;

/** A host; what the service does not say of it is undefined. Times are Unix timestamps in seconds. */
export interface Host {
  readonly id: number;
  /** Undefined where the service gives none: the host can still be referred to by its id. */
  readonly name: string | undefined;
  /** For example `os` or `mysql`. */
  readonly type: string | undefined;
  readonly isDeleted: boolean;
  /** 0: not deleted. */
  readonly deleted: number | undefined;
  readonly created: number | undefined;
  readonly updated: number | undefined;
  readonly lastSeen: number | undefined;
  readonly uuid: string | undefined;
  /** ID of a host; 0: none. */
  readonly parent: number | undefined;
  /** Addresses of the form <address>:<port>. */
  readonly bindings: readonly string[];
  readonly description: string | undefined;
  readonly status: number | undefined;
  /** Empty where they were not asked for. */
  readonly tags: readonly string[];
  readonly os: string | undefined;
  readonly arch: string | undefined;
  /** 0 or 1. */
  readonly discovered: number | undefined;
}

// Of no use to us but to be shown: another shape must not stand in the way of what refers to a host.
const shownNumber = lenientInt.optional().catch(undefined);
const shownText = z.string().optional().catch(undefined);
const shownTexts = z.array(z.string()).catch([]);

const reading = z.looseObject({
  id: lenientId,
  name: z.string().nullish(),
  type: z.string().nullish().catch(undefined),
  // When it was deleted, and 0 where it is not; a plain flag says as much.
  deleted: z.union([z.boolean(), lenientNumber]).nullish(),
  created: shownNumber,
  updated: shownNumber,
  lastSeen: shownNumber,
  uuid: shownText,
  parent: shownNumber,
  bindings: shownTexts,
  description: shownText,
  status: shownNumber,
  tags: shownTexts,
  os: shownText,
  arch: shownText,
  discovered: shownNumber,
});

/** @throws MalformedResponseError where the value is not a host. */
export function readHost(value: unknown, subject = "host"): Host {
  const wire = parseObject(reading, value, subject);
  const deleted = typeof wire.deleted === "boolean" ? Number(wire.deleted) : (wire.deleted ?? undefined);
  return {
    id: wire.id,
    name: wire.name ?? undefined,
    type: wire.type ?? undefined,
    isDeleted: deleted !== undefined && deleted !== 0,
    deleted,
    created: wire.created,
    updated: wire.updated,
    lastSeen: wire.lastSeen,
    uuid: wire.uuid,
    parent: wire.parent,
    bindings: wire.bindings,
    description: wire.description,
    status: wire.status,
    tags: wire.tags,
    os: wire.os,
    arch: wire.arch,
    discovered: wire.discovered,
  };
}
