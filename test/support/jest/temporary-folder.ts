/**
 * A temporary folder for each run of tests, which fails the run if a test leaves something in it. Processes that tests start inherit
 * the folder.
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Tools keep their caches for the next run. Providers keep the folder in which they announce themselves. */
const keptFolders = /^(?:tsx-.*|jest_.*|node-compile-cache|dbmon-provider(?:-\d+)?)$/;

/** For processes that a test ended and that still remove their files. */
const maxWaitMs = 5000;
const pollIntervalMs = 50;

/** Names the folder. Without the setup, the teardown must not remove the temporary folder of the machine. */
const variable = "DBMON_TESTS_FOLDER";

/** Sets TMPDIR. The path is short, because the path of a UNIX socket has at most 107 bytes. */
export function createTemporaryFolder(): void {
  const folder = mkdtempSync(join(tmpdir(), "t"));
  process.env.TMPDIR = folder;
  process.env[variable] = folder;
  // Also after an error of jest, which then runs no teardown.
  process.once("exit", () => {
    rmSync(folder, { recursive: true, force: true });
  });
}

/**
 * Removes the folder, and resets TMPDIR. Jest calls this once, after it has ended its workers.
 * @throws Error with the paths of what tests left in the folder
 */
export default async function removeTemporaryFolder(): Promise<void> {
  const folder = process.env[variable];
  if (folder === undefined) return;
  const deadline = performance.now() + maxWaitMs;
  let leftovers = listLeftovers(folder);
  while (leftovers.length > 0 && performance.now() < deadline) {
    await sleep(pollIntervalMs);
    leftovers = listLeftovers(folder);
  }
  rmSync(folder, { recursive: true, force: true });
  process.env.TMPDIR = dirname(folder);
  if (leftovers.length === 0) return;
  const list = leftovers.map((path) => `  ${path}`).join("\n");
  throw new Error(
    `Tests left files in the temporary folder:\n${list}\nRemove them in the test that creates them.`,
  );
}

function listLeftovers(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    if (!keptFolders.test(name)) return [name];
    return name.startsWith("dbmon-provider")
      ? readdirSync(join(folder, name)).map((file) => join(name, file))
      : [];
  });
}
