/**
 * `npm run release:publish -- --tag v0.1.0` creates the GitHub release of a tag with the files of dist/release, in the layout that
 * Terraform's registry reads. The notes are the version's section of CHANGELOG.md. It runs `gh`, which reads GH_TOKEN.
 *
 * --out FOLDER  publishes the files of another folder
 * --dry-run     prints the command and the notes instead
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { checkTag, releaseFolder, version } from "./release/files";
import { githubRelease } from "./release/github-release";

function main(): void {
  const { values } = parseArgs({
    options: {
      tag: { type: "string" },
      out: { type: "string" },
      "dry-run": { type: "boolean", default: false },
    },
  });
  const { tag } = values;
  if (tag === undefined) throw new Error(`Missing option --tag. Set it to the pushed tag: v${version}.`);
  checkTag(tag);
  const { args, notes } = githubRelease(tag, releaseFolder(values.out));
  if (values["dry-run"]) {
    process.stdout.write(`gh ${args.join(" ")}\n\n${notes}\n`);
    return;
  }
  const { status, error } = spawnSync("gh", args, { input: notes, stdio: ["pipe", "inherit", "inherit"] });
  if (error !== undefined) throw new Error(`Cannot run gh: ${error.message}.`);
  if (status !== 0) throw new Error(`gh cannot create the release ${tag}.`);
}

try {
  main();
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
