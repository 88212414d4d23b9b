/**
 * `npm run release:sign` signs the checksums of a release: with the GnuPG key in the variable GPG_PRIVATE_KEY, and its passphrase in
 * GPG_PASSPHRASE, and with the ed25519 key in RELEASE_PRIVATE_KEY, which the GitHub Action verifies. Options, after `--`:
 *
 * --out FOLDER       signs the release in another folder than dist/release
 * --public-key FILE  verifies with another key than action/release-key.pem
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { actionSignatureName, releaseFolder, sumsName } from "./release/files";
import { signForAction, signWithExportedKey } from "./release/sign";

function main(): void {
  const { values } = parseArgs({
    options: {
      out: { type: "string" },
      "public-key": { type: "string", default: resolve(__dirname, "../action/release-key.pem") },
    },
  });
  const folder = releaseFolder(values.out);
  const sums = join(folder, sumsName);
  if (!existsSync(sums)) throw new Error(`${sums} does not exist. Run npm run release first.`);
  const privateKey = requireVariable("GPG_PRIVATE_KEY", "gpg --export-secret-keys --armor");
  const actionKey = requireVariable("RELEASE_PRIVATE_KEY", "openssl genpkey -algorithm ed25519");
  const signature = join(folder, actionSignatureName);
  const publicKey = readFileSync(values["public-key"], "utf8");
  writeFileSync(signature, signForAction(readFileSync(sums), actionKey, publicKey));
  signWithExportedKey(sums, { privateKey, passphrase: process.env["GPG_PASSPHRASE"] ?? "" });
  process.stdout.write(`${signature}\n${sums}.sig\n`);
}

function requireVariable(name: string, command: string): string {
  const value = process.env[name] ?? "";
  if (value === "") throw new Error(`${name} is not set. Set it to the output of ${command}.`);
  return value;
}

try {
  main();
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
