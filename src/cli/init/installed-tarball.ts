/** Finds the tarball that this package was installed from, so that a new project installs the same package. */
import { readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import * as z from "zod";

const packageFolder = join(__dirname, "..", "..", "..");

/** The part of npm's lock file that describes an installed package. */
const lockFile = z.object({
  packages: z.record(z.string(), z.looseObject({ resolved: z.string().optional() })),
});

/**
 * Reads the lock file that npm writes into each `node_modules`, also into that of `npx --package`.
 * @returns a `file:` spec with an absolute path, or undefined if the package is not installed from a tarball that still exists
 */
export function findInstalledTarball(): string | undefined {
  const modules = dirname(packageFolder);
  try {
    const lock = lockFile.parse(JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8")));
    const resolved = lock.packages[`node_modules/${basename(packageFolder)}`]?.resolved;
    if (resolved?.startsWith("file:") !== true) return undefined;
    const path = resolve(dirname(modules), resolved.slice("file:".length));
    return statSync(path).isFile() ? `file:${path}` : undefined;
  } catch {
    return undefined;
  }
}
