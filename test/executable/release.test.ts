/**
 * `npm run release` writes archives that the real terraform installs, and their checksums. They contain the provider of the npm package,
 * because compressing 100 MB per archive takes minutes. executable.test.ts checks that the same sources give the same executable.
 */
import { execFile } from "node:child_process";
import { generateKeyPairSync, verify } from "node:crypto";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import {
  executableName,
  platformOf,
  selectTargets,
  targetOfThisMachine,
} from "../../scripts/executables/targets";
import { homebrewFormula } from "../../scripts/release/homebrew";
import { repository } from "../../src/diagnostics/repository";
import { firstMissing } from "../support/printed";
import { describeWithTerraform } from "../support/terraform";

const execute = promisify(execFile);
const root = resolve(__dirname, "../..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const stem = `terraform-provider-dbmon_${version}`;
const targets = selectTargets(["all"]);
const platform = platformOf(targetOfThisMachine() ?? "linux-x64").release;

let work: string;
const executables = () => join(work, "executables");
const release = (folder: string, environment: Readonly<Record<string, string>> = {}) =>
  execute(
    join(root, "node_modules/.bin/tsx"),
    [join(root, "scripts/release.ts"), "--out", folder, "--executables", executables()],
    { env: { ...process.env, ...environment } },
  );

beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), "dbmon-release-test-"));
  mkdirSync(executables());
  for (const target of targets)
    copyFileSync(join(root, "dist/terraform-provider-dbmon"), join(executables(), executableName(target)));
  await release(join(work, "release"));
});
afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

it("contains the archives, the bill of materials, the manifest, and the checksums of these files", async () => {
  const folder = join(work, "release");
  const platforms = [
    ...["darwin_amd64", "darwin_arm64"],
    ...["linux_amd64", "linux_amd64_musl", "linux_arm64", "linux_arm64_musl"],
    "windows_amd64",
  ];
  const checkedFiles = [
    ...platforms.map((name) => `dbmon_${version}_${name}.zip`),
    // Terraform's registry has no name for Linux with musl.
    ...platforms.filter((name) => !name.endsWith("_musl")).map((name) => `${stem}_${name}.zip`),
    `dbmon_${version}_sbom.cdx.json`,
    `dbmon-iac-${version}.tgz`,
    `${stem}_manifest.json`,
    "dbmon.rb",
  ];
  expect(readdirSync(folder).sort()).toEqual([...checkedFiles, `${stem}_SHA256SUMS`].sort());
  expect(JSON.parse(readFileSync(join(folder, `${stem}_manifest.json`), "utf8"))).toEqual({
    version: 1,
    metadata: { protocol_versions: ["6.0"] },
  });
  const sums = readFileSync(join(folder, `${stem}_SHA256SUMS`), "utf8")
    .trim()
    .split("\n");
  expect(sums.map((line) => line.split("  ")[1]).sort()).toEqual(checkedFiles.sort());
  const { stdout } = await execute("sha256sum", ["--check", "--strict", `${stem}_SHA256SUMS`], {
    cwd: folder,
  });
  expect(stdout.match(/: OK$/gm)).toHaveLength(checkedFiles.length);
});

it("has the notices of others' code in each archive and in the npm package", async () => {
  const notices = readFileSync(join(root, "THIRD_PARTY_NOTICES"), "utf8");
  const archived = (file: string) =>
    execute("unzip", ["-p", join(work, "release", file), "THIRD_PARTY_NOTICES"]).then(({ stdout }) => stdout);
  expect(await archived(`dbmon_${version}_${platform}.zip`)).toBe(notices);
  expect(await archived(`${stem}_linux_amd64.zip`)).toBe(notices);
  const file = join(work, "release", `dbmon-iac-${version}.tgz`);
  const { stdout } = await execute("tar", ["-xzOf", file, "package/THIRD_PARTY_NOTICES"]);
  expect(stdout).toBe(notices);
  for (const name of ["bun", "hono", "undici", "zod"])
    expect(notices).toMatch(new RegExp(`^${name} \\d`, "m"));
});

