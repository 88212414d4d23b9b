/**
 * Builds dist/: the provider as one executable file, and the compiled package with the emulator's page. `--provider-only`
 * leaves the package out: what is generated from the provider's schema is part of the package.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Two fifths of the provider would be zod's messages in fifty languages, compiled at every start. It speaks English alone.
 */
const englishAlone = {
  name: "english-alone",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.c?js$/ }, ({ path }) => ({
      contents: 'export { default as en } from "./en.js";',
      resolveDir: dirname(path),
    }));
  },
};

await build({
  absWorkingDir: root,
  entryPoints: ["src/provider/main.ts"],
  outfile: "dist/terraform-provider-dbmon",
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  minify: true,
  keepNames: true,
  banner: { js: "#!/usr/bin/env node" },
  plugins: [englishAlone],
  logLevel: "warning",
});
chmodSync(`${root}dist/terraform-provider-dbmon`, 0o755);

if (!process.argv.includes("--provider-only")) {
  removeStale("");
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const compiled = spawnSync(process.execPath, [tsc, "-b"], { cwd: root, stdio: "inherit" });
  if (compiled.status !== 0) process.exit(compiled.status ?? 1);
  chmodSync(`${root}dist/cli/main.js`, 0o755);
  copyPage("emulator/page/");
}

/** Removes what was made from files that are no longer there, and nothing else: the rest is compiled in steps. */
function removeStale(folder) {
  const compiled = `${root}dist/${folder}`;
  if (!existsSync(compiled)) return;
  for (const entry of readdirSync(compiled, { withFileTypes: true })) {
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory()) removeStale(`${path}/`);
    const source = path.replace(/(\.d\.ts|\.js)$/, ".ts");
    const isMade = source !== path || isPageFile(path);
    if (isMade && !existsSync(`${root}src/${source}`)) rmSync(`${root}dist/${path}`);
  }
}

/** The browser gets these files as they are. */
function copyPage(folder) {
  for (const name of readdirSync(`${root}src/${folder}`).filter(isPageFile)) {
    copyFileSync(`${root}src/${folder}${name}`, `${root}dist/${folder}${name}`);
  }
}

function isPageFile(path) {
  return /\.(html|css|js)$/.test(path);
}
