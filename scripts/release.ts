/**
 * Makes what a release of the provider consists of, as Terraform's registry and mirrors want it: a zip a platform, the manifest and
 * the checksums of them all. `npm run release [-- --out FOLDER]`, by default dist/release. The same sources give the
 * same bytes. Nothing is signed (docs/releasing.md).
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

/** One script for all of them: what differs is the name that Terraform looks for. */
const platforms = ["darwin_amd64", "darwin_arm64", "linux_amd64", "linux_arm64"];

const archive = Buffer.from(
  zipSync({
    LICENSE: [readFileSync(join(root, "LICENSE")), stored(0o644)],
    [`terraform-provider-dbmon_v${version}`]: [
      readFileSync(join(root, "dist/terraform-provider-dbmon")),
      stored(0o755),
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

/** Nothing in it depends on when, where or with which version of a compressor it was made. */
function stored(permissions: number): ZipOptions {
  const unix = 3;
  const regularFile = 0o100_000;
  // The first day that a zip can name.
  const mtime = new Date(1980, 0, 1);
  return { level: 0, os: unix, attrs: (regularFile | permissions) * 0x1_0000, mtime };
}
