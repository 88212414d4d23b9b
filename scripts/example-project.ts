/** Copies an example to a separate project in which this package is installed, as in the project of a user. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { linkFolder } from "../src/platform";
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

/** The program and its first arguments. */
export type Command = readonly [program: string, ...args: string[]];

export const packageCommand: Command = [process.execPath, join(root, "dist/cli/main.js")];

/**
 * @param work an existing empty folder
 * @param dbmon installs the provider
 */
export function createExampleProject(
  example: string,
  work: string,
  dbmon: Command = packageCommand,
): ExampleProject {
  const folder = join(work, example);
  const modules = join(folder, "node_modules");
  cpSync(join(root, "examples", example), folder, {
    recursive: true,
    filter: (path) => !path.includes("cdktf.out"),
  });
  mkdirSync(modules);
  linkFolder(root, join(modules, "dbmon-iac"), process.platform);
  for (const name of [".bin", "cdktf", "cdktf-cli", "cdktn", "constructs", "tsx"])
    linkFolder(join(root, "node_modules", name), join(modules, name), process.platform);

  const home = join(work, "home");
  mkdirSync(home);
  const settings = join(work, "terraformrc");
  const [program, ...args] = dbmon;
  const install = spawnSync(program, [...args, "provider", "install", join(work, "mirror")]);
  if (install.status !== 0)
    throw new Error(`The provider could not be installed:\n${install.stderr.toString()}`);
  writeFileSync(settings, install.stdout);
  return {
    folder,
    stackFolder: join(folder, "cdktf.out/stacks", example),
    environment: {
      PATH: `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH ?? ""}`,
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
