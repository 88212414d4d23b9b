/** The release on GitHub: the arguments of `gh`, and the notes, which are the version's section of CHANGELOG.md. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { actionSignatureName, sumsName, version } from "./files";

const changelog = resolve(__dirname, "../../CHANGELOG.md");

export interface GithubRelease {
  readonly args: readonly string[];
  readonly notes: string;
}

/** @param folder the files of the release @throws Error if a signature or the section of the version is missing */
export function githubRelease(tag: string, folder: string): GithubRelease {
  const names = readdirSync(folder).sort();
  for (const signature of [`${sumsName}.sig`, actionSignatureName]) {
    if (!names.includes(signature))
      throw new Error(`${folder} has no ${signature}. Run npm run release:sign first.`);
  }
  const files = names.map((name) => join(folder, name));
  return {
    args: ["release", "create", tag, "--verify-tag", "--title", tag, "--notes-file", "-", ...files],
    notes: notesOf(version),
  };
}

/** @throws Error if CHANGELOG.md has no section of the version */
function notesOf(name: string): string {
  const section = sectionOf(name);
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "## ${name}".`);
  return section;
}

/** @param heading a version or `Unreleased` */
export function sectionOf(heading: string): string | undefined {
  const sections = readFileSync(changelog, "utf8").split(/^## /m);
  const section = sections.find((text) => text.startsWith(`${heading} `) || text.startsWith(`${heading}\n`));
  return section?.slice(section.indexOf("\n") + 1).trim();
}
