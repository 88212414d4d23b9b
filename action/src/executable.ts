/** Downloads the executable of a release through the proxy of the environment variables, and verifies its signed checksum. */
import { createHash, verify } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HttpClient } from "@actions/http-client";
import { unzipSync } from "fflate";
import { executableFile, libcOf, registryPlatform, releasedPlatforms } from "../../src/platform";

/** action/release-key.pem, the ed25519 key that verifies the checksums of a release. The bundle contains it. */
declare const releaseKey: string;

const maxBytes = 256 * 1024 * 1024;
const timeoutMs = 300_000;
const maxAttempts = 3;

/** @param temporary a folder for files of the job @returns the path of the executable, in a new folder, because another step could have replaced a file of an earlier one */
export async function downloadExecutable(
  version: string,
  temporary: string,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const { GITHUB_SERVER_URL: server = "https://github.com", DBMON_ACTION_REPOSITORY: repository = "" } =
    environment;
  const program = executableFile("dbmon", process.platform);
  if (repository === "") {
    throw new Error(
      "The action is not used from a repository with releases. Install the npm package dbmon-iac in the project.",
    );
  }
  const release = `${server}/${repository}/releases/download/v${version}`;
  const archive = archiveName(version);
  const sums = await download(`${release}/terraform-provider-dbmon_${version}_SHA256SUMS`);
  const signature = await download(`${release}/dbmon_${version}_SHA256SUMS.sig`);
  if (!verify(undefined, sums, releaseKey, signature))
    throw new Error(`The signature of the checksums of release ${version} is wrong. Nothing was run.`);
  const line = sums
    .toString("utf8")
    .split("\n")
    .find((one) => one.endsWith(`  ${archive}`));
  if (line === undefined)
    throw new Error(`Release ${version} has no executable for this machine (${archive}).`);
  const expected = line.slice(0, 64);
  const content = await download(`${release}/${archive}`);
  const actual = createHash("sha256").update(content).digest("hex");
  if (actual !== expected) {
    throw new Error(`The checksum of ${archive} is wrong: ${actual}, expected ${expected}. Nothing was run.`);
  }
  const { [program]: executable } = unzipSync(content, { filter: ({ name }) => name === program });
  if (executable === undefined) throw new Error(`${archive} has no file ${program}.`);
  const file = join(mkdtempSync(join(temporary, `dbmon-${version}-`)), program);
  writeFileSync(file, executable, { mode: 0o755, flag: "wx" });
  return file;
}

function archiveName(version: string): string {
  const { platform, arch } = process;
  const name = registryPlatform(platform, arch);
  if (!releasedPlatforms.includes(name))
    throw new Error(`There is no executable for ${platform} on ${arch}. Install the npm package dbmon-iac.`);
  const isMusl = libcOf(platform, process.report.getReport()) === "musl";
  return `dbmon_${version}_${name}${isMusl ? "_musl" : ""}.zip`;
}

/** GitHub redirects downloads to its storage. They need no token. */
async function download(url: string): Promise<Buffer> {
  const { protocol, hostname } = new URL(url);
  if (protocol !== "https:" && hostname !== "127.0.0.1")
    throw new Error(`Cannot download ${url}: it is not https://.`);
  for (let attempt = 1; ; attempt++) {
    const client = new HttpClient("dbmon-iac", [], { maxRedirects: 5, socketTimeout: timeoutMs });
    try {
      const { message } = await client.get(url);
      const { statusCode: status = 0 } = message;
      if (status === 200) return await readBody(message);
      message.destroy();
      if ((status < 500 && status !== 429) || attempt === maxAttempts) throw new Refusal(`status ${status}`);
    } catch (error) {
      if (!(error instanceof Refusal) && attempt < maxAttempts) continue;
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`Cannot download ${url}: ${reason}.`, { cause: error });
    } finally {
      client.dispose();
    }
  }
}

/** A failure that another attempt does not change. */
class Refusal extends Error {}

async function readBody(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new Refusal(`it exceeds ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
