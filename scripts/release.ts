/**
 * Writes the files of a release: per platform an archive for Terraform's registry and one for people, the npm package of dist/, the registry's
 * manifest, a software bill of materials, a Homebrew formula, and checksums, signed if GPG_FINGERPRINT is set (docs/releasing.md). The same sources produce the same
 * bytes. Options, after `--`:
 *
 * --out FOLDER          writes to this folder instead of dist/release
 * --target NAMES        only for these targets, separated by commas
 * --executables FOLDER  packs the executables that build:executables wrote to this folder, instead of compiling them
 * --tag TAG             fails if this is not the tag of the version
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { bundleExecutable } from "./executables/bundle";
import { compile } from "./executables/compile";
import { executableName, platformOf, selectTargets, type Target } from "./executables/targets";
import { archiveOf } from "./release/archive";
import { billOfMaterials } from "./release/bill-of-materials";
import { checkTag, packageName, releaseFolder, stem, sumsName, version } from "./release/files";
import { homebrewFormula } from "./release/homebrew";
import { signWithKeyring } from "./release/sign";

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      executables: { type: "string" },
      out: { type: "string" },
      tag: { type: "string" },
      target: { type: "string" },
    },
  });
  checkTag(values.tag);
  const targets = selectTargets((values.target ?? "all").split(","));
  const built = new Map(values.executables === undefined ? [] : findExecutables(values.executables, targets));
  const out = releaseFolder(values.out);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const sums = new Map<string, string>();
  const write = (name: string, content: Buffer | string) => {
    writeFileSync(join(out, name), content);
    sums.set(name, createHash("sha256").update(content).digest("hex"));
    process.stdout.write(`${join(out, name)}\n`);
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
  const repository = process.env["GITHUB_REPOSITORY"] ?? "OWNER/REPOSITORY";
  const formula = homebrewFormula({ version, repository, sums });
  if (formula !== undefined) write("dbmon.rb", formula);
  const manifest = { version: 1, metadata: { protocol_versions: ["6.0"] } };
  write(`${stem}_manifest.json`, `${JSON.stringify(manifest, null, 2)}\n`);
  const sumsFile = join(out, sumsName);
  writeFileSync(sumsFile, [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join(""));
  process.stdout.write(`${sumsFile}\n`);
  const key = process.env["GPG_FINGERPRINT"] ?? "";
  if (key === "") process.stderr.write("Not signed, because GPG_FINGERPRINT is not set.\n");
  else {
    signWithKeyring(sumsFile, key);
    process.stdout.write(`${sumsFile}.sig\n`);
  }
}

/** The package is published as this file. A build here would publish other files than those that were tested. */
function packPackage(folder: string): Buffer {
  const args = ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder];
  const { status, stderr } = spawnSync("npm", args, { cwd: join(__dirname, ".."), encoding: "utf8" });
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
  const suffix = os === "win32" ? ".exe" : "";
  const name = `dbmon_${version}_${release}${libc === "musl" ? "_musl" : ""}.zip`;
  const archives: [string, Buffer][] = [[name, archiveOf(`dbmon${suffix}`, program)]];
  if (libc !== "musl")
    archives.push([
      `${stem}_${release}.zip`,
      archiveOf(`terraform-provider-dbmon_v${version}${suffix}`, program),
    ]);
  return archives;
}

main().catch((error: unknown) => {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
