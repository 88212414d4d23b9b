/**
 * Builds dist/: the provider as one executable file, the compiled package with its pages, and the command as a set of
 * bundles (docs/decisions/0006). `--provider-only` builds only the provider, from whose schema parts of the package are generated.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import { buildPages } from "./build-pages.mjs";
import { noticesOf, packagesOf } from "./notices/bundled.mjs";
import { undiciPool } from "./undici-pool.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Replaces `__dirname` in a bundled file with the folder that the compiled file has in dist. */
const keepDirnames = {
  name: "keep-dirnames",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/](cli|distribution|emulator|reports)[\\/].*\.ts$/ }, ({ path }) => {
      const folder = JSON.stringify(relative(join(root, "src/cli"), dirname(path)));
      const dirnameInDist = `require("node:path").join(commandFolder, ${folder})`;
      return { contents: readFileSync(path, "utf8").replace(/\b__dirname\b/g, dirnameInDist), loader: "ts" };
    });
  },
};

/** The check for old Node versions: JavaScript for the start of an entry file, which they must be able to parse. */
const minNode = 20;
const isNodeTooOld = `parseInt(process.versions.node, 10) < ${minNode}`;
const nodeMessage = (product) =>
  `"${product} requires Node ${minNode} or later, but this is Node " + process.versions.node + ": install it from https://nodejs.org."`;

/** Minifies the packages, which make half of the code that a command loads. Stack traces show the lines of the command itself. */
const minifyPackages = {
  name: "minify-packages",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/].*\.js$/ }, async ({ path }) => {
      const { code } = await transform(readFileSync(path, "utf8"), {
        minify: true,
        target: bundleOptions.target,
      });
      return { contents: code };
    });
  },
};

