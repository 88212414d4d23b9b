import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Creates a folder and its parents. Node's recursive mkdir hangs if the system refuses a folder in an existing one. */
export function createFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (isFolder(folder)) return;
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
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
