/** Finds Chromium on the PATH. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** Chromium's sandbox does not run as root, the user of many containers. */
export const chromiumArgs: readonly string[] = process.getuid?.() === 0 ? ["--no-sandbox"] : [];

/** @returns the path of the program, or undefined if the PATH has none */
export function findChromium(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
