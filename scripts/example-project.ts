/**
 * A project as a user has it, in a folder of its own: an example's files, and node_modules that hold this package.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { findTerraform } from "./find-terraform";

const root = resolve(__dirname, "..");

export interface ExampleProject {
  /** Where the project's commands run, and where cdktf keeps its state. */
  readonly folder: string;
  /** Where terraform runs for the stack once it is synthesized. */
  readonly stackFolder: string;
  /** For every command of it: nothing is written outside the folder, and nothing is asked of the network. */
  readonly environment: NodeJS.ProcessEnv;
}

/** @param work an existing empty folder */
export function layOutExample(example: string, work: string): ExampleProject {
  const folder = join(work, example);
  const modules = join(folder, "node_modules");
  cpSync(join(root, "examples", example), folder, {
    recursive: true,
    filter: (path) => !path.includes("cdktf.out"),
  });
  mkdirSync(modules);
  symlinkSync(root, join(modules, "dbmon-iac"));
  for (const name of [".bin", "cdktf", "constructs", "tsx"]) {
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  }

  const home = join(work, "home");
  mkdirSync(home);
  const settings = join(work, "terraformrc");
  const install = spawnSync(process.execPath, [
    join(root, "dist/cli/main.js"),
    "provider",
    "install",
    join(work, "mirror"),
  ]);
  if (install.status !== 0)
    throw new Error(`the provider could not be installed:\n${install.stderr.toString()}`);
  writeFileSync(settings, install.stdout);
  return {
    folder,
    stackFolder: join(folder, "cdktf.out/stacks", example),
    environment: {
      PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH ?? ""}`,
      HOME: home,
      TMPDIR: work,
      TF_CLI_CONFIG_FILE: settings,
      CHECKPOINT_DISABLE: "1",
      DISABLE_VERSION_CHECK: "1",
      TERRAFORM_BINARY_NAME: findTerraform() ?? "terraform",
      CI: "1",
    },
  };
}
