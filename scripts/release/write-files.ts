/** Writes the files of a release: archives, the npm package, the bill of materials, the formula, the registry's manifest, and checksums. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { repository } from "../../src/diagnostics/repository";
import { executableFile } from "../../src/platform";
import { bundleExecutable } from "../executables/bundle";
import { compile } from "../executables/compile";
import { executableName, platformOf, type Target } from "../executables/targets";
import { archiveOf } from "./archive";
import { billOfMaterials } from "./bill-of-materials";
import { packageName, registryManifest, stem, sumsName, version } from "./files";
import { homebrewFormula } from "./homebrew";

export interface ReleaseOptions {
  /** An existing, empty folder. */
  readonly out: string;
  readonly targets: readonly Target[];
  /** Folder with executables that are already built. */
  readonly executables: string | undefined;
  readonly onFile: (path: string) => void;
}

/** @returns the path of the file of checksums @throws Error if an executable is missing or cannot be built */
export async function writeReleaseFiles({
  out,
  targets,
  executables,
  onFile,
}: ReleaseOptions): Promise<string> {
  const built = new Map(executables === undefined ? [] : findExecutables(executables, targets));
  const sums = new Map<string, string>();
  const write = (name: string, content: Buffer | string) => {
    writeFileSync(join(out, name), content);
    sums.set(name, createHash("sha256").update(content).digest("hex"));
    onFile(join(out, name));
  };
  const work = mkdtempSync(join(tmpdir(), "dbmon-release-"));
  try {
    const bundle = await bundleExecutable(join(work, "bundle"));
    for (const target of targets) {
      const program = readFileSync(built.get(target) ?? compile(bundle, target, work));
      for (const [name, archive] of archivesOf(target, program)) write(name, archive);
    }
    write(packageName, packPackage(work));
    write(`dbmon_${version}_sbom.cdx.json`, billOfMaterials(["bun", ...bundle.packages]));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  const formula = homebrewFormula({ version, repository, sums });
  if (formula !== undefined) write("dbmon.rb", formula);
  write(`${stem}_manifest.json`, `${JSON.stringify(registryManifest, null, 2)}\n`);
  const sumsFile = join(out, sumsName);
  writeFileSync(sumsFile, [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join(""));
  onFile(sumsFile);
  return sumsFile;
}

/** The package is published as this file. A build here would publish other files than those that were tested. */
function packPackage(folder: string): Buffer {
  const args = ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder];
  const { status, stderr } = spawnSync("npm", args, { cwd: join(__dirname, "../.."), encoding: "utf8" });
  if (status !== 0) throw new Error(`npm cannot pack the package:\n${stderr}`);
  return readFileSync(join(folder, packageName));
}

/** @throws Error if the folder has no executable of a target */
function findExecutables(folder: string, targets: readonly Target[]): [Target, string][] {
  return targets.map((target) => {
    const file = join(resolve(folder), executableName(target));
    if (existsSync(file)) return [target, file];
    throw new Error(`${file} does not exist. Build it with npm run build:executables ${target}.`);
  });
}

/** The archive for people, and that for the registry, which has no name for Linux with musl. */
function archivesOf(target: Target, program: Buffer): [name: string, archive: Buffer][] {
  const { os, release, libc } = platformOf(target);
  const name = `dbmon_${version}_${release}${libc === "musl" ? "_musl" : ""}.zip`;
  const archives: [string, Buffer][] = [[name, archiveOf(executableFile("dbmon", os), program)]];
  if (libc !== "musl")
    archives.push([
      `${stem}_${release}.zip`,
      archiveOf(executableFile(`terraform-provider-dbmon_v${version}`, os), program),
    ]);
  return archives;
}
