/** Names and place of the files of a release. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod";
import { repository } from "../../src/diagnostics/repository";

const root = join(__dirname, "../..");

export const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));

/** The beginning of the names in Terraform's registry. */
export const stem = `terraform-provider-dbmon_${version}`;

export const sumsName = `${stem}_SHA256SUMS`;

/** The protocol of the provider for Terraform's registry. */
export const registryManifest = { version: 1, metadata: { protocol_versions: ["6.0"] } };

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

/**
 * @param actual owner and name of the repository in which the workflow runs
 * @throws Error if it is another than in the pages, the formula and the schemas
 */
export function checkRepository(actual: string | undefined): void {
  if (actual === undefined || actual === repository) return;
  throw new Error(
    `src/diagnostics/repository.ts names ${repository}, but this workflow runs in ${actual}. Set it to ${JSON.stringify(actual)}, and run npm run generate.`,
  );
}
