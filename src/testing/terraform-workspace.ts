/** Runs Terraform in a temporary folder, without network access and without files of the home folder. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folder of the built provider in the installed package. */
const builtProvider = join(__dirname, "..");

/**
 * The environment variables for Terraform in a folder, and a CLI configuration in that folder. It overrides the provider with a local
 * folder, so that neither `terraform init` nor a lock file is needed.
 * @param source of the provider, as in `required_providers`
 */
export function isolatedEnvironment(
  folder: string,
  source: string,
  providerFolder: string,
): NodeJS.ProcessEnv {
  const settings = join(folder, "terraformrc");
  const override = `dev_overrides { ${JSON.stringify(source)} = ${JSON.stringify(providerFolder)} }`;
  writeFileSync(settings, `provider_installation {\n  ${override}\n}\n`);
  return {
    PATH: process.env.PATH,
    HOME: folder,
    TMPDIR: folder,
    TF_CLI_CONFIG_FILE: settings,
    CHECKPOINT_DISABLE: "1",
    TF_IN_AUTOMATION: "1",
  };
}

export class TerraformWorkspace {
  readonly #folder = mkdtempSync(join(tmpdir(), "dbmon-testing-"));
  readonly #environment: NodeJS.ProcessEnv;

  /** @param variables environment variables of the provider */
  constructor(variables: Readonly<Record<string, string>>) {
    const environment = isolatedEnvironment(this.#folder, "dbmon/dbmon", builtProvider);
    this.#environment = { ...environment, ...variables };
  }

  /** @param json the Terraform configuration for the next command */
  configure(json: string): void {
    writeFileSync(join(this.#folder, "main.tf.json"), json);
  }

  /**
   * Runs a Terraform command, and returns its standard output.
   * @throws Error with all output if the command fails
   */
  run(...args: readonly string[]): Promise<string> {
    const program = process.env.TERRAFORM_BINARY_NAME ?? "terraform";
    const options = { cwd: this.#folder, env: this.#environment, maxBuffer: 1 << 28 };
    return new Promise((resolve, reject) => {
      execFile(program, args, options, (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else if ("code" in error && error.code === "ENOENT") reject(notFound(program));
        else reject(new Error(`${program} ${args[0] ?? ""} failed:\n${stdout}${stderr}`));
      });
    });
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function notFound(program: string): Error {
  return new Error(
    `Cannot find ${program} on the PATH. Install it, or set TERRAFORM_BINARY_NAME to another command, such as tofu.`,
  );
}
