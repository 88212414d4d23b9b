/** Hosts: monitored servers. Alerts refer to them, and they are never written. Specification: "Host". Facts HOST-1 to HOST-4. */
import * as z from "zod";
import { didYouMean, findMisspelled, quote } from "../diagnostics";
import {
  field,
  id,
  idType,
  informational,
  lenientNumber,
  lenientObject,
  nameType,
  nullable,
  parseObject,
  specifiedObject,
} from "./fields";
import { includesText } from "./text";
import { knownHostTypes, otherDatabaseTypes } from "./vocabulary";

const { int, text, timestamp } = informational;
const strings = z.array(z.string());
const textList = { specified: strings, lenient: strings.catch([]), dataType: "textList" } as const;
// The time of the deletion, or 0. Some services return a boolean.
const lenientDeletion = nullable(z.union([z.boolean().transform(Number), lenientNumber]));

export const hostFields = {
  id: field(idType, "ID of the host, as used in an alert configuration's `hosts`."),
  uuid: field(text, "Identifier of the host: 32 hexadecimal characters."),
  created: field(timestamp, "When the host was added, as a Unix timestamp in seconds."),
  updated: field(timestamp, "When the host was last changed, as a Unix timestamp in seconds."),
  deleted: field(
    { ...timestamp, lenient: lenientDeletion, dataType: "number" },
    "When the host was deleted, as a Unix timestamp in seconds. 0: it is not deleted.",
  ),
  lastSeen: field(timestamp, "When the host was last seen, as a Unix timestamp in seconds."),
  parent: field({ ...int, specified: id }, "ID of the parent host; 0: none."),
  /** A host without a name can still be referred to by ID. */
  name: field(nameType, "Name of the host."),
  bindings: field(
    textList,
    "Listening addresses in the format `ADDRESS:PORT`. Empty for an operating-system host.",
  ),
  type: field(text, "Type of the host, for example `os` or `mysql`."),
  description: field(text, "Free text."),
  status: field(int, "Status of the host, a number that the service defines."),
  tags: field({ ...textList, specified: strings.optional() }, "Tags of the host."),
  os: field(text, "Name of the operating system."),
  arch: field(text, "CPU architecture."),
  discovered: field(int, "Flag, 0 or 1."),
};

export const hostWire = specifiedObject(hostFields);
export type HostWire = z.output<typeof hostWire>;

const responseSchema = lenientObject(hostFields);

/** Fields that the response does not contain are undefined. */
export interface Host extends Readonly<z.output<typeof responseSchema>> {
  readonly isDeleted: boolean;
}

export function readHost(value: unknown, subject = "host"): Host {
  const host = parseObject(responseSchema, value, subject);
  return Object.assign(host, { isDeleted: host.deleted !== undefined && host.deleted !== 0 });
}

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
