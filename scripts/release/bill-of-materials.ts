/** The software bill of materials of the executables, in the CycloneDX format, from the lock file. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const root = join(__dirname, "../..");

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      integrity: z.string().optional(),
      license: z.string().optional(),
    }),
  ),
});

/**
 * @param packages names of the npm packages that the executables contain
 * @returns JSON without the time, so that it is the same for the same sources
 */
export function billOfMaterials(packages: readonly string[]): string {
  const lock = lockFile.parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"))).packages;
  const component = (name: string, path: string, type: "application" | "library") => {
    const { version, integrity, license } = lock[path] ?? {};
    if (version === undefined) throw new Error(`package-lock.json has no ${path}.`);
    const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
    return {
      type,
      "bom-ref": purl,
      name,
      version,
      purl,
      ...(license === undefined ? {} : { licenses: [licenseOf(license)] }),
      ...(integrity === undefined ? {} : { hashes: [hashOf(integrity)] }),
    };
  };
  const document = {
    $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: component("dbmon-iac", "", "application") },
    components: [...packages].sort().map((name) => component(name, `node_modules/${name}`, "library")),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** @param license an SPDX identifier, or an expression of several */
function licenseOf(license: string) {
  return license.includes(" ") ? { expression: license } : { license: { id: license } };
}

/** npm's integrity is `sha512-` and Base64. CycloneDX has hexadecimal hashes. */
function hashOf(integrity: string): { readonly alg: "SHA-512"; readonly content: string } {
  const [algorithm, base64 = ""] = integrity.split("-");
  if (algorithm !== "sha512") throw new Error(`Unexpected integrity ${integrity}.`);
  return { alg: "SHA-512", content: Buffer.from(base64, "base64").toString("hex") };
}
