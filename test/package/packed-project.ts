/**
 * A project that has this package as npm installs it: unpacked from its tarball, so that nothing of the checkout is in reach but the
 * packages it depends on.
 */
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

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

export class PackedProject {
  readonly folder = mkdtempSync(join(tmpdir(), "dbmon-package-test-"));
  /** Where the package is. */
  readonly package: string;

  /** @param cdktf the package that is installed under the name cdktf */
  constructor(cdktf: "cdktf" | "cdktn") {
    const modules = join(this.folder, "node_modules");
    this.package = join(modules, "dbmon-iac");
    mkdirSync(this.package, { recursive: true });
    mkdirSync(join(this.folder, "home"));
    const options = { cwd: root, env: { ...process.env, npm_config_cache: join(this.folder, "home") } };
    // The build is as it is: a test of it is no reason to make another, under the feet of the others.
    const pack = ["pack", "--ignore-scripts", "--silent", "--pack-destination", this.folder];
    const tarball = execFileSync("npm", pack, options).toString().trim();
    execFileSync("tar", ["-xzf", join(this.folder, tarball), "-C", this.package, "--strip-components=1"]);
    const { dependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(this.package, "package.json"), "utf8"),
    ) as Manifest;
    for (const name of [
      ...Object.keys({ ...dependencies, ...optionalDependencies }),
      "constructs",
      "tsx",
      "typescript",
      "@types/node",
    ])
      this.#link(name, name);
    this.#link("cdktf", cdktf);
    this.write("package.json", '{ "name": "project", "private": true }\n');
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  read(...path: string[]): string {
    return readFileSync(join(this.folder, ...path), "utf8");
  }

  /** Paths of the package's files. */
  files(): string[] {
    return readdirSync(this.package, { recursive: true, encoding: "utf8" });
  }

  /** Runs a script of one of the project's packages. */
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

  #link(name: string, target: string): void {
    const place = join(this.folder, "node_modules", name);
    mkdirSync(dirname(place), { recursive: true });
    if (!existsSync(place)) symlinkSync(join(root, "node_modules", target), place);
  }
}
