/**
 * Signs the checksums of a release: with GnuPG, because Terraform's registry requires a detached binary signature, and with ed25519 for the
 * GitHub Action.
 */
import { spawnSync } from "node:child_process";
import { sign, verify } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Signs with a key of the user's keyring. @param key its fingerprint @throws Error if gpg fails */
export function signWithKeyring(file: string, key: string): void {
  gpg(["--local-user", key, ...signing(file)], { action: `sign with the key ${key}` });
}

/**
 * @param privateKey ed25519, in PEM
 * @param publicKey the one that the GitHub Action contains, in PEM
 * @throws Error if the keys are not a pair
 */
export function signForAction(content: Buffer, privateKey: string, publicKey: string): Buffer {
  const signature = sign(undefined, content, privateKey);
  if (verify(undefined, content, publicKey, signature)) return signature;
  throw new Error(
    "RELEASE_PRIVATE_KEY does not belong to the public key of the action. Write its public key to action/release-key.pem, and run npm run generate.",
  );
}

export interface ExportedKey {
  /** The private key, exported with --armor. */
  readonly privateKey: string;
  readonly passphrase: string;
}

/** Signs with an exported key, which is not added to the user's keyring. @throws Error if gpg fails */
export function signWithExportedKey(file: string, { privateKey, passphrase }: ExportedKey): void {
  // A short path, because gpg's agent listens on a socket in it.
  const home = mkdtempSync(join(tmpdir(), "gpg-"));
  const variables = { GNUPGHOME: home };
  try {
    gpg(["--import"], { action: "import the signing key", variables, input: privateKey, isQuiet: true });
    const unlock = ["--pinentry-mode", "loopback", "--passphrase-fd", "0"];
    gpg([...unlock, ...signing(file)], { action: "sign", variables, input: passphrase });
  } finally {
    spawnSync("gpgconf", ["--kill", "all"], { env: { ...process.env, ...variables } });
    rmSync(home, { recursive: true, force: true });
  }
}

/** @returns a key without a passphrase that belongs to nobody @throws Error if gpg fails */
export function createTemporaryKey(): ExportedKey {
  const home = mkdtempSync(join(tmpdir(), "gpg-"));
  const variables = { GNUPGHOME: home };
  const quietly = { action: "create a key", variables, isQuiet: true };
  try {
    const unlock = ["--pinentry-mode", "loopback", "--passphrase", ""];
    gpg([...unlock, "--quick-generate-key", "Dry run <dry-run@example.com>", "ed25519", "sign"], quietly);
    const file = join(home, "key.asc");
    gpg([...unlock, "--output", file, "--export-secret-keys", "--armor"], quietly);
    return { privateKey: readFileSync(file, "utf8"), passphrase: "" };
  } finally {
    spawnSync("gpgconf", ["--kill", "all"], { env: { ...process.env, ...variables } });
    rmSync(home, { recursive: true, force: true });
  }
}

function signing(file: string): string[] {
  return ["--yes", "--output", `${file}.sig`, "--detach-sign", file];
}

interface GpgRun {
  readonly action: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** Content of stdin, so that a secret is not an argument. */
  readonly input?: string;
  /** Prints what gpg prints only if it fails. */
  readonly isQuiet?: boolean;
}

function gpg(args: readonly string[], { action, variables = {}, input = "", isQuiet = false }: GpgRun): void {
  const output = isQuiet ? "pipe" : "inherit";
  const { status, error, stderr } = spawnSync("gpg", ["--batch", ...args], {
    input,
    stdio: ["pipe", output, output],
    env: { ...process.env, ...variables },
    encoding: "utf8",
  });
  if (error !== undefined) throw new Error(`Cannot run gpg: ${error.message}.`);
  if (status !== 0) throw new Error(`gpg cannot ${action}.${isQuiet ? `\n${stderr}` : ""}`);
}
