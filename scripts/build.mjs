/**
 * Builds dist/: the provider as one executable file, the compiled package with the emulator's page, and the command, which is
 * one file as well: it starts twice as fast as from the package's 370 files. `--provider-only` leaves all but the provider
 * out: what is generated from the provider's schema is part of the package.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A file that asks for its folder gets the one that it would have in dist, though it is part of another file. */
const ownFolders = {
  name: "own-folders",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/](cli|emulator)[\\/].*\.ts$/ }, ({ path }) => {
      const folder = JSON.stringify(relative(join(root, "src/cli"), dirname(path)));
      const ownFolder = `require("node:path").join(__dirname, ${folder})`;
      return { contents: readFileSync(path, "utf8").replace(/\b__dirname\b/g, ownFolder), loader: "ts" };
    });
  },
};

const asOneFile = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  logLevel: "warning",
};

await build({
  ...asOneFile,
  entryPoints: ["src/provider/main.ts"],
  outfile: "dist/terraform-provider-dbmon",
  minify: true,
  keepNames: true,
  banner: { js: "#!/usr/bin/env node" },
});
chmodSync(`${root}dist/terraform-provider-dbmon`, 0o755);

if (!process.argv.includes("--provider-only")) {
  removeStale("");
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const compiled = spawnSync(process.execPath, [tsc, "-b"], { cwd: root, stdio: "inherit" });
  if (compiled.status !== 0) process.exit(compiled.status ?? 1);
  // Not made smaller: that saves no time, and a trace of a bug is to be read.
  await build({
    ...asOneFile,
    entryPoints: ["src/cli/main.ts"],
    outfile: "dist/cli/main.js",
    external: ["libsql", "hono", "@hono/node-server"],
    plugins: [ownFolders],
  });
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