it("is not built with a package that has no text of its license", async () => {
  const code = `import("./scripts/notices/bundled.mjs").then(({ noticesOf }) => noticesOf(["natural-compare"]))`;
  await expect(execute(process.execPath, ["-e", code], { cwd: root })).rejects.toMatchObject({
    stderr: expect.stringContaining("natural-compare has no text of its license") as string,
  });
});

it("names the executable that is missing in --executables, and how to build it", async () => {
  const empty = join(work, "empty");
  mkdirSync(empty);
  const args = [join(root, "scripts/release.ts"), "--out", join(work, "unused"), "--executables", empty];
  await expect(execute(join(root, "node_modules/.bin/tsx"), args)).rejects.toMatchObject({
    stderr: `error: ${join(empty, "dbmon-linux-x64")} does not exist. Build it with npm run build:executables linux-x64.\n`,
  });
});

it("has the same bytes for the same executables, and is signed by the key of GPG_FINGERPRINT", async () => {
  // A short path, because gpg's agent listens on a socket in it.
  const home = mkdtempSync(join(tmpdir(), "gpg-"));
  const environment = { GNUPGHOME: home };
  const gpg = (...args: string[]) =>
    execute("gpg", ["--batch", "--passphrase", "", ...args], { env: { ...process.env, ...environment } });
  try {
    await gpg("--quick-generate-key", "Release test <release@example.com>", "ed25519", "sign");
    const { stdout } = await gpg("--list-keys", "--with-colons");
    const fingerprint = /^fpr:+(\w+):/m.exec(stdout)?.[1] ?? "";
    const again = join(work, "again");
    await release(again, { ...environment, GPG_FINGERPRINT: fingerprint });
    const sums = join(again, `${stem}_SHA256SUMS`);
    expect((await gpg("--verify", `${sums}.sig`, sums)).stderr).toContain("Good signature");
    // The signature has another user, and the archive is that of this machine.
    const page = readFileSync(join(root, "docs/executables.md"), "utf8");
    const [, commands = "", printed = ""] = /```sh\n([^]*?)```\n\n```text\n([^]*?)\n```/.exec(page) ?? [];
    const forThisMachine = (text: string) =>
      text.replaceAll("linux_amd64", platform).replaceAll("0.1.0", version);
    const [verification, check, unpacking] = forThisMachine(commands).split("\n");
    const { stdout: output } = await execute(
      "sh",
      ["-ec", `(${verification}\n${check}\n${unpacking}) 2>&1`],
      {
        cwd: again,
        env: { ...process.env, ...environment },
      },
    );
    expect(firstMissing(forThisMachine(printed).split("\n").slice(0, 2), output)).toBeUndefined();
    rmSync(join(again, "dbmon"));
    rmSync(`${sums}.sig`);
    expect(readdirSync(again)).toEqual(readdirSync(join(work, "release")));
    for (const name of readdirSync(again)) {
      expect(readFileSync(join(again, name)).equals(readFileSync(join(work, "release", name)))).toBe(true);
    }
  } finally {
    await execute("gpgconf", ["--kill", "all"], { env: { ...process.env, ...environment } });
    rmSync(home, { recursive: true, force: true });
  }
});