const directive = '"use strict";\n';
/** The lines of the checks at the start of a compiled entry file. */
const checksPattern = /^(?:(?:if \(parseInt\(process\.versions|try \{ require\.resolve\().*\n)+/m;

const bundleOptions = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  metafile: true,
  logLevel: "warning",
};

const provider = await build({
  ...bundleOptions,
  entryPoints: ["src/provider/main.ts"],
  // Becomes `require`: import() would load the ES module loader of Node.js.
  supported: { "dynamic-import": false },
  outfile: "dist/terraform-provider-dbmon",
  write: false,
  plugins: [undiciPool],
  // Names stay as they are, for stack traces. esbuild's keepNames would run code for each function that is created.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: "none",
});
const [{ text: providerText }] = provider.outputFiles;
// V8 needs twice the memory and more time for other texts. esbuild escapes all of them except those in regular expressions.
if (/[^\0-\x7f]/.test(providerText))
  throw new Error("Escape the characters of a regular expression of the provider: \\u201C.");
mkdirSync(`${root}dist`, { recursive: true });
/**
 * One file, because Terraform identifies a provider by it. Old versions of Node.js must be able to parse it, so that the check runs. So the
 * provider is a string, which the file compiles after the check.
 * Terraform shows the first line of stdout if it is no handshake, and nothing of stderr. For Node.js, the second line is a string.
 */
writeFileSync(
  `${root}dist/terraform-provider-dbmon`,
  `#!/bin/sh
":" //; command -v node >/dev/null || { echo "The dbmon provider requires Node ${minNode} or later, but node is not on the PATH: install it from https://nodejs.org."; exit 1; }; exec node "$0" "$@"
"use strict";
if (${isNodeTooOld}) {
  require("fs").writeSync(1, ${nodeMessage("The dbmon provider")} + "\\n");
  process.exit(1);
}
module._compile(${JSON.stringify(providerText)}, __filename);
`,
);
chmodSync(`${root}dist/terraform-provider-dbmon`, 0o755);

if (!process.argv.includes("--provider-only")) {
  removeStale("");
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const compiled = spawnSync(process.execPath, [tsc, "-b"], { cwd: root, stdio: "inherit" });
  if (compiled.status !== 0) process.exit(compiled.status ?? 1);
  buildSecondLibrary();
  const libraries = { "index.js": "cdktf", "cdktn.js": "cdktn" };
  for (const name of ["index.js", "cdktn.js", "emulator/index.js", "testing/index.js"])
    addChecks(`${root}dist/${name}`, libraries[name]);
  const command = await buildCommand();
  const pages = await buildPages(root, `${root}dist`);
  // Fails for a package that has no text of its license.
  noticesOf(
    packagesOf([provider, command].flatMap(({ metafile }) => Object.keys(metafile.inputs)).concat(pages)),
  );
}

/** Writes the entry point dbmon-iac/cdktn: the constructs and their types with cdktn in place of cdktf, from one source. */
function buildSecondLibrary() {
  const library = (text) => text.replace(/(["'])cdktf\1/g, "$1cdktn$1");
  const folder = `${root}dist/constructs`;
  const copies = readdirSync(folder, { recursive: true }).filter((name) => /\.(?:js|d\.ts)$/.test(name));
  const files = new Map(
    copies.map((name) => [`constructs-cdktn/${name}`, library(readFileSync(join(folder, name), "utf8"))]),
  );
  for (const name of ["js", "d.ts"])
    files.set(
      `cdktn.${name}`,
      readFileSync(`${root}dist/index.${name}`, "utf8")
        .replaceAll("./constructs", "./constructs-cdktn")
        .replace(checksPattern, ""),
    );
  rmSync(`${root}dist/constructs-cdktn`, { recursive: true, force: true });
  for (const [name, text] of files) {
    mkdirSync(dirname(`${root}dist/${name}`), { recursive: true });
    writeFileSync(`${root}dist/${name}`, text.replace(/\n\/\/# sourceMappingURL=.*/, ""));
  }
}

/**
 * Adds the checks of the Node version and of the library to a compiled file, in place of those of an earlier build, because tsc leaves
 * the files of unchanged sources as they are.
 */
function addChecks(path, library) {
  const checks = [
    `if (${isNodeTooOld}) throw new Error(${nodeMessage("dbmon-iac")});`,
    ...(library === undefined ? [] : [libraryCheck(library)]),
  ];
  const lines = checks.map((check) => `${check}\n`).join("");
  const code = readFileSync(path, "utf8");
  if (!code.startsWith(directive)) throw new Error(`${path} must start with ${directive}`);
  const checked = directive + lines + code.slice(directive.length).replace(checksPattern, "");
  if (checked !== code) writeFileSync(path, checked);
}

/** Names the right import where the library of an entry point is not installed. Node.js prints the error as its message. */
function libraryCheck(library) {
  const [own, other] =
    library === "cdktf" ? ["dbmon-iac", "dbmon-iac/cdktn"] : ["dbmon-iac/cdktn", "dbmon-iac"];
  const otherLibrary = library === "cdktf" ? "cdktn" : "cdktf";
  const message = `The import of "${own}" needs the package ${library}, which is not installed. Install ${library}, or import from "${other}" with ${otherLibrary}.`;
  return `try { require.resolve("${library}"); } catch (_) { const error = new Error(${JSON.stringify(message)}); error.stack = String(error); throw error; }`;
}

/**
 * Bundles the command as main.js, which checks the Node version, and as parts: the command line, the actions, the emulator and
 * shared code, so that a start loads only what it runs. esbuild splits only ES modules, which Node.js starts more slowly, so this
 * converts the parts to CommonJS.
 */
async function buildCommand() {
  const folder = `${root}dist/cli`;
  const { outputFiles, metafile } = await build({
    ...bundleOptions,
    format: "esm",
    splitting: true,
    entryPoints: { "parts/command": "src/cli/main.ts" },
    outdir: folder,
    chunkNames: "parts/[name]-[hash]",
    external: ["libsql", "bun:sqlite", "hono", "@hono/node-server"],
    plugins: [keepDirnames, minifyPackages, undiciPool],
    write: false,
  });
  mkdirSync(`${folder}/parts`, { recursive: true });
  for (const { path, text } of outputFiles) {
    // Not minified: that saves little time, and stack traces stay readable.
    const { code } = await transform(text, {
      format: "cjs",
      platform: "node",
      target: bundleOptions.target,
      // Becomes `require`: import() would load the ES module loader of Node.js.
      supported: { "dynamic-import": false },
      banner: 'const commandFolder = require("node:path").dirname(__dirname);',
    });
    const part = requireWhereUsed(code);
    // A running command may be about to read an unchanged file.
    if (!existsSync(path) || readFileSync(path, "utf8") !== part) writeFileSync(path, part);
  }
  const written = new Set(outputFiles.map(({ path }) => path));
  for (const name of readdirSync(`${folder}/parts`)) {
    const path = `${folder}/parts/${name}`;
    if (!written.has(path)) rmSync(path);
  }
  writeFileSync(
    `${folder}/main.js`,
    `#!/usr/bin/env node
"use strict";
if (${isNodeTooOld}) {
  process.stderr.write(${nodeMessage("dbmon")} + "\\n");
  process.exitCode = 1;
} else {
  require("./parts/command.js");
}
`,
  );
  chmodSync(`${folder}/main.js`, 0o755);
  return { metafile };
}

/** Loads modules of Node.js where they are used, if they take milliseconds to load and most commands never use them. */
function requireWhereUsed(code) {
  const imports = /^var (import_node_\w+) = (require\("node:(?:child_process|crypto|v8|vm)"\));\n/gm;
  const calls = new Map(Array.from(code.matchAll(imports), ([, name, call]) => [name, `(${call})`]));
  return code.replace(imports, "").replace(/\bimport_node_\w+/g, (name) => calls.get(name) ?? name);
}

/** Removes the output of deleted sources. The rest stays, because tsc compiles incrementally. */
function removeStale(folder) {
  const compiled = `${root}dist/${folder}`;
  if (!existsSync(compiled)) return;
  for (const entry of readdirSync(compiled, { withFileTypes: true })) {
    const path = `${folder}${entry.name}`;
    // buildCommand removes outdated chunks, and tsc compiles neither the executables nor the page of the emulator.
    if (["cli/parts", "executables", "constructs-cdktn", "emulator/page/page.js"].includes(path)) continue;
    if (entry.isDirectory()) removeStale(`${path}/`);
    const source = path.replace(/(\.d\.ts|\.js)$/, ".ts");
    const isOutput = source !== path || isPageFile(path);
    if (isOutput && !existsSync(`${root}src/${source}`)) rmSync(`${root}dist/${path}`);
  }
}

function isPageFile(path) {
  return /\.(html|css|js)$/.test(path);
}
