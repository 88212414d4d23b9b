/** Bundles the GitHub Action, which runs without an installation and without a build. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";

const root = resolve(__dirname, "..");

/** @returns the paths of the sources, relative to the root */
export async function bundleAction(outfile: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["action/src/main.ts"],
    outfile,
    bundle: true,
    minify: true,
    legalComments: "inline",
    platform: "node",
    target: "node20",
    format: "cjs",
    banner: { js: "// Generated from action/src by npm run generate." },
    define: { releaseKey: JSON.stringify(readFileSync(join(root, "action/release-key.pem"), "utf8")) },
    // It would be 450 KB of 480.
    alias: { undici: "./action/src/no-undici.ts" },
    metafile: true,
  });
  return Object.keys(metafile.inputs);
}
