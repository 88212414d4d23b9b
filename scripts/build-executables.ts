/**
 * Builds self-contained executables, each of which is the command and the provider, with Bun (docs/decisions/0012-executables.md).
 * Usage: `npm run build:executables [linux-x64 darwin-arm64] [-- --out FOLDER]`. The default target is this machine's, `all`
 * stands for all targets, and the default folder is dist/executables. The same sources produce the same bytes.
 */
import { mkdirSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { bundleExecutable } from "./executables/bundle";
import { compile } from "./executables/compile";
import { selectTargets, targetNames } from "./executables/targets";

const root = resolve(__dirname, "..");

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    strict: false,
    options: { out: { type: "string" } },
  });
  const { out: folder = join(root, "dist/executables"), ...others } = values;
  for (const option of Object.keys(others)) {
    throw new Error(
      `Unknown option --${option}. Name the targets without an option: npm run build:executables linux-x64. ` +
        `Available: ${targetNames}.`,
    );
  }
  if (typeof folder !== "string") throw new Error("Missing folder after --out.");
  const selected = selectTargets(positionals);
  const out = resolve(folder);
  mkdirSync(out, { recursive: true });
  const bundle = await bundleExecutable(join(out, ".bundle"));
  try {
    for (const target of selected) {
      const file = compile(bundle, target, out);
      const megabytes = (statSync(file).size / 1e6).toFixed(0);
      process.stdout.write(`${file} (${megabytes} MB)\n`);
    }
  } finally {
    rmSync(bundle.folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
