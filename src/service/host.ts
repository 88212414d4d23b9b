/** Hosts: monitored servers. Alerts refer to them, and they are never written. Specification: "Host". Facts HOST-1 to HOST-4. */
import * as z from "zod";
import { didYouMean, findMisspelled, quote } from "../diagnostics";
import { id, lenientId, lenientInt, lenientNumber, parseObject } from "./response-parsing";
import { includesText } from "./text";
import { knownHostTypes, otherDatabaseTypes } from "./vocabulary";

const timestamp = z.int().nonnegative();

export const hostDescriptions = {
  id: "ID of the host, as used in an alert configuration's `hosts`.",
  uuid: "Identifier of the host: 32 hexadecimal characters.",
  created: "When the host was added, as a Unix timestamp in seconds.",
  updated: "When the host was last changed, as a Unix timestamp in seconds.",
  deleted: "When the host was deleted, as a Unix timestamp in seconds. 0: it is not deleted.",
  lastSeen: "When the host was last seen, as a Unix timestamp in seconds.",
  parent: "ID of the parent host; 0: none.",
  name: "Name of the host.",
  bindings: "Listening addresses in the format <address>:<port>. Empty for an operating-system host.",
  type: "Type of the host, for example `os` or `mysql`.",
  description: "Free text.",
  status: "Status of the host, a number that the service defines.",
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
        `${hostDescriptions.status} The specification does not define it. In the emulator, 1 means seen recently, and 0 means not.`,
      ),
    tags: z.array(z.string()).optional().describe(`${hostDescriptions.tags} Only with nest=tags.`),
    os: z.string().describe(hostDescriptions.os),
    arch: z.string().describe(hostDescriptions.arch),
    discovered: z.int().describe(hostDescriptions.discovered),
  })
  .meta({ id: "Host", description: "A monitored server, or its operating system." });

export type HostWire = z.output<typeof hostWire>;

/** Fields that the response does not contain are undefined. Times are Unix timestamps in seconds. */
export interface Host {
  readonly id: number;
  /** A host without a name can still be referred to by ID. */
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
  /** Addresses in the format <address>:<port>. */
  readonly bindings: readonly string[];
  readonly description: string | undefined;
  readonly status: number | undefined;
  /** Empty if not requested. */
  readonly tags: readonly string[];
  readonly os: string | undefined;
  readonly arch: string | undefined;
  /** 0 or 1. */
  readonly discovered: number | undefined;
}

// Informational fields: an unexpected type must not prevent references to the host.
const infoNumber = lenientInt.optional().catch(undefined);
const infoText = z.string().optional().catch(undefined);
const infoTexts = z.array(z.string()).catch([]);

const responseSchema = z.looseObject({
  id: lenientId,
  name: z.string().nullish(),
  type: z.string().nullish().catch(undefined),
  // The time of the deletion, or 0. Some services return a boolean.
  deleted: z.union([z.boolean(), lenientNumber]).nullish(),
  created: infoNumber,
  updated: infoNumber,
  lastSeen: infoNumber,
  uuid: infoText,
  parent: infoNumber,
  bindings: infoTexts,
  description: infoText,
  status: infoNumber,
  tags: infoTexts,
  os: infoText,
  arch: infoText,
  discovered: infoNumber,
});

/** @throws MalformedResponseError if the value is not a host */
export function readHost(value: unknown, subject = "host"): Host {
  const wire = parseObject(responseSchema, value, subject);
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

/** Common synonyms of host types. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ["postgres", "pgsql"],
  ["postgresql", "pgsql"],
  ["mongodb", "mongo"],
]);

/** Detects a probable mistake in a host type. Unknown types are accepted, because the set of types is open. */
export function suggestHostType(
  type: string,
): { readonly what: string; readonly remedy: string } | undefined {
  const names = [...knownHostTypes, ...synonyms.keys(), ...otherDatabaseTypes];
  const isKnown = includesText([...knownHostTypes, ...otherDatabaseTypes], type);
  const match = isKnown ? undefined : synonyms.has(type) ? type : findMisspelled(type, names);
  if (match === undefined) return undefined;
  return {
    what: `${quote(type)} is probably not a database type of the service`,
    remedy: `${didYouMean([synonyms.get(match) ?? match])} To list the types, run dbmon list hosts.`,
  };
}
