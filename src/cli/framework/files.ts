/** Reads and writes files of generated folders without following links. A link could lead to a file outside of the folder. */
import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { errorCode, ProblemError } from "../../diagnostics";
import { generatedText, readFlags } from "../../platform";

/** Creates a folder and its parents. Node's recursive mkdir hangs if the system refuses a folder in an existing one. */
export function createFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (isFolder(folder)) return;
    if (errorCode(error) !== "ENOENT") throw error;
    const parent = dirname(folder);
    // The parent exists, so creating it and retrying would never end.
    if (parent === folder || existsSync(parent)) {
      const message = `no folder can be created in ${parent}`;
      throw Object.assign(new Error(message, { cause: error }), { code: "ENOTSUP" });
    }
    createFolder(parent);
    createFolder(folder);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

export function refuseLinkedFolder(folder: string): void {
  // Without a slash at the end, which would follow the link.
  if (lstatIfExists(resolve(folder))?.isSymbolicLink() !== true) return;
  throw ProblemError.of(
    "The folder is a symbolic link, and its target is not changed. Nothing was written.",
    {
      where: { file: folder },
      remedy: "Pass the folder that the link points to.",
    },
  );
}

export function readRegularFile(file: string): string | undefined {
  const stats = lstatIfExists(file);
  if (stats === undefined) return undefined;
  requireRegular(file, stats);
  // Another process may replace the file after the check: the open neither follows a link nor waits for the writer of a pipe.
  const descriptor = openSync(file, readFlags({ followsLinks: false }, process.platform));
  try {
    requireRegular(file, fstatSync(descriptor));
    return generatedText(readFileSync(descriptor, "utf8"), process.platform);
  } finally {
    closeSync(descriptor);
  }
}

/** Replaces a file by a complete one. The temporary file has a random name, and is never an existing file. */
export function replaceFile(file: string, text: string): void {
  const temporary = `${file}.${randomBytes(8).toString("hex")}.tmp`;
  writeFileSync(temporary, text, { flag: "wx" });
  try {
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
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
  throw ProblemError.of(`The path is ${kind}, not a file. Nothing was written.`, {
    where: { file },
    remedy: "Move it, or choose another folder.",
  });
}
