/** `npm run release -- --dry-run` in a clone of the working tree, with a provider of the npm package in place of an executable. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { repository } from "../../src/diagnostics/repository";

const root = resolve(__dirname, "../..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

let clone: string;
let work: string;
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), "dbmon-dry-run-test-"));
  clone = join(work, "clone");
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
  });
  for (const name of listed
    .toString()
    .split("\0")
    .filter((file) => file !== "")) {
    mkdirSync(dirname(join(clone, name)), { recursive: true });
    copyFileSync(join(root, name), join(clone, name));
  }
  symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: clone });
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "Everything");
  mkdirSync(join(work, "executables"));
  mkdirSync(join(work, "tmp"));
  copyFileSync(join(root, "dist/terraform-provider-dbmon"), join(work, "executables/dbmon-linux-x64"));
}, 120_000);
afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

function dryRun(...args: string[]) {
  const options = ["--dry-run", "--target", "linux-x64", "--executables", join(work, "executables"), ...args];
  return spawnSync("npm", ["run", "--silent", "release", "--", ...options], {
    cwd: clone,
    env: { ...process.env, TMPDIR: join(work, "tmp"), npm_config_update_notifier: "false" },
    encoding: "utf8",
  });
}

it("goes through all steps on a clean checkout, prints what would be published where, and keeps nothing", () => {
  const { status, stdout } = dryRun();
  expect(status).toBe(0);
  const lines = stdout.split("\n").map((line) => line.trim());
  const places = lines.filter((line) =>
    /^(GitHub|Terraform's registry|npm|Homebrew|SchemaStore)\b.*: /.test(line),
  );
  expect(places.map((line) => line.slice(0, line.indexOf(":")))).toEqual([
    "GitHub",
    "Terraform's registry",
    "npm",
    "GitHub Actions and GitLab",
    "Homebrew",
    "SchemaStore",
  ]);
  for (const name of [
    `dbmon-iac-${version}.tgz`,
    `dbmon_${version}_linux_amd64.zip`,
    `dbmon_${version}_SHA256SUMS.sig`,
  ])
    expect(stdout).toContain(name);
  expect(stdout).not.toContain("darwin");
  expect(stdout).toContain(`which is the placeholder ${repository}`);
  expect(readdirSync(join(clone, "dist"))).not.toContain("release");
  // tsx keeps a cache.
  expect(readdirSync(join(work, "tmp")).filter((name) => !name.startsWith("tsx-"))).toEqual([]);
  expect(execFileSync("git", ["status", "--porcelain"], { cwd: clone }).toString()).toBe("");
}, 300_000);

it("refuses a checkout with changes, and names them", () => {
  writeFileSync(join(clone, "forgotten.txt"), "");
  try {
    expect(dryRun()).toMatchObject({
      status: 1,
      stdout: "",
      stderr:
        "error: The checkout has changes, which a release would contain:\n  ?? forgotten.txt\nCommit or stash them, and run again.\n",
    });
  } finally {
    rmSync(join(clone, "forgotten.txt"));
  }
}, 120_000);
