/** Bundles the command and the provider as one file, and collects the files that they read, as Bun embeds them. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build, type Plugin } from "esbuild";
import * as z from "zod";
import { buildPages } from "../build-pages.mjs";
import { packagesOf } from "../notices/bundled.mjs";
import { undiciPool } from "../undici-pool.mjs";

const root = join(__dirname, "../..");

/** The embedded folders and files, at the same paths as in the npm package. */
const assets = ["package.json", "dist", "skills", "templates"];

/** The package's folder in the executable. Bun passes the path of the embedded entry file as the first argument. */
const banner = 'const embeddedPackage = require("node:path").dirname(process.argv[1]);';

/** Replaces `__dirname` of a source by the folder that its compiled file has in the package. */
const embeddedFolders: Plugin = {
  name: "embedded-folders",
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const folder = join("dist", relative(join(root, "src"), dirname(path))).replaceAll("\\", "/");
      const text = readFileSync(path, "utf8");
      const embedded = `require("node:path").join(embeddedPackage, ${JSON.stringify(folder)})`;
      return { contents: text.replace(/\b__dirname\b/g, embedded), loader: "ts" };
    });
  },
};

export interface Bundle {
  readonly folder: string;
  readonly entryFile: string;
  readonly assets: readonly string[];
  /** Names of the bundled npm packages. */
  readonly packages: readonly string[];
}

export async function bundleExecutable(folder: string): Promise<Bundle> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const entryFile = "main.js";
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["src/executable/main.ts"],
    outfile: join(folder, entryFile),
    bundle: true,
    platform: "node",
    format: "cjs",
    // Bun minifies. Names of classes are part of messages.
    keepNames: true,
    // Selects SQLite of Bun. The native library of libsql cannot be embedded.
    define: { "process.versions.bun": JSON.stringify("embedded") },
    external: ["bun:sqlite"],
    banner: { js: banner },
    plugins: [embeddedFolders, undiciPool],
    metafile: true,
    logLevel: "warning",
  });
  const packageJson = z
    .object({ name: z.string(), version: z.string() })
    .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
  writeFileSync(
    join(folder, "package.json"),
    `${JSON.stringify({ ...packageJson, commit: currentCommit() }, null, 2)}\n`,
  );
  for (const name of ["skills", "templates"])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  const pageSources = await buildPages(root, join(folder, "dist"));
  const packages = packagesOf([...Object.keys(metafile.inputs), ...pageSources]);
  return { folder, entryFile, assets, packages };
}

/** @returns undefined outside a git repository, for example in the npm package */
function currentCommit(): string | undefined {
  const { status, stdout } = spawnSync("git", ["rev-parse", "--short=12", "HEAD"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return status === 0 ? stdout.trim() : undefined;
}
