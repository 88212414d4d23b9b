/** Modes of opening files, and line ends. */
import { constants } from "node:fs";

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
