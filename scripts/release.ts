/**
 * Writes the files of a release: per platform an archive for Terraform's registry and one for people, the npm package of dist/, the registry's
 * manifest, a software bill of materials, a Homebrew formula, and checksums, signed if GPG_FINGERPRINT is set (docs/internals/releasing.md). The same sources produce the same
 * bytes. Options, after `--`:
 *
 * --out FOLDER          writes to this folder instead of dist/release
 * --target NAMES        only for these targets, separated by commas
 * --executables FOLDER  packs the executables that build:executables wrote to this folder, instead of compiling them
 * --tag TAG             fails if this is not the tag of the version, or if the repository is not that of the workflow
 * --dry-run             goes through all steps on a clean checkout, prints what would be published where, and keeps no files
 */
import { mkdirSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { selectTargets } from "./executables/targets";
import { dryRun } from "./release/dry-run";
import { checkRepository, checkTag, releaseFolder } from "./release/files";
import { signWithKeyring } from "./release/sign";
import { writeReleaseFiles } from "./release/write-files";

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      "dry-run": { type: "boolean", default: false },
      executables: { type: "string" },
      out: { type: "string" },
      tag: { type: "string" },
      target: { type: "string" },
    },
  });
  checkTag(values.tag);
  const { executables } = values;
  const targets = selectTargets((values.target ?? "all").split(","));
  if (values["dry-run"]) {
    if (values.out !== undefined) throw new Error("--dry-run keeps no files. Remove --out.");
    await dryRun({ targets, executables });
    return;
  }
  if (values.tag !== undefined) checkRepository(process.env["GITHUB_REPOSITORY"]);
  const out = releaseFolder(values.out);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const onFile = (path: string) => process.stdout.write(`${path}\n`);
  const sumsFile = await writeReleaseFiles({ out, targets, executables, onFile });
  const key = process.env["GPG_FINGERPRINT"] ?? "";
  if (key === "") process.stderr.write("Not signed, because GPG_FINGERPRINT is not set.\n");
  else {
    signWithKeyring(sumsFile, key);
    onFile(`${sumsFile}.sig`);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
