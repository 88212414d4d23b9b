/**
 * Writes action/proxy.cjs: the proxy support of the client, for the GitHub Action, which runs without an installation and without a build.
 * `tsx scripts/generate-action-proxy.ts [--out FILE]`. Needs nothing that was built.
 */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const root = resolve(__dirname, "..");
const { values } = parseArgs({ options: { out: { type: "string" } } });
const out = resolve(values.out ?? join(root, "action/proxy.cjs"));

async function main(): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: {
      contents: `export { selectProxy } from "./proxy"; export { openTunnel } from "./proxy-connector";`,
      resolveDir: join(root, "src/client"),
    },
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    banner: { js: "// Generated from src/client by npm run generate." },
    write: false,
  });
  for (const { text } of outputFiles) writeFileSync(out, text);
}

void main();
