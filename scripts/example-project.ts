/** Copies an example to a separate project in which this package is installed, as in the project of a user. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { findTerraform } from "./find-terraform";

const root = resolve(__dirname, "..");

export interface ExampleProject {
  /** Working folder of the project's commands, in which cdktf writes its state. */
  readonly folder: string;
  /** Working folder of terraform, which exists after synthesis. */
  readonly stackFolder: string;
  /** Environment of the project's commands. With it they write only below `work` and use no network. */
  readonly environment: NodeJS.ProcessEnv;
}

/** @param work an existing empty folder */
export function createExampleProject(example: string, work: string): ExampleProject {
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
    throw new Error(`The provider could not be installed:\n${install.stderr.toString()}`);
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
