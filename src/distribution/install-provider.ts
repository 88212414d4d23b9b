/** Installs the provider into a filesystem mirror, for this machine and for other platforms. */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  constants,
  copyFileSync,
  linkSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { errorMessage, ProblemError, quote } from "../diagnostics";
import { createFolder, executableFile, registryPlatform, scriptPlatforms } from "../platform";
import { isExecutable, version } from "./version";

/** One content at several paths of the mirror. */
interface Installation {
  readonly source: string;
  /** One per engine. */
  readonly files: readonly string[];
  readonly mode: number;
}

export function installProvider(mirror: string, platforms: readonly string[]): string[] {
  const installations = platforms.map((platform) => findInstallation(mirror, platform));
  try {
    installations.forEach(placeFiles);
  } catch (error) {
    const what = `Cannot install the provider: ${errorMessage(error)}.`;
    throw ProblemError.of(
      "package-failed",
      what,
      { where: { file: mirror }, remedy: "Choose a writable folder." },
      { cause: error },
    );
  }
  return installations.flatMap(({ files }) => files.slice(0, 1));
}

/** An executable runs on one platform. For another platform, the mirror gets the archive of the release. */
function findInstallation(mirror: string, platform: string): Installation {
  const source = providerProgram();
  if (platform === thisPlatform() || (!isExecutable && scriptPlatforms.includes(platform)))
    return { source, files: mirrorFiles(mirror, platform), mode: 0o755 };
  const folder = dirname(source);
  const archived = isExecutable ? readdirSync(folder).flatMap((file) => platformOfArchive(file) ?? []) : [];
  const name = archiveName(platform);
  if (!archived.includes(platform)) {
    const available = isExecutable ? [thisPlatform(), ...archived] : scriptPlatforms;
    const download = isExecutable ? `Download ${name} of the release into ${folder}. ` : "";
    throw ProblemError.of("package-failed", `There is no provider for the platform ${quote(platform)}.`, {
      remedy: `${download}Available: ${available.join(", ")}.`,
    });
  }
  return { source: join(folder, name), files: mirrorArchives(mirror, platform), mode: 0o644 };
}

/** The paths of the other engines are links to the first, because an executable is large. */
function placeFiles({ source, files, mode }: Installation): void {
  const [first = "", ...others] = files;
  placeFile(first, (file) => {
    copyFileSync(source, file, constants.COPYFILE_FICLONE);
    chmodSync(file, mode);
  });
  for (const other of others) {
    placeFile(other, (file) => {
      try {
        linkSync(first, file);
      } catch {
        // Not every file system has links.
        copyFileSync(first, file);
      }
    });
  }
}

/** Replaces the file in one step. A running Terraform keeps the old one, which cannot be written to. */
function placeFile(file: string, write: (temporary: string) => void): void {
  createFolder(dirname(file));
  const temporary = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    write(temporary);
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** The registries that Terraform and OpenTofu search by default. */
const registries = ["registry.terraform.io", "registry.opentofu.org"];
export const providerSource = "dbmon/dbmon";

/** Returns one path per registry. */
function mirrorFiles(mirror: string, platform: string): string[] {
  const name = `terraform-provider-dbmon_v${version}`;
  const file = executableFile(name, platform.startsWith("windows_") ? "win32" : process.platform);
  return registries.map((registry) => join(mirror, registry, providerSource, version, platform, file));
}

/** Returns one path per registry, for the archive of another platform. */
function mirrorArchives(mirror: string, platform: string): string[] {
  return registries.map((registry) => join(mirror, registry, providerSource, archiveName(platform)));
}

const archivePrefix = `terraform-provider-dbmon_${version}_`;

/** The name of the archive in a release, and in a mirror. */
function archiveName(platform: string): string {
  return `${archivePrefix}${platform}.zip`;
}

function platformOfArchive(name: string): string | undefined {
  if (!name.startsWith(archivePrefix) || !name.endsWith(".zip")) return undefined;
  return name.slice(archivePrefix.length, -".zip".length);
}

/** For example linux_amd64. */
export function thisPlatform(): string {
  return registryPlatform(process.platform, process.arch);
}

/** The CLI configuration with which Terraform and OpenTofu install the provider from the mirror. */
export function cliConfiguration(mirror: string): string {
  return [
    "provider_installation {",
    "  filesystem_mirror {",
    `    path    = ${JSON.stringify(mirror)}`,
    `    include = ["${providerSource}"]`,
    "  }",
    "  direct {",
    `    exclude = ["${providerSource}"]`,
    "  }",
    "}",
  ].join("\n");
}

function providerProgram(): string {
  if (isExecutable) return process.execPath;
  const bundle = join(__dirname, "..", "terraform-provider-dbmon");
  if (statSync(bundle, { throwIfNoEntry: false }) !== undefined) return bundle;
  throw ProblemError.of("package-failed", "The provider has not been built.", {
    where: { file: bundle },
    remedy: "Run npm run build.",
  });
}

/** Starts the provider for debugging. It prints its own output, and ends when this process disconnects. */
export function startProvider(): ChildProcess {
  const program = providerProgram();
  if (!isExecutable) return fork(program, ["--reattach"]);
  // The executable is the provider if it has this name.
  return spawn(program, ["--reattach"], {
    argv0: "terraform-provider-dbmon",
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
}
