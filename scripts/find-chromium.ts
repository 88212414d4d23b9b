/** Finds Chromium on the PATH. */
import { findOnPath } from "../src/distribution";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** Chromium's sandbox does not run as root, the user of many containers. */
export const chromiumArgs: readonly string[] = process.getuid?.() === 0 ? ["--no-sandbox"] : [];

/** @returns the path of the program, or undefined if the PATH has none */
export function findChromium(): string | undefined {
  return names.flatMap((name) => findOnPath(name, process.env) ?? [])[0];
}
