/** A program `npm` that installs the packed package and its dependencies without a registry. All other npm commands are real. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { layOutPackages } from "../support/packed-project";

const otherPackages = ["cdktn", "cdktf-cli", "jest", "@swc/jest", "@swc/core", "@types/jest"];
/** Every installation is the same: all packages that the guides install. */
const npm = `#!/bin/sh
if [ "$1" = uninstall ]; then exit; fi
if [ "$1" != install ]; then exec REAL "$@"; fi
rm -rf node_modules
ln -s "FOLDER/project/node_modules" node_modules
`;

export class OfflineNpm {
  readonly #folder = mkdtempSync(join(tmpdir(), "guide-npm-"));
  /** First folder on the PATH. */
  readonly programs = join(this.#folder, "bin");

  constructor() {
    const real = execFileSync("sh", ["-c", "command -v npm"]).toString().trim();
    mkdirSync(this.programs);
    writeFileSync(join(this.programs, "npm"), npm.replace("REAL", real).replace("FOLDER", this.#folder));
    chmodSync(join(this.programs, "npm"), 0o755);
    layOutPackages(join(this.#folder, "project"), "cdktf", otherPackages);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
