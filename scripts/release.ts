/**
 * Writes the files of a provider release in the layout of Terraform's registry: one zip file per platform, the manifest and their
 * checksums. Usage: `npm run release [-- --out FOLDER]`, default dist/release. The same sources produce the same bytes.
 * Nothing is signed (docs/releasing.md).
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { zipSync, type ZipOptions } from "fflate";
import * as z from "zod";

const root = resolve(__dirname, "..");
const { values } = parseArgs({ options: { out: { type: "string" } } });
const out = resolve(values.out ?? join(root, "dist/release"));

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
const stem = `terraform-provider-dbmon_${version}`;

/** All platforms get the same script. Terraform selects an archive by its name. */
const platforms = ["darwin_amd64", "darwin_arm64", "linux_amd64", "linux_arm64"];

const archive = Buffer.from(
  zipSync({
    LICENSE: [readFileSync(join(root, "LICENSE")), storedEntry(0o644)],
    [`terraform-provider-dbmon_v${version}`]: [
      readFileSync(join(root, "dist/terraform-provider-dbmon")),
      storedEntry(0o755),
    ],
  }),
);
const manifest = { version: 1, metadata: { protocol_versions: ["6.0"] } };
const files = new Map<string, Buffer>([
  ...platforms.map((platform) => [`${stem}_${platform}.zip`, archive] as const),
  [`${stem}_manifest.json`, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)],
]);
const sums = [...files].map(
  ([name, content]) => `${createHash("sha256").update(content).digest("hex")}  ${name}\n`,
);
files.set(`${stem}_SHA256SUMS`, Buffer.from(sums.join("")));

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const [name, content] of files) {
  writeFileSync(join(out, name), content);
  process.stdout.write(`${join(out, name)}\n`);
}

/** Options that do not depend on the time, the machine or the version of a compressor. */
function storedEntry(permissions: number): ZipOptions {
  const unix = 3;
  const regularFile = 0o100_000;
  // The first date that a zip file can represent.
  const mtime = new Date(1980, 0, 1);
  return { level: 0, os: unix, attrs: (regularFile | permissions) * 0x1_0000, mtime };
}
