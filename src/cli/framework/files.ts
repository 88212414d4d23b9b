/** Reads files of generated folders without following links, which could lead out of the folder, and writes all files. */
import { randomBytes } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { resolve } from "node:path";
import { errorCode, errorMessage, ProblemError } from "../../diagnostics";
import { readFlags, type ReadMode } from "../../platform";

export function refuseLinkedFolder(folder: string): void {
  // Without a slash at the end, which would follow the link.
  if (lstatIfExists(resolve(folder))?.isSymbolicLink() !== true) return;
  const what = "The folder is a symbolic link, and its target is not changed. Nothing was written.";
  throw ProblemError.of("file-unwritable", what, {
    where: { file: folder },
    remedy: "Pass the folder that the link points to.",
  });
}

export function readRegularFile(file: string): string | undefined {
  const stats = lstatIfExists(file);
  if (stats === undefined) return undefined;
  requireRegular(file, stats);
  // Another process may replace the file after the check: the open neither follows a link nor waits for the writer of a pipe.
  const descriptor = openSync(file, readFlags({ followsLinks: false }, process.platform));
  try {
    requireRegular(file, fstatSync(descriptor));
    return readFileSync(descriptor, "utf8");
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Writes a file completely or not at all: renames a flushed temporary file beside it. Pipes and devices, and what is open as `/dev/stdout`,
 * are written directly. @throws ProblemError
 */
export function writeFile(file: string, content: string, mode: ReadMode = { followsLinks: true }): void {
  withFileProblem(file, () => {
    const existing = statSync(file, { throwIfNoEntry: false });
    const path = existing !== undefined && mode.followsLinks ? realpathSync(file) : file;
    const temporary = `${path}.${randomBytes(8).toString("hex")}.tmp`;
    const isStream = existing?.isFile() === false && !existing.isDirectory();
    if (isStream || /^\/(?:dev|proc)\//.test(file)) {
      writeFileSync(file, content);
      return;
    }
    try {
      createFile(temporary, content, existing && path);
      renameSync(temporary, path);
    } catch (error) {
      tryCleanup(() => {
        rmSync(temporary, { force: true });
      });
      throw error;
    }
  });
}

/** Writes a new file, and flushes it. @param target the file that it replaces. It gets the mode, and for root the owner */
export function createFile(file: string, content: string | Buffer, target?: string): void {
  if (target !== undefined) accessSync(target, constants.W_OK);
  const like = target === undefined ? undefined : statSync(target);
  const descriptor = openSync(file, "wx", like?.mode);
  try {
    writeFileSync(descriptor, content);
    if (like !== undefined && process.getuid?.() === 0) fchownSync(descriptor, like.uid, like.gid);
    if (like !== undefined) fchmodSync(descriptor, like.mode & 0o7777);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A failed cleanup must not hide what made it necessary. */
export function tryCleanup(work: () => void): void {
  try {
    work();
  } catch {
    // The cause matters more.
  }
}

/** @throws ProblemError if the system refuses the work with the file or the folder */
export function withFileProblem<T>(file: string, work: (file: string) => T): T {
  try {
    return work(file);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    const what = `Cannot write the file: ${errorMessage(error)}.`;
    throw ProblemError.of(
      "file-unwritable",
      what,
      { where: { file }, remedy: "Choose a writable folder." },
      { cause: error },
    );
  }
}

export function lstatIfExists(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

function requireRegular(file: string, stats: Stats): void {
  if (stats.isFile()) return;
  const kind = stats.isSymbolicLink()
    ? "a symbolic link"
    : stats.isDirectory()
      ? "a folder"
      : "a special file";
  throw ProblemError.of("file-unwritable", `The path is ${kind}, not a file. Nothing was written.`, {
    where: { file },
    remedy: "Move it, or choose another folder.",
  });
}
