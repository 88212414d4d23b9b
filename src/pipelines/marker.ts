/**
 * The first line of a comment or an issue: an HTML comment, which is not shown. A later run finds its own comment by the marker and the
 * author.
 */
import { createHash } from "node:crypto";

export interface Marker {
  /** What the comment reports: "plan". */
  readonly topic: string;
  /** Separates the comments of different jobs. See {@link keyOf}. */
  readonly key: string;
  /** The key of earlier versions, which jobs could share, and the addresses of the services, which a text of this job names. */
  readonly previous?: { readonly key: string; readonly addresses: readonly string[] };
  /** Values that a later run reads. Without spaces. */
  readonly values?: Readonly<Record<string, string>>;
}

export type JobKey = Pick<Marker, "key" | "previous">;

/** A short hash of the values, because untrusted text could end the HTML comment. */
export function keyOf(values: unknown): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 16);
}

export function withMarker({ topic, key, values = {} }: Marker, body: string): string {
  const pairs = Object.entries(values).map(([name, value]) => ` ${name}=${value}`);
  return `<!-- dbmon ${topic} ${key}${pairs.join("")} -->\n${body}`;
}

const firstLine = /^<!-- dbmon ([a-z-]+) ([0-9a-f]{16})((?: [a-z]+=[^\s=<>]{1,100}){0,5}) -->\r?(?:\n|$)/;

export function readMarker(text: string): Required<Omit<Marker, "previous">> | undefined {
  const [match, topic = "", key = "", pairs = ""] = firstLine.exec(text.slice(0, 1000)) ?? [];
  if (match === undefined) return undefined;
  const values = pairs.split(" ").flatMap((pair): [string, string][] => {
    const [name = "", value] = pair.split("=");
    return value === undefined ? [] : [[name, value]];
  });
  return { topic, key, values: Object.fromEntries(values) };
}

/** Whether the text starts with a marker of this topic and key. */
export function hasMarker(text: string, { topic, key }: Marker): boolean {
  const marker = readMarker(text);
  return marker?.topic === topic && marker.key === key;
}

/**
 * Replaces the previous key of the first text that names all addresses, unless a text has the marker.
 * @returns whether it did
 */
export async function adoptPrevious<T extends { readonly body: string }>(
  items: readonly T[],
  { topic, key, previous }: Marker,
  update: (item: T, body: string) => Promise<void>,
): Promise<boolean> {
  if (!previous?.addresses.length || items.some(({ body }) => hasMarker(body, { topic, key }))) return false;
  const item = items.find(({ body }) => {
    const addresses: readonly string[] = body.match(/https?:\/\/[^\s`()]+/g) ?? [];
    const isNamed = (address: string) => addresses.includes(address);
    return hasMarker(body, { topic, key: previous.key }) && previous.addresses.every(isNamed);
  });
  if (item !== undefined) await update(item, item.body.replace(previous.key, key));
  return item !== undefined;
}
