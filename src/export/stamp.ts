/**
 * The checksum at the head of each file that is written: while it holds, nobody has edited the file, and the next export may
 * write another in its place.
 */
import { createHash } from "node:crypto";

const place = "0".repeat(16);
const stamped = /^((?:#|\/\/) Checksum: )([0-9a-f]{16})$/m;

/**
 * The comment at the head of a file.
 * @param comment how the language begins one
 * @param title a sentence on what the file holds
 * @param notes lines on what it does not
 */
export function headOf(comment: "#" | "//", title: string, notes: readonly string[] = []): string {
  const lines = [
    title,
    "",
    "Written by dbmon export, which updates this file as long as nobody edits it.",
    `Checksum: ${place}`,
    ...(notes.length === 0 ? [] : ["", ...notes]),
  ];
  return lines.map((line) => `${comment} ${line}`.trimEnd()).join("\n");
}

/** The text with its own checksum in the place that the stamp's lines left for it. */
export function stamp(text: string): string {
  return text.replace(stamped, (_, head: string) => head + checksumOf(text));
}

export type Authorship =
  /** An export wrote it just so. */
  | "ours"
  /** An export wrote it, and somebody has edited it. */
  | "edited"
  /** No export wrote it. */
  | "foreign";

export function authorshipOf(text: string): Authorship {
  const given = stamped.exec(text)?.[2];
  if (given === undefined) return "foreign";
  return given === checksumOf(text.replace(stamped, `$1${place}`)) ? "ours" : "edited";
}

function checksumOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
