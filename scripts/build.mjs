/**
 * Builds dist/: the provider as one executable file, the compiled package with the emulator's page, and the command in parts
 * (docs/decisions/0006). `--provider-only` leaves all but the provider out: what is generated from the provider's schema is part
 * of the package.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A file that asks for its folder gets the one that it would have in dist, though it is part of another file. */
const ownFolders = {
  name: "own-folders",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/](cli|emulator)[\\/].*\.ts$/ }, ({ path }) => {
      const folder = JSON.stringify(relative(join(root, "src/cli"), dirname(path)));
      const ownFolder = `require("node:path").join(commandFolder, ${folder})`;
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
  await buildCommand();
  copyPage("emulator/page/");
}

/**
 * The command as a file to start, and in parts what its commands do, the emulator, and what several of these need: a start reads and
 * compiles what it runs, and no more. esbuild finds the parts only in ES modules, which node starts more slowly: they become CommonJS afterwards.
 */
async function buildCommand() {
  const folder = `${root}dist/cli`;
  const { outputFiles } = await build({
    ...asOneFile,
    format: "esm",
    splitting: true,
    entryPoints: { main: "src/cli/main.ts" },
    outdir: folder,
    chunkNames: "parts/[name]-[hash]",
    external: ["libsql", "hono", "@hono/node-server"],
    plugins: [ownFolders],
    write: false,
  });
  mkdirSync(`${folder}/parts`, { recursive: true });
  for (const { path, text } of outputFiles) {
    const ownFolder = dirname(path) === folder ? "__dirname" : 'require("node:path").dirname(__dirname)';
    // Not made smaller: that saves little time, and a trace of a bug is to be read.
    const { code } = await transform(text, {
      format: "cjs",
      platform: "node",
      target: asOneFile.target,
      // Its `require` instead: an import() would load what node has for ES modules.
      supported: { "dynamic-import": false },
      banner: `const commandFolder = ${ownFolder};`,
    });
    // A command that runs meanwhile may be about to read it.
    if (!existsSync(path) || readFileSync(path, "utf8") !== code) writeFileSync(path, code);
  }
  const made = new Set(outputFiles.map(({ path }) => path));
  for (const name of readdirSync(`${folder}/parts`)) {
    const path = `${folder}/parts/${name}`;
    if (!made.has(path)) rmSync(path);
  }
  chmodSync(`${folder}/main.js`, 0o755);
}

/** Removes what was made from files that are no longer there, and nothing else: the rest is compiled in steps. */
function removeStale(folder) {
  const compiled = `${root}dist/${folder}`;
  if (!existsSync(compiled)) return;
  for (const entry of readdirSync(compiled, { withFileTypes: true })) {
    const path = `${folder}${entry.name}`;
    // Its parts have no sources of their own: see buildCommand.
    if (path === "cli/parts") continue;
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
