/**
 * Bundles action/index.cjs: the GitHub Action, which runs without an installation and without a build.
 * `tsx scripts/generate-action.ts [--out FILE]`. Needs nothing that was built.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const root = resolve(__dirname, "..");
const { values } = parseArgs({ options: { out: { type: "string" } } });

void build({
  absWorkingDir: root,
  entryPoints: ["action/src/main.ts"],
  outfile: resolve(values.out ?? join(root, "action/index.cjs")),
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
});
