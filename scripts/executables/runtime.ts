/** Finds Bun for a target: the package `bun` for this machine, and else the target's package, in the version of the lock file. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { executableFile, npmCall } from "../../src/platform";
import { platformOf, type Target, targetOfThisMachine } from "./targets";

const root = join(__dirname, "../..");

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({ version: z.string().optional(), integrity: z.string().optional() }),
  ),
});

/** The program of the package `bun`, which compiles for all targets. */
export const bun = join(root, "node_modules", "bun", "bin", "bun.exe");

/**
 * @returns the path of the target's program of Bun
 * @throws Error if npm cannot install the target's package, or its content does not have the integrity of the lock file
 */
export function runtimeOf(target: Target): string {
  if (target === targetOfThisMachine()) return bun;
  const { runtime, os } = platformOf(target);
  const name = `@oven/${runtime}`;
  const { packages } = lockFile.parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
  const { version, integrity } = packages[`node_modules/${name}`] ?? {};
  if (version === undefined || integrity === undefined) throw new Error(`package-lock.json has no ${name}.`);
  const folder = join(root, "node_modules", ".cache", "dbmon-iac", `${runtime}-${version}`);
  const program = join(folder, "node_modules", name, "bin", executableFile("bun", os));
  if (!existsSync(program)) installRuntime(target, { name, version, integrity }, folder);
  return program;
}

interface LockedPackage {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

/** npm verifies the integrity. The folder appears only when it is complete. */
function installRuntime(target: Target, { name, version, integrity }: LockedPackage, folder: string): void {
  const { os, cpu, libc } = platformOf(target);
  const unfinished = `${folder}.${process.pid}`;
  const project = { dependencies: { [name]: version } };
  mkdirSync(unfinished, { recursive: true });
  try {
    writeFileSync(join(unfinished, "package.json"), JSON.stringify(project));
    const packages = { "": project, [`node_modules/${name}`]: { version, integrity } };
    writeFileSync(
      join(unfinished, "package-lock.json"),
      JSON.stringify({ lockfileVersion: 3, requires: true, packages }),
    );
    const platform = [`--os=${os}`, `--cpu=${cpu}`, ...(libc === undefined ? [] : [`--libc=${libc}`])];
    const install = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", ...platform];
    const { program, args, shell } = npmCall(install, process.platform);
    const { status } = spawnSync(program, args, {
      cwd: unfinished,
      stdio: ["ignore", "ignore", "inherit"],
      shell,
    });
    if (status !== 0) throw new Error(`npm cannot install ${name} ${version}.`);
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
