/** Compiles the bundle for a target. */
import { spawnSync } from "node:child_process";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { type Bundle } from "./bundle";
import { bun, runtimeOf } from "./runtime";
import { executableName, type Target } from "./targets";

/** @returns the path of the executable, which is replaced only when the new one is complete @throws Error with the output of Bun */
export function compile({ folder, entryFile, assets }: Bundle, target: Target, out: string): string {
  const name = executableName(target);
  const args = [
    "build",
    "--compile",
    "--minify",
    "--keep-names",
    "--bytecode",
    "--format=cjs",
    // An executable reads no configuration from the folder in which it runs.
    "--no-compile-autoload-dotenv",
    "--no-compile-autoload-bunfig",
    `--compile-executable-path=${runtimeOf(target)}`,
    `--target=bun-${target}`,
    ...assets.map((asset) => `--asset=${asset}`),
    entryFile,
    `--outfile=${name}`,
  ];
  const { status, stdout, stderr } = spawnSync(bun, args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`Bun cannot compile ${name}:\n${stdout}${stderr}`);
  const file = join(out, name);
  renameSync(join(folder, name), file);
  return file;
}
