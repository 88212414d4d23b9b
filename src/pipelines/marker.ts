/**
 * The first line of a comment or an issue: an HTML comment, which is not shown. A later run finds its own comment by the marker and the
 * author.
 */
import { createHash } from "node:crypto";

export interface Marker {
  /** What the comment reports: "plan". */
  readonly topic: string;
  /** Separates comments of one topic, for example those of two environments. See {@link keyOf}. */
  readonly key: string;
  /** Values that a later run reads. Without spaces. */
  readonly values?: Readonly<Record<string, string>>;
}

/** A short hash of the values, because untrusted text could end the HTML comment. */
export function keyOf(values: unknown): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 16);
}

export function withMarker({ topic, key, values = {} }: Marker, body: string): string {
  const pairs = Object.entries(values).map(([name, value]) => ` ${name}=${value}`);
  return `<!-- dbmon ${topic} ${key}${pairs.join("")} -->\n${body}`;
}

const firstLine = /^<!-- dbmon ([a-z-]+) ([0-9a-f]{16})((?: [a-z]+=[^\s=<>]{1,100}){0,5}) -->\r?(?:\n|$)/;

export function readMarker(text: string): Required<Marker> | undefined {
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
