/** Builds the executable of this machine. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { bundleExecutable } from "./bundle";
import { compile } from "./compile";
import { targetOfThisMachine } from "./targets";

/**
 * @returns the path of the executable in the folder
 * @throws Error if Bun does not run on this machine
 */
export async function buildForThisMachine(folder: string): Promise<string> {
  const target = targetOfThisMachine();
  if (target === undefined) throw new Error("Bun does not run on this machine.");
  const bundle = await bundleExecutable(join(folder, ".bundle"));
  try {
    return compile(bundle, target, folder);
  } finally {
    rmSync(bundle.folder, { recursive: true, force: true });
  }
}
