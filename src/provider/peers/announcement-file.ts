/**
 * The file of a process: a first line of constant length with the counts of its requests, which each change overwrites, and a line for each
 * announcement. One process writes it, and the others read what was added since they last read it.
 */
import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from "node:fs";
import * as z from "zod";
import { type Announcement } from "../../engine";
import { type ActivityCounts, noActivity } from "../request-activity";

/** More than 100,000 alerts need. What does not fit is not announced. */
const maxFileBytes = 32 << 20;
const maxLineBytes = 8 << 10;
/** Includes the line break. */
const headerBytes = 64;
/** After which counts that did not change are ignored: a request takes less time, unless the process hangs. */
const maxSilenceMs = 60_000;

/** Windows has neither flag. */
const isWindows = process.platform === "win32";
const readFlags = constants.O_RDONLY | (isWindows ? 0 : constants.O_NOFOLLOW | constants.O_NONBLOCK);

const count = z.int().min(0).max(1_000_000);
const header = z.tuple([count, count, count, count]);

const id = z.int();
const at = z.number();
const name = z.string();
const announcement: z.ZodType<Announcement> = z.discriminatedUnion("type", [
  z.object({ type: z.literal("managed"), id, name }),
  z.object({ type: z.literal("planned"), id, name: name.optional() }),
  z.object({ type: z.enum(["removal-planned", "removal-canceled"]), id }),
  z.object({ type: z.enum(["departing", "departed"]), id }),
  z.object({ type: z.literal("waiting"), id, holder: id }),
  z.object({ type: z.literal("not-waiting"), id }),
  z.object({ type: z.enum(["adopting", "adopted", "not-adopted"]), id }),
  z.object({ type: z.literal("creation-planned") }),
  z.object({ type: z.enum(["claimed", "unclaimed"]), name }),
  z.object({ type: z.enum(["named", "named-earlier"]), id, name, at }),
  z.object({ type: z.enum(["deleted", "deleted-earlier"]), id, at }),
]);

/** The file of this process. */
export class OwnFile {
  readonly #descriptor: number;
  #size = headerBytes;

  /** @throws NodeJS.ErrnoException also if the file exists */
  constructor(path: string) {
    this.#descriptor = openSync(path, "wx", 0o600);
    this.setCounts(noActivity);
  }

  /** @throws NodeJS.ErrnoException */
  setCounts({ started, active, waiting, awaited }: ActivityCounts): void {
    const text = JSON.stringify([started, active, waiting, awaited]);
    writeSync(this.#descriptor, `${text.padEnd(headerBytes - 1)}\n`, 0);
  }

  /** @throws NodeJS.ErrnoException */
  add(value: Announcement): void {
    const line = Buffer.from(`${JSON.stringify(value)}\n`);
    if (line.length > maxLineBytes || this.#size + line.length > maxFileBytes) return;
    writeSync(this.#descriptor, line, 0, line.length, this.#size);
    this.#size += line.length;
  }
}

/** The file of another process. Lines that it cannot parse are ignored. */
export class PeerFile {
  readonly #descriptor: number;
  readonly #buffer = Buffer.alloc(64 << 10);
  #position = headerBytes;
  #rest = "";
  #counts = "";
  #countsReadAt = 0;

  /** @throws Error if it is not a regular file of this user */
  constructor(path: string) {
    this.#descriptor = openSync(path, readFlags);
    const stats = fstatSync(this.#descriptor);
    const isOwn = process.getuid === undefined || stats.uid === process.getuid();
    if (stats.isFile() && isOwn) return;
    this.close();
    throw new Error(`${path} is not a file of another provider process`);
  }

  /** Zero if they did not change for a minute. @throws NodeJS.ErrnoException */
  counts(): ActivityCounts {
    const length = readSync(this.#descriptor, this.#buffer, 0, headerBytes, 0);
    const counts = this.#buffer.toString("latin1", 0, length);
    if (counts !== this.#counts) {
      this.#counts = counts;
      this.#countsReadAt = performance.now();
    }
    const { data } = header.safeParse(parseJson(counts));
    if (data === undefined || performance.now() - this.#countsReadAt > maxSilenceMs) return noActivity;
    const [started, active, waiting, awaited] = data;
    return { started, active, waiting, awaited };
  }

  /** @returns what was announced since the last call @throws NodeJS.ErrnoException */
  read(): readonly Announcement[] {
    const announcements: Announcement[] = [];
    while (this.#position < maxFileBytes) {
      const length = readSync(this.#descriptor, this.#buffer, 0, this.#buffer.length, this.#position);
      if (length === 0) break;
      this.#position += length;
      // Latin-1 keeps the bytes of a character that the next read continues.
      const lines = (this.#rest + this.#buffer.toString("latin1", 0, length)).split("\n");
      this.#rest = (lines.pop() ?? "").slice(0, maxLineBytes);
      announcements.push(...lines.flatMap(parseLine));
    }
    return announcements;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

function parseLine(line: string): Announcement[] {
  const { data } = announcement.safeParse(parseJson(Buffer.from(line, "latin1").toString("utf8")));
  return data === undefined ? [] : [data];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
