/** Names and place of the files of a release. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod";

const root = join(__dirname, "../..");

export const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));

/** The beginning of the names in Terraform's registry. */
export const stem = `terraform-provider-dbmon_${version}`;

export const sumsName = `${stem}_SHA256SUMS`;

/** The npm package. */
export const packageName = `dbmon-iac-${version}.tgz`;

/** The signature of the checksums that the GitHub Action verifies. That of Terraform's registry is OpenPGP, which Node.js cannot verify. */
export const actionSignatureName = `dbmon_${version}_SHA256SUMS.sig`;

/** @param out the option --out */
export function releaseFolder(out: string | undefined): string {
  return resolve(out ?? join(root, "dist/release"));
}

/** @param tag the option --tag @throws Error if the tag is not that of the version in package.json */
export function checkTag(tag: string | undefined): void {
  const expected = `v${version}`;
  if (tag === undefined || tag === expected) return;
  throw new Error(
    `The tag ${JSON.stringify(tag)} does not match version ${version} of package.json. Create the tag ${expected}.`,
  );
}
