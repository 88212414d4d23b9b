/**
 * Writes THIRD_PARTY_NOTICES: the licenses of the packages in the npm package, the executables and the Action.
 * `tsx scripts/generate-notices.ts [--out FILE]`. Needs nothing that was built.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { bundleAction } from "./bundle-action";
import { bundleExecutable } from "./executables/bundle";
import { noticesOf, packagesOf } from "./notices/bundled.mjs";

const { values } = parseArgs({ options: { out: { type: "string" } } });

async function main(): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), "dbmon-notices-"));
  try {
    const executable = await bundleExecutable(join(work, "executable"));
    const action = await bundleAction(join(work, "action.cjs"));
    const packages = new Set(["bun", ...executable.packages, ...packagesOf(action)]);
    writeFileSync(resolve(values.out ?? join(__dirname, "../THIRD_PARTY_NOTICES")), noticesOf([...packages]));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

void main();
