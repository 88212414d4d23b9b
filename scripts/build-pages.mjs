/** Writes the pages: that of the emulator as one script and one style sheet, and the static files of reports. */
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/** Files that the programs read as they are. */
const staticFiles = [
  "emulator/page/page.html",
  "emulator/page/base.css",
  "reports/html/page.css",
  "reports/html/filter.js",
];

/** @returns the paths of the sources, relative to the root */
export async function buildPages(root, dist) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["src/emulator/page/page.tsx", "src/emulator/page/page.css"],
    outdir: join(dist, "emulator/page"),
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2023",
    metafile: true,
    logLevel: "warning",
  });
  for (const file of staticFiles) {
    mkdirSync(join(dist, file, ".."), { recursive: true });
    copyFileSync(join(root, "src", file), join(dist, file));
  }
  return Object.keys(metafile.inputs);
}
