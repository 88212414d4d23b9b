/** Copies an example to a separate project in which this package is installed, as in the project of a user. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { findTerraform } from "../../scripts/find-terraform";
import { linkFolder } from "../../src/platform";

const root = resolve(__dirname, "../..");

export interface ExampleProject {
  /** Working folder of the project's commands. */
  readonly folder: string;
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
  linkFolder(root, join(modules, "dbmon-iac"), process.platform);
  for (const name of [".bin", "cdktf", "cdktn", "constructs", "tsx"])
    linkFolder(join(root, "node_modules", name), join(modules, name), process.platform);

  const home = join(work, "home");
  mkdirSync(home);
  const settings = join(work, "terraformrc");
  const dbmon = join(root, "dist/cli/main.js");
  const install = spawnSync(process.execPath, [dbmon, "provider", "install", join(work, "mirror")]);
  if (install.status !== 0)
    throw new Error(`The provider could not be installed:\n${install.stderr.toString()}`);
  writeFileSync(settings, install.stdout);
  return {
    folder,
    environment: {
      PATH: `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH ?? ""}`,
      HOME: home,
      TMPDIR: work,
      TF_CLI_CONFIG_FILE: settings,
      CHECKPOINT_DISABLE: "1",
      TERRAFORM_BINARY_NAME: findTerraform() ?? "terraform",
      CI: "1",
    },
  };
}
