/** Reads a text file within a size limit, and reports files that are too large, unreadable or not UTF-8. */
import { isUtf8 } from "node:buffer";
import { closeSync, openSync, readSync } from "node:fs";
import { errorCode, errorMessage, errorOf, type Place, type Problem } from "../diagnostics";
import { readFlags } from "../platform";
import { isTerraformFile, isTerraformJson, showRemedy } from "./terraform/json";

const mebibyte = 1024 * 1024;
const chunkBytes = 256 * 1024;

/** A stack has a higher limit because cdktf writes it as one file. */
const maxBytes = { definitions: 16 * mebibyte, stack: 128 * mebibyte } as const;
const maxTerraformBytes = 256 * mebibyte;
export type FileKind = keyof typeof maxBytes;

/** Replaces the path of a file in problems of standard input. */
export const standardInput = "<stdin>";

type Failure = Required<Pick<Problem, "what" | "remedy">> & { readonly place?: Omit<Place, "file"> };

/** @param size in bytes, 0 if it is unknown @returns undefined after adding a problem */
export function readTextFile(
  file: string,
  kind: FileKind,
  size: number,
  problems: Problem[],
): string | undefined {
  const limit = size > maxBytes[kind] && isTerraformFile(file) ? maxTerraformBytes : maxBytes[kind];
  const text = size > limit ? tooLarge(limit, size) : readText(file, limit);
  if (typeof text === "string") return text;
  const { what, remedy, place } = text;
  problems.push(errorOf("file-unreadable", what, { where: { file, ...place }, remedy }));
  return undefined;
}

function tooLarge(limit: number, size: number): Failure {
  const actual = size > 0 ? `${Math.round(size / mebibyte)} MiB, ` : "";
  const what = `The file is too large (${actual}maximum: ${limit / mebibyte} MiB).`;
  return { what, remedy: "Split it into several files in one folder." };
}

function decode(bytes: Buffer): string | Failure {
  const remedy = "Save it as UTF-8.";
  if (/^(?:\xff\xfe|\xfe\xff)/.test(bytes.toString("latin1", 0, 2)))
    return { what: "The file is UTF-16, not UTF-8.", remedy };
  if (bytes.toString("latin1", 0, 4) === "PK\x03\x04")
    return { what: "This is an archive, as Terraform saves plans.", remedy: showRemedy };
  if (/^\{"@level"/.test(bytes.toString("latin1", 0, 9)))
    return { what: "This is a stream of events of `terraform plan -json`, not a plan.", remedy: showRemedy };
  if (bytes.includes(0))
    return { what: "The file is binary: it contains NUL bytes.", remedy: "Name a YAML or JSON file." };
  if (!isUtf8(bytes)) return { what: "The file is not valid UTF-8.", remedy, place: firstInvalidByte(bytes) };
  return normalizeText(bytes.toString("utf8"));
}

/** The text without a byte order mark, with line breaks `\n`. */
export function normalizeText(text: string): string {
  return text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
}

function readText(file: string, maxSize: number): string | Failure {
  const chunks: Buffer[] = [];
  let total = 0;
  let limit = maxSize;
  let opened: number | undefined;
  // If another process replaces the file with a named pipe, opening it must not wait for a writer.
  const flags = readFlags({ followsLinks: true }, process.platform);
  try {
    const source = file === standardInput ? 0 : (opened = openSync(file, flags));
    for (;;) {
      const chunk = Buffer.allocUnsafe(chunkBytes);
      const count = readChunk(source, chunk);
      if (count === 0) return decode(Buffer.concat(chunks));
      if (file === standardInput && total === 0 && isTerraformJson(chunk.toString("latin1")))
        limit = maxTerraformBytes;
      total += count;
      if (total > limit) return tooLarge(limit, 0);
      chunks.push(chunk.subarray(0, count));
    }
  } catch (error) {
    const what = `Cannot read the file: ${errorMessage(error)}.`;
    return { what, remedy: "Check the path and its permissions." };
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

/** Waits for data if standard input is non-blocking. @returns the number of bytes, 0 at the end */
function readChunk(source: number, chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(source, chunk);
    } catch (error) {
      const code = errorCode(error);
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

function firstInvalidByte(bytes: Buffer): Omit<Place, "file"> {
  // Decoding replaces an invalid byte, so the encoded result differs from that byte on.
  const roundTrip = Buffer.from(bytes.toString("utf8"));
  let offset = 0;
  while (bytes[offset] === roundTrip[offset]) offset += 1;
  const lines = bytes.toString("utf8", 0, offset).split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
