/** A project with this package as npm installs it: unpacked from its tarball, without access to other files of the checkout. */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const root = resolve(__dirname, "../..");

/** The compiler options of a strict project. */
export const compilerOptions = {
  module: "nodenext",
  target: "es2022",
  strict: true,
  noEmit: true,
  types: ["node"],
  // Most projects skip the check of declaration files, and the declarations of cdktf need it.
  skipLibCheck: true,
};

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

/** A packed package that is tested instead of this checkout, as before its release. */
const { DBMON_PACKAGE: packedFile = "" } = process.env;

/**
 * Creates `node_modules` in a folder, with the package and links to its dependencies.
 * @param cdktf the package that is installed under the name cdktf
 * @param others more packages of the checkout to link
 */
export function layOutPackages(
  folder: string,
  cdktf: "cdktf" | "cdktn",
  others: readonly string[] = [],
): void {
  const modules = join(folder, "node_modules");
  const own = join(modules, "dbmon-iac");
  const cache = mkdtempSync(join(tmpdir(), "dbmon-pack-"));
  mkdirSync(own, { recursive: true });
  try {
    const options = { cwd: root, env: { ...process.env, npm_config_cache: cache } };
    // A build here would change files under tests that run at the same time.
    const pack = ["pack", "--ignore-scripts", "--silent", "--pack-destination", cache];
    const tarball =
      packedFile === ""
        ? join(cache, execFileSync("npm", pack, options).toString().trim())
        : resolve(root, packedFile);
    execFileSync("tar", ["-xzf", tarball, "-C", own, "--strip-components=1"]);
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(own, "package.json"), "utf8"),
  ) as Manifest;
  const installed = Object.keys({ ...dependencies, ...optionalDependencies });
  for (const name of [...installed, "constructs", "tsx", "typescript", "@types/node", ...others])
    link(modules, name, name);
  link(modules, "cdktf", cdktf);
  const programs = ["cdktf", "jest", "tsx", "tsc"];
  for (const name of programs) link(join(modules, ".bin"), name, `.bin/${name}`);
  for (const name of ["dbmon", "dbmon-iac"])
    symlinkSync("../dbmon-iac/dist/cli/main.js", join(modules, ".bin", name));
}

function link(modules: string, name: string, target: string): void {
  const path = join(modules, name);
  mkdirSync(dirname(path), { recursive: true });
  if (!existsSync(path)) symlinkSync(join(root, "node_modules", target), path);
}

export class PackedProject {
  readonly folder = mkdtempSync(join(tmpdir(), "dbmon-package-test-"));
  /** The folder of the unpacked package. */
  readonly package = join(this.folder, "node_modules/dbmon-iac");

  /**
   * @param cdktf the package that is installed under the name cdktf
   * @param others more packages to install
   */
  constructor(cdktf: "cdktf" | "cdktn", others: readonly string[] = []) {
    mkdirSync(join(this.folder, "home"));
    layOutPackages(this.folder, cdktf, others);
    this.write("package.json", '{ "name": "project", "private": true }\n');
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  read(...path: string[]): string {
    return readFileSync(join(this.folder, ...path), "utf8");
  }

  /** The paths of all files of the package. */
  files(): string[] {
    return readdirSync(this.package, { recursive: true, encoding: "utf8" });
  }

  /** Runs a script of an installed package, and returns its standard output. */
  run(script: string, ...args: string[]): string {
    return execFileSync(process.execPath, [join(this.folder, "node_modules", script), ...args], {
      cwd: this.folder,
      env: { PATH: process.env.PATH, HOME: join(this.folder, "home"), TMPDIR: this.folder },
      stdio: "pipe",
      encoding: "utf8",
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
