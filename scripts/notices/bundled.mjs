/** The npm packages in a bundle, and the notices of their licenses. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The licenses of packages that are published without their text. */
const licenses = join(root, "scripts/notices/licenses");

/**
 * @param files paths of bundled files, relative to the root, as in esbuild's metafile
 * @returns the names of the packages that the files belong to
 */
export function packagesOf(files) {
  return [...new Set(files.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []))];
}

/** @returns the content of THIRD_PARTY_NOTICES @throws Error for a package without the text of its license */
export function noticesOf(packages) {
  const notices = [...packages].sort().map((name) => {
    const { version, license } = JSON.parse(
      readFileSync(join(root, "node_modules", name, "package.json"), "utf8"),
    );
    return `${"=".repeat(80)}\n${name} ${version} (${license.replace(/^\((.*)\)$/, "$1")})\n\n${licenseTextOf(name)}\n`;
  });
  return `The npm package, the executables and the GitHub Action contain these packages. The executables also contain Bun.\n\n${notices.join("\n")}`;
}

function licenseTextOf(name) {
  const folder = join(root, "node_modules", name);
  const files = readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|notice|copying)/i.test(file))
    .sort();
  const paths = files.map((file) => join(folder, file));
  const own = join(licenses, `${name.replace("/", "+")}.txt`);
  if (existsSync(own)) paths.push(own);
  if (paths.length > 0) return paths.map((path) => readFileSync(path, "utf8").trim()).join("\n\n");
  throw new Error(
    `The bundled package ${name} has no text of its license. Write the text of its repository to scripts/notices/licenses/${name.replace("/", "+")}.txt.`,
  );
}