describe("npm run release:sign and release:publish", () => {
  const script = (
    name: string,
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ) =>
    execute(join(root, "node_modules/.bin/tsx"), [join(root, `scripts/${name}.ts`), ...args], {
      env: { ...process.env, ...environment },
    });
  const folder = () => join(work, "release");

  it("sign with an exported key and its passphrase, and print the release of the tag", async () => {
    const home = mkdtempSync(join(tmpdir(), "gpg-"));
    const env = { ...process.env, GNUPGHOME: home };
    const gpg = (...args: string[]) =>
      execute("gpg", ["--batch", "--pinentry-mode", "loopback", "--passphrase", "secret", ...args], { env });
    try {
      await gpg("--quick-generate-key", "Release test <release@example.com>", "ed25519", "sign");
      const { stdout: privateKey } = await gpg("--export-secret-keys", "--armor");
      const publish = ["--tag", `v${version}`, "--out", folder(), "--dry-run"];
      await expect(script("publish-release", publish)).rejects.toMatchObject({
        stderr: expect.stringContaining("Run npm run release:sign first.") as string,
      });
      const keys = generateKeyPairSync("ed25519");
      const actionKey = keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
      const secrets = {
        GPG_PRIVATE_KEY: privateKey,
        GPG_PASSPHRASE: "secret",
        RELEASE_PRIVATE_KEY: actionKey,
      };
      await expect(script("sign-release", ["--out", folder()], secrets)).rejects.toMatchObject({
        stderr: expect.stringContaining("does not belong to the public key of the action") as string,
      });
      const publicKey = join(work, "release-key.pem");
      writeFileSync(publicKey, keys.publicKey.export({ type: "spki", format: "pem" }));
      await script("sign-release", ["--out", folder(), "--public-key", publicKey], secrets);
      const sums = join(folder(), `${stem}_SHA256SUMS`);
      const signature = readFileSync(join(folder(), `dbmon_${version}_SHA256SUMS.sig`));
      expect(verify(undefined, readFileSync(sums), keys.publicKey, signature)).toBe(true);
      expect((await gpg("--verify", `${sums}.sig`, sums)).stderr).toContain("Good signature");
      const { stdout } = await script("publish-release", publish);
      expect(stdout).toContain(`gh release create v${version} --verify-tag`);
      for (const name of readdirSync(folder())) expect(stdout).toContain(join(folder(), name));
    } finally {
      for (const name of readdirSync(folder())) if (name.endsWith(".sig")) rmSync(join(folder(), name));
      await execute("gpgconf", ["--kill", "all"], { env });
      rmSync(home, { recursive: true, force: true });
    }
  });

  it.each(["release", "publish-release"])("%s refuses the tag of another version", async (name) => {
    await expect(script(name, ["--tag", "v9.9.9", "--out", folder()])).rejects.toMatchObject({
      stderr: `error: The tag "v9.9.9" does not match version ${version} of package.json. Create the tag v${version}.\n`,
    });
  });

  it("release refuses a tag in another repository than that of the pages", async () => {
    const args = ["--tag", `v${version}`, "--out", folder()];
    await expect(script("release", args, { GITHUB_REPOSITORY: "shop/alerts" })).rejects.toMatchObject({
      stderr: `error: src/diagnostics/repository.ts names ${repository}, but this workflow runs in shop/alerts. Set it to "shop/alerts", and run npm run generate.\n`,
    });
  });

  it("the formula has the address and the checksum of each archive, and needs all of them", () => {
    const platforms = ["darwin_arm64", "darwin_amd64", "linux_arm64", "linux_amd64"];
    const sums = new Map(platforms.map((name, index) => [`dbmon_1.2.3_${name}.zip`, String(index)]));
    const options = { version: "1.2.3", repository: "shop/alerts", sums };
    const formula = homebrewFormula(options) ?? "";
    for (const [archive, sum] of sums) {
      const url = `https://github.com/shop/alerts/releases/download/v1.2.3/${archive}`;
      expect(formula).toContain(`url "${url}"\n      sha256 "${sum}"`);
    }
    sums.delete("dbmon_1.2.3_darwin_arm64.zip");
    expect(homebrewFormula(options)).toBeUndefined();
  });
});

it("has a bill of materials that lists what the executable contains", () => {
  const text = readFileSync(join(work, "release", `dbmon_${version}_sbom.cdx.json`), "utf8");
  const { bomFormat, components } = JSON.parse(text) as { bomFormat: string; components: { name: string }[] };
  expect(bomFormat).toBe("CycloneDX");
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["bun", "commander", "diff", "hono", "js-yaml", "zod"]));
  expect(names).not.toContain("libsql");
});

describeWithTerraform("with terraform", () => {
  it("installs from a packed mirror without a network or a home folder, and validates", async () => {
    const mirror = join(work, "mirror/registry.terraform.io/dbmon/dbmon");
    const project = join(work, "project");
    for (const folder of [mirror, project, join(work, "home")]) mkdirSync(folder, { recursive: true });
    const name = `${stem}_${platform}.zip`;
    copyFileSync(join(work, "release", name), join(mirror, name));
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

    await terraform("providers", "lock", `-fs-mirror=${join(work, "mirror")}`, `-platform=${platform}`);
    const lock = readFileSync(join(project, ".terraform.lock.hcl"), "utf8");
    expect(lock.match(/"h1:/g)).toHaveLength(1);
  });
});
