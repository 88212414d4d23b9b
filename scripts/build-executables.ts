/**
 * Builds self-contained executables, each of which is the command and the provider, with Bun (docs/decisions/0012-executables.md).
 * Usage: `npm run build:executables [-- --target linux-x64,darwin-arm64] [--out FOLDER]`. The default target is this machine's, `all`
 * stands for all targets, and the default folder is dist/executables. The same sources produce the same bytes.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Bundle, bundleExecutable } from "./executables/bundle";
import { bun, runtimeOf } from "./executables/runtime";
import { executableName, isTarget, type Target, targetOfThisMachine, targets } from "./executables/targets";

const root = resolve(__dirname, "..");

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { target: { type: "string" }, out: { type: "string" } } });
  const selected = selectTargets(values.target);
  const out = resolve(values.out ?? join(root, "dist/executables"));
  mkdirSync(out, { recursive: true });
  const bundle = await bundleExecutable(join(out, ".bundle"), currentCommit());
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

function selectTargets(option: string | undefined): readonly Target[] {
  if (option === "all") return targets;
  if (option === undefined) {
    const own = targetOfThisMachine();
    if (own !== undefined) return [own];
    throw new Error(`Bun does not run on this machine. Name a target: ${targets.join(", ")}.`);
  }
  const names = option
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (names.length === 0) throw new Error(`--target names no target. Available: ${targets.join(", ")}, all.`);
  return names.map((name) => {
    if (isTarget(name)) return name;
    throw new Error(`Unknown target ${JSON.stringify(name)}. Available: ${targets.join(", ")}, all.`);
  });
}

/** @returns undefined outside a git repository, for example in the npm package */
function currentCommit(): string | undefined {
  const { status, stdout } = spawnSync("git", ["rev-parse", "--short=12", "HEAD"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return status === 0 ? stdout.trim() : undefined;
}

/** @returns the path of the executable, which is replaced only when the new one is complete */
function compile({ folder, entryFile, assets }: Bundle, target: Target, out: string): string {
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

main().catch((error: unknown) => {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
