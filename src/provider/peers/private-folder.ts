/** A folder for temporary files that no other user can read or change. */
import { lstatSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorCode } from "../../diagnostics";

/**
 * Creates the folder if it does not exist.
 * @throws Error if it belongs to another user, is open to other users, or is a link; NodeJS.ErrnoException
 */
export function openPrivateFolder(): string {
  // Windows has no user id, and its temporary folder belongs to the user.
  const userId = process.getuid?.();
  const folder = join(tmpdir(), userId === undefined ? "dbmon-provider" : `dbmon-provider-${userId}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
  const { mode, uid, ...stats } = statsOf(folder);
  const isPrivate = userId === undefined || (uid === userId && (mode & 0o077) === 0);
  if (!stats.isFolder || !isPrivate) throw new Error(`${folder} is not a private folder`);
  return folder;
}

function statsOf(folder: string) {
  const stats = lstatSync(folder);
  return { mode: stats.mode, uid: stats.uid, isFolder: stats.isDirectory() };
}
