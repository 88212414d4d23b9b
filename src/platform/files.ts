/** Modes of opening files, line ends, links, and the variables of temporary folders. */
import { constants, symlinkSync } from "node:fs";

export interface ReadMode {
  /** Refuses a symbolic link. */
  readonly followsLinks: boolean;
}

/** Flags with which opening does not wait for the writer of a named pipe. Windows has neither flag, and neither pipes in folders. */
export function readFlags({ followsLinks }: ReadMode, platform: NodeJS.Platform): number {
  if (platform === "win32") return constants.O_RDONLY;
  return constants.O_RDONLY | constants.O_NONBLOCK | (followsLinks ? 0 : constants.O_NOFOLLOW);
}

/** The text of a generated file in a checkout. Git for Windows converts line ends by default, which is no edit. */
export function generatedText(text: string, platform: NodeJS.Platform): string {
  return platform === "win32" ? text.replaceAll("\r\n", "\n") : text;
}

/** Links a folder. On Windows, a junction needs no permission, and a symbolic link does. */
export function linkFolder(target: string, path: string, platform: NodeJS.Platform): void {
  symlinkSync(target, path, platform === "win32" ? "junction" : "dir");
}

/** Variables with which a program finds others on the PATH, and writes only below a folder. Programs of Windows need SystemRoot. */
export function variablesWithin(
  folder: string,
  { PATH, SystemRoot }: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): NodeJS.ProcessEnv {
  if (platform !== "win32") return { PATH, HOME: folder, TMPDIR: folder };
  return { PATH, SystemRoot, USERPROFILE: folder, APPDATA: folder, TEMP: folder, TMP: folder };
}
