/**
 * `npm run release:sign` signs the checksums of a release with the key in the variable GPG_PRIVATE_KEY, and its passphrase in
 * GPG_PASSPHRASE. `--out FOLDER` names another folder than dist/release.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { releaseFolder, sumsName } from "./release/files";
import { signWithExportedKey } from "./release/sign";

function main(): void {
  const { values } = parseArgs({ options: { out: { type: "string" } } });
  const sums = join(releaseFolder(values.out), sumsName);
  if (!existsSync(sums)) throw new Error(`${sums} does not exist. Run npm run release first.`);
  const privateKey = process.env["GPG_PRIVATE_KEY"] ?? "";
  if (privateKey === "")
    throw new Error("GPG_PRIVATE_KEY is not set. Set it to the output of gpg --export-secret-keys --armor.");
  signWithExportedKey(sums, { privateKey, passphrase: process.env["GPG_PASSPHRASE"] ?? "" });
  process.stdout.write(`${sums}.sig\n`);
}

try {
  main();
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
