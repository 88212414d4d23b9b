/** `npm run release` writes archives that the real terraform installs, and their checksums. */
import { execFile } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describeWithTerraform } from "../support/terraform";

const execute = promisify(execFile);
const root = resolve(__dirname, "../..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const stem = `terraform-provider-dbmon_${version}`;
const platforms = ["darwin_amd64", "darwin_arm64", "linux_amd64", "linux_arm64"];

let work: string;
const release = (folder: string) =>
  execute(join(root, "node_modules/.bin/tsx"), [join(root, "scripts/release.ts"), "--out", folder]);

beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), "dbmon-release-test-"));
  await release(join(work, "release"));
});
afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

it("contains a zip file for each platform, the manifest, and the checksums of these files", async () => {
  const folder = join(work, "release");
  const checkedFiles = [...platforms.map((platform) => `${stem}_${platform}.zip`), `${stem}_manifest.json`];
  expect(readdirSync(folder).sort()).toEqual([...checkedFiles, `${stem}_SHA256SUMS`].sort());
  expect(JSON.parse(readFileSync(join(folder, `${stem}_manifest.json`), "utf8"))).toEqual({
    version: 1,
    metadata: { protocol_versions: ["6.0"] },
  });
  const sums = readFileSync(join(folder, `${stem}_SHA256SUMS`), "utf8")
    .trim()
    .split("\n");
  expect(sums.map((line) => line.split("  ")[1])).toEqual(checkedFiles);
  const { stdout } = await execute("sha256sum", ["--check", "--strict", `${stem}_SHA256SUMS`], {
    cwd: folder,
  });
  expect(stdout.match(/: OK$/gm)).toHaveLength(checkedFiles.length);
});

it("has the same bytes on every build", async () => {
  // The modification time of the provider must not affect the archive.
  utimesSync(join(root, "dist/terraform-provider-dbmon"), 1_000_000_000, 1_000_000_000);
  const again = join(work, "again");
  await release(again);
  expect(readdirSync(again)).toEqual(readdirSync(join(work, "release")));
  for (const name of readdirSync(again)) {
    expect(readFileSync(join(again, name)).equals(readFileSync(join(work, "release", name)))).toBe(true);
  }
});

describeWithTerraform("with terraform", () => {
  it("installs from a packed mirror without a network or a home folder, and validates", async () => {
    const mirror = join(work, "mirror/registry.terraform.io/dbmon/dbmon");
    const project = join(work, "project");
    for (const folder of [mirror, project, join(work, "home")]) mkdirSync(folder, { recursive: true });
    for (const platform of platforms) {
      const name = `${stem}_${platform}.zip`;
      copyFileSync(join(work, "release", name), join(mirror, name));
    }
    const settings = join(work, "terraformrc");
    const path = JSON.stringify(join(work, "mirror"));
    writeFileSync(settings, `provider_installation {\n  filesystem_mirror {\n    path = ${path}\n  }\n}\n`);
    copyFileSync(join(root, "examples/terraform/provider/main.tf"), join(project, "main.tf"));
    const terraform = (...args: string[]) =>
      execute("terraform", [...args, "-no-color"], {
        cwd: project,
        env: {
          PATH: process.env.PATH,
          HOME: join(work, "home"),
          TMPDIR: work,
          TF_CLI_CONFIG_FILE: settings,
          CHECKPOINT_DISABLE: "1",
        },
      });

    expect((await terraform("init", "-input=false")).stdout).toContain(`Installed dbmon/dbmon v${version}`);
    expect((await terraform("validate")).stdout).toContain("Success! The configuration is valid.");
    expect(readdirSync(join(work, "home"))).toEqual([]);

    // Terraform opens the archives of the other platforms too. All have the same content.
    const others = platforms.map((platform) => `-platform=${platform}`);
    await terraform("providers", "lock", `-fs-mirror=${join(work, "mirror")}`, ...others);
    const lock = readFileSync(join(project, ".terraform.lock.hcl"), "utf8");
    expect(lock.match(/"h1:/g)).toHaveLength(1);
  });
});
