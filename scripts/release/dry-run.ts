/** Goes through all steps of a release without publishing anything, and prints what would be published where. */
import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { isPublished } from "../../src/cli/commands/init/project";
import { repository } from "../../src/diagnostics/repository";
import { type Target } from "../executables/targets";
import { schemaCatalog } from "../schema-catalog";
import { actionSignatureName, packageName, stem, sumsName, version } from "./files";
import { githubRelease, sectionOf } from "./github-release";
import { createTemporaryKey, signForAction, signWithExportedKey } from "./sign";
import { writeReleaseFiles } from "./write-files";

const root = resolve(__dirname, "../..");
const tag = `v${version}`;

export interface DryRunOptions {
  readonly targets: readonly Target[];
  readonly executables: string | undefined;
}

/** @throws Error if the checkout has changes, or if a step of the release fails */
export async function dryRun({ targets, executables }: DryRunOptions): Promise<void> {
  const commit = requireCleanCheckout();
  print(`Dry run of the release ${tag}, commit ${commit.slice(0, 12)}. Nothing is published.`);
  const work = mkdtempSync(join(tmpdir(), "dbmon-dry-run-"));
  const out = join(work, "release");
  mkdirSync(out);
  try {
    step(`Build the files for ${targets.join(", ")}`);
    await writeReleaseFiles({ out, targets, executables, onFile: () => undefined });
    step(`Check that ${packageName} starts and loads`);
    checkPackage(join(out, packageName), join(work, "package"));
    step("Sign the checksums with keys of this run only");
    signWithTemporaryKeys(join(out, sumsName));
    step("Compose the release on GitHub");
    const release = githubRelease(tag, out);
    step("Check that the build changed no file of the checkout");
    requireCleanCheckout();
    printPublications(out, release.notes.split("\n").length);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  const remaining = remainingSteps();
  print(remaining.length === 0 ? "\nReady to release." : "\nBefore the release:");
  for (const line of remaining) print(`  - ${line}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function step(name: string): void {
  print(`- ${name}`);
}

/** @returns the commit */
function requireCleanCheckout(): string {
  const changes = git("status", "--porcelain")
    .split("\n")
    .filter((line) => line !== "");
  if (changes.length === 0) return git("rev-parse", "HEAD").trim();
  const shown = changes.slice(0, 10).map((line) => `\n  ${line}`);
  const rest = changes.length > 10 ? `\n  and ${changes.length - 10} more` : "";
  throw new Error(
    `The checkout has changes, which a release would contain:${shown.join("")}${rest}\nCommit or stash them, and run again.`,
  );
}

function git(...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status === 0) return stdout;
  throw new Error(
    `Cannot read the checkout: ${error?.message ?? stderr.trim()}. Run in a clone of the repository.`,
  );
}

/** Runs the command of the packed package, and loads its entry points, as in a project. */
function checkPackage(file: string, folder: string): void {
  const own = join(folder, "node_modules/dbmon-iac");
  mkdirSync(own, { recursive: true });
  runStep("tar", ["-xzf", file, "-C", own, "--strip-components=1"], folder);
  symlinkSync(join(root, "node_modules"), join(own, "node_modules"));
  const printed = runStep(process.execPath, [join(own, "dist/cli/main.js"), "--version"], folder);
  if (printed.trim() !== version) throw new Error(`The packed command prints the version ${printed.trim()}.`);
  const { exports } = JSON.parse(readFileSync(join(own, "package.json"), "utf8")) as { exports: object };
  const load = Object.keys(exports).map((path) => `require("dbmon-iac${path.slice(1)}")`);
  runStep(process.execPath, ["-e", load.join(";")], folder);
}

function runStep(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (status === 0) return stdout;
  throw new Error(`${[program, ...args].join(" ")} failed:\n${error?.message ?? stderr}`);
}

function signWithTemporaryKeys(sums: string): void {
  const encoding = { format: "pem" } as const;
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const pem = privateKey.export({ ...encoding, type: "pkcs8" }).toString();
  const publicPem = publicKey.export({ ...encoding, type: "spki" }).toString();
  writeFileSync(join(sums, "..", actionSignatureName), signForAction(readFileSync(sums), pem, publicPem));
  signWithExportedKey(sums, createTemporaryKey());
}

function printPublications(folder: string, noteLines: number): void {
  const names = readdirSync(folder).sort();
  const describe = (name: string) => `${name} (${formatSize(statSync(join(folder, name)).size)})`;
  const isForRegistry = (name: string) => name.startsWith(stem);
  const places: [string, readonly string[]][] = [
    [
      `GitHub: release ${tag} of ${repository}, with ${noteLines} lines of notes`,
      [...names.map(describe), `gh release create ${tag} --verify-tag`],
    ],
    [
      "Terraform's registry: registry.terraform.io/dbmon/dbmon, which reads that release",
      [...names.filter(isForRegistry), "docs/ of the tag"],
    ],
    [
      `npm: dbmon-iac@${version} on registry.npmjs.org`,
      [describe(packageName), `npm publish ${packageName} --ignore-scripts --provenance --access public`],
    ],
    [
      "GitHub Actions and GitLab: action.yml and ci/dbmon.gitlab-ci.yml, by the tag v0",
      ["git tag --force v0 && git push --force origin v0"],
    ],
    [
      "Homebrew: your tap",
      [names.includes("dbmon.rb") ? "dbmon.rb" : "dbmon.rb, which is written only with all targets"],
    ],
    [
      "SchemaStore: a pull request to SchemaStore/schemastore",
      schemaCatalog.schemas.map(({ name }) => `the entry "${name}" of schemas/catalog.json`),
    ],
  ];
  print("\nWould be published:");
  for (const [place, lines] of places) print([`  ${place}`, ...lines].join("\n      "));
}

function formatSize(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** What the checkout shows. docs/internals/releasing.md has the complete list. */
function remainingSteps(): readonly string[] {
  const unreleased = sectionOf("Unreleased");
  const steps: [boolean, string][] = [
    [
      repository.startsWith("OWNER/"),
      `Set the repository in src/diagnostics/repository.ts, which is the placeholder ${repository}, and run npm run generate.`,
    ],
    [
      unreleased !== undefined && unreleased !== "",
      `Move the section Unreleased of CHANGELOG.md to ${version}.`,
    ],
    [git("tag", "--list", tag) !== "", `Set a new version in package.json. The tag ${tag} exists.`],
    [!isPublished, "After the first release, set isPublished in src/cli/commands/init/project.ts."],
  ];
  return steps.filter(([isNeeded]) => isNeeded).map(([, line]) => line);
}
