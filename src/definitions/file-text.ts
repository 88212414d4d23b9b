/** The text of a file, or in plain words why it has none: too large, not readable, not UTF-8. */
import { isUtf8 } from "node:buffer";
import { closeSync, openSync, readSync } from "node:fs";
import { type Place, type Problem } from "../diagnostics";

const mebibyte = 1024 * 1024;

/** Bytes. A stack is written by a machine, in one file. */
const limits = { definitions: 16 * mebibyte, stack: 128 * mebibyte } as const;
export type FileKind = keyof typeof limits;

/** What a complaint about what is read from standard input names in place of a file. */
export const standardInput = "<stdin>";

/** @param size in bytes, as far as it is known before the file is read */
export function readText(
  file: string,
  kind: FileKind,
  size: number,
  problems: Problem[],
): string | undefined {
  const bytes = size > limits[kind] ? undefined : readBytes(file, limits[kind]);
  const fault = faultOf(bytes, limits[kind], size);
  if (fault === undefined && Buffer.isBuffer(bytes)) return decoded(bytes);
  const { what = "", remedy = "", place = {} } = fault ?? {};
  problems.push({ severity: "error", what, where: { file, ...place }, remedy });
  return undefined;
}

function decoded(bytes: Buffer): string {
  const text = bytes.toString("utf8").replace(/^\ufeff/, "");
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

interface Fault {
  readonly what: string;
  readonly remedy: string;
  readonly place?: Omit<Place, "file">;
}

function faultOf(bytes: Buffer | string | undefined, limit: number, size: number): Fault | undefined {
  if (typeof bytes === "string") {
    return { what: `The file cannot be read: ${bytes}.`, remedy: "Name one that can." };
  }
  if (bytes === undefined) {
    const all = size > limit ? `The file holds ${Math.round(size / mebibyte)} MiB` : "There is more to read";
    const what = `${all}, and at most ${limit / mebibyte} MiB are read.`;
    return { what, remedy: "Split it into several files of one folder." };
  }
  const remedy = "Save it as UTF-8.";
  if (/^(?:\xff\xfe|\xfe\xff)/.test(bytes.toString("latin1", 0, 2)))
    return { what: "The file is UTF-16.", remedy };
  if (bytes.includes(0)) {
    return { what: "The file is no text: it holds zero bytes.", remedy: "Name a file of YAML or JSON." };
  }
  if (isUtf8(bytes)) return undefined;
  const what = "The file is not UTF-8: this character is in another encoding.";
  return { what, remedy, place: placeOfWrongByte(bytes) };
}

/** @returns undefined where there is more than the limit; why, where it cannot be read */
function readBytes(file: string, limit: number): Buffer | string | undefined {
  const chunks: Buffer[] = [];
  let total = 0;
  let opened: number | undefined;
  try {
    const source = file === standardInput ? 0 : (opened = openSync(file, "r"));
    for (;;) {
      const chunk = Buffer.allocUnsafe(256 * 1024);
      const count = readWhenThere(source, chunk);
      if (count === 0) return Buffer.concat(chunks);
      total += count;
      if (total > limit) return undefined;
      chunks.push(chunk.subarray(0, count));
    }
  } catch (error) {
    return reasonOf(error);
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

/** Standard input may be set not to wait for what has yet to come. */
function readWhenThere(source: number, chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(source, chunk);
    } catch (error) {
      const code = codeOf(error);
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

function placeOfWrongByte(bytes: Buffer): Omit<Place, "file"> {
  // What cannot be decoded becomes another character, so from there on the bytes differ.
  const again = Buffer.from(bytes.toString("utf8"));
  let wrong = 0;
  while (bytes[wrong] === again[wrong]) wrong += 1;
  const before = bytes.toString("utf8", 0, wrong).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "you are not allowed to",
  EPERM: "you are not allowed to",
  ENOENT: "there is none, or a link leads nowhere",
  ENOTDIR: "a part of its path is no folder",
  EISDIR: "it is a folder",
  ELOOP: "its links go round in a circle",
  ENAMETOOLONG: "its name is too long",
  EMFILE: "too many files are open",
  EIO: "the disk or the terminal does not answer",
};

/** Why a file or a folder cannot be read, as a clause. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  return reasons[code] ?? (code === "" ? "the system does not say why" : code);
}

function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}
