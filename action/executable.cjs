/** Downloads the executable of a release, and verifies its checksum. */
const { createHash } = require("node:crypto");
const { existsSync, mkdirSync, renameSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { download } = require("./download.cjs");
const { readZipEntry } = require("./zip.cjs");

const maxBytes = 256 * 1024 * 1024;

/**
 * Steps of the same job share the file.
 * @returns the path of the executable
 */
async function downloadExecutable(version, environment) {
  const {
    RUNNER_TEMP: temporary = "",
    GITHUB_SERVER_URL: server = "",
    DBMON_ACTION_REPOSITORY: repository,
  } = environment;
  const folder = join(temporary, `dbmon-${version}`);
  const program = process.platform === "win32" ? "dbmon.exe" : "dbmon";
  const file = join(folder, program);
  if (existsSync(file)) return file;
  if (!repository) {
    throw new Error(
      "The action is not used from a repository with releases. Install the npm package dbmon-iac in the project.",
    );
  }
  const release = `${server}/${repository}/releases/download/v${version}`;
  const archive = archiveName(version);
  const sums = (
    await download(`${release}/terraform-provider-dbmon_${version}_SHA256SUMS`, maxBytes)
  ).toString("utf8");
  const expected = sums
    .split("\n")
    .find((line) => line.endsWith(`  ${archive}`))
    ?.slice(0, 64);
  if (expected === undefined)
    throw new Error(`Release ${version} has no executable for this machine (${archive}).`);
  const content = await download(`${release}/${archive}`, maxBytes);
  const actual = createHash("sha256").update(content).digest("hex");
  if (actual !== expected) {
    throw new Error(`The checksum of ${archive} is wrong: ${actual}, expected ${expected}. Nothing was run.`);
  }
  mkdirSync(folder, { recursive: true });
  // Another step may download at the same time.
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, readZipEntry(content, program, maxBytes), { mode: 0o755 });
  renameSync(partial, file);
  return file;
}

function archiveName(version) {
  const platform = { linux: "linux", darwin: "darwin", win32: "windows" }[process.platform];
  const architecture = { x64: "amd64", arm64: "arm64" }[process.arch];
  if (platform === undefined || architecture === undefined) {
    throw new Error(
      `There is no executable for ${process.platform} on ${process.arch}. Install the npm package dbmon-iac.`,
    );
  }
  const isMusl = platform === "linux" && process.report.getReport().header.glibcVersionRuntime === undefined;
  return `dbmon_${version}_${platform}_${architecture}${isMusl ? "_musl" : ""}.zip`;
}

module.exports = { downloadExecutable };
