/** Makes a folder, and those above it. node's own way never ends where the system refuses a folder as /proc does. */
import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** @throws Error of the system, with its code */
export function createFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (isFolder(folder)) return;
    if (!isMissing(error)) throw error;
    const above = dirname(folder);
    // Nothing that could be made is missing: node would try again and again.
    if (above === folder || existsSync(above)) {
      throw Object.assign(new Error(`no folder can be made in ${above}`, { cause: error }), {
        code: error.code,
      });
    }
    createFolder(above);
    createFolder(folder);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isMissing(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
