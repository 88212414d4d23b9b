/**
 * `npm run release:publish -- --tag v0.1.0` creates the GitHub release of a tag with the files of dist/release, in the layout that
 * Terraform's registry reads. The notes are the version's section of CHANGELOG.md. It runs `gh`, which reads GH_TOKEN.
 *
 * --out FOLDER  publishes the files of another folder
 * --dry-run     prints the command and the notes instead
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { actionSignatureName, checkTag, releaseFolder, sumsName, version } from "./release/files";

const root = resolve(__dirname, "..");

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
  const folder = releaseFolder(values.out);
  const names = readdirSync(folder).sort();
  for (const signature of [`${sumsName}.sig`, actionSignatureName]) {
    if (!names.includes(signature))
      throw new Error(`${folder} has no ${signature}. Run npm run release:sign first.`);
  }
  const notes = notesOf(version);
  const files = names.map((name) => join(folder, name));
  const args = ["release", "create", tag, "--verify-tag", "--title", tag, "--notes-file", "-", ...files];
  if (values["dry-run"]) {
    process.stdout.write(`gh ${args.join(" ")}\n\n${notes}\n`);
    return;
  }
  const { status, error } = spawnSync("gh", args, { input: notes, stdio: ["pipe", "inherit", "inherit"] });
  if (error !== undefined) throw new Error(`Cannot run gh: ${error.message}.`);
  if (status !== 0) throw new Error(`gh cannot create the release ${tag}.`);
}

/** @throws Error if CHANGELOG.md has no section of the version */
function notesOf(name: string): string {
  const sections = readFileSync(join(root, "CHANGELOG.md"), "utf8").split(/^## /m);
  const section = sections.find((text) => text.startsWith(`${name} `) || text.startsWith(`${name}\n`));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "## ${name}".`);
  return section.slice(section.indexOf("\n") + 1).trim();
}

try {
  main();
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
