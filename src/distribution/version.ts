/** This distribution of the command: its version, and whether it is an executable. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const file = join(__dirname, "..", "..", "package.json");

// Not validated, because it is our own file and every start of the command reads it.
const packageJson = JSON.parse(readFileSync(file, "utf8")) as {
  readonly version: string;
  /** Only executables contain it. */
  readonly commit?: string;
};

export const { version } = packageJson;

/** For example `0.1.0`, or `0.1.0 (commit 1a2b3c4d5e6f)` for an executable. */
export const versionText =
  packageJson.commit === undefined ? version : `${version} (commit ${packageJson.commit})`;

/** The folder of the embedded files of an executable that Bun compiled. On Windows, it is on a separate drive. */
const embeddedFolder = /^(?:\/\$bunfs|[A-Z]:[\\/]~BUN)[\\/]/;

/** Whether this is a self-contained executable. Otherwise, Node.js runs the npm package. */
export const isExecutable = embeddedFolder.test(__dirname);
