/** The real terraform in a folder of its own: no network, no home folder, nothing left behind. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folder that holds the built provider, in the package as it is installed. */
const builtProvider = join(__dirname, "..");

/**
 * What terraform in a folder is started with; its settings are written there. With the provider's own folder named, neither
 * `terraform init` nor a lock file is needed. @param source of the provider, as in required_providers
 */
export function quietEnvironment(folder: string, source: string, providerFolder: string): NodeJS.ProcessEnv {
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

  /** @param environment for the provider */
  constructor(environment: Readonly<Record<string, string>>) {
    const own = quietEnvironment(this.#folder, "dbmon/dbmon", builtProvider);
    this.#environment = { ...own, ...environment };
  }

  /** The configuration that the next command sees, as Terraform's JSON. */
  configure(json: string): void {
    writeFileSync(join(this.#folder, "main.tf.json"), json);
  }

  /** @returns what it printed @throws Error with all of its output */
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
    `${program} is not on the PATH. Install it, or name another in TERRAFORM_BINARY_NAME, for example tofu.`,
  );
}
