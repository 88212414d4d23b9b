/**
 * Creates a folder and its parents. Node's recursive mkdir does not return if the system refuses a folder the way /proc does.
 */
import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "../../../diagnostics";

/** @throws NodeJS.ErrnoException */
export function createFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (isFolder(folder)) return;
    if (!isNotFound(error)) throw error;
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

function isNotFound(error: unknown): boolean {
  return errorCode(error) === "ENOENT";
}
