/** Runs the compared tools, dbmon, terraform and cdktf, as processes, and the lower bound. */
import { execFile, execFileSync } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildSync } from "esbuild";
import { buildForThisMachine } from "../../scripts/executables/build-for-this-machine";
import { TerraformFolder } from "../../test/support/terraform";
import { measureTime } from "../measure";
import { appOf, baselineStackOf, definitions, stackOf } from "./alerts";
import { type Verb } from "./section";
import { dbmon, type Service } from "./service";

const root = resolve(__dirname, "../..");
const dist = join(root, "dist");

/** Runs a command. @returns milliseconds @throws Error if the command fails */
function timeOf(
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  cwd: string,
): Promise<number> {
  const env = { PATH: process.env.PATH, ...environment };
  return measureTime(
    () =>
      new Promise<void>((done, fail) => {
        execFile(command, args, { cwd, env, maxBuffer: 256 << 20 }, (error, stdout, stderr) => {
          if (error === null) done();
          else
            fail(new Error(`${command} ${args.join(" ")} failed:\n${stdout}\n${stderr}`, { cause: error }));
        });
      }),
  );
}

const stateFile = "terraform.tfstate";

/** @param provider the folder with the provider */
function terraformFolder(provider: string, stack: string): TerraformFolder {
  const folder = new TerraformFolder({ source: "dbmon/dbmon", folder: provider });
  folder.write("main.tf.json", stack);
  return folder;
}

/** @param filled the state of a plan; an apply starts with an empty one */
function runTerraform(
  folder: TerraformFolder,
  verb: Verb,
  filled: string,
  environment: Readonly<Record<string, string>>,
): Promise<number> {
  folder.write(stateFile, verb === "plan" ? filled : "");
  const args = verb === "plan" ? ["plan", "-detailed-exitcode"] : ["apply", "-auto-approve"];
  return measureTime(async () => {
    const { code, text } = await folder.run([...args, "-input=false"], environment);
    if (code !== 0) throw new Error(`terraform ${verb} failed: ${text}`);
  });
}

/** The tools for one number of alerts. `create` writes their folders, and `remove` deletes them. */
export class Tools {
  readonly #work = mkdtempSync(join(tmpdir(), "dbmon-bench-"));
  readonly #bound = join(this.#work, "bound.cjs");
  /** CLI configuration with which terraform installs the provider from a filesystem mirror. */
  readonly #mirrorSettings = join(this.#work, "terraformrc");
  readonly #terraform: TerraformFolder;
  /** With the executable as the provider. */
  readonly #terraformWithExecutable: TerraformFolder;
  readonly #baseline: TerraformFolder;
  readonly #cdktf: string;
  #executable = "";
  /** Terraform states with all alerts, and with the resources of the baseline. */
  #states = { alerts: "", baseline: "" };

  static async create(count: number): Promise<Tools> {
    const tools = new Tools(count);
    tools.#executable = await buildForThisMachine(tools.#work);
    linkSync(tools.#executable, join(tools.#work, "provider/terraform-provider-dbmon"));
    return tools;
  }

  private constructor(readonly count: number) {
    const entryPoints = [join(__dirname, "bound.ts")];
    buildSync({ entryPoints, outfile: this.#bound, bundle: true, platform: "node", format: "cjs" });
    writeFileSync(join(this.#work, "alerts.yaml"), definitions(count));
    const install = [dbmon, "provider", "install", join(this.#work, "mirror")];
    writeFileSync(
      this.#mirrorSettings,
      execFileSync(process.execPath, install, { stdio: ["ignore", "pipe", "ignore"] }),
    );
    const providerFolder = join(this.#work, "provider");
    mkdirSync(providerFolder);
    this.#terraform = terraformFolder(dist, stackOf(count));
    this.#terraformWithExecutable = terraformFolder(providerFolder, stackOf(count));
    this.#baseline = terraformFolder(dist, baselineStackOf(count));
    this.#cdktf = this.#app(appOf(count));
  }

  #app(program: string): string {
    const folder = join(this.#work, "cdktf");
    mkdirSync(join(folder, "node_modules"), { recursive: true });
    symlinkSync(root, join(folder, "node_modules/dbmon-iac"));
    for (const name of ["cdktf", "constructs"])
      symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
    writeFileSync(join(folder, "main.js"), program);
    const settings = {
      language: "typescript",
      app: "node main.js",
      projectId: "bench",
      sendCrashReports: "false",
    };
    writeFileSync(join(folder, "cdktf.json"), JSON.stringify(settings));
    return folder;
  }

  /** Creates the alerts in an empty service with terraform, for the plans of all tools. */
  async fill(service: Service): Promise<void> {
    await this.terraformAlone("apply");
    await this.terraform(service, "apply");
    this.#states = { baseline: this.#baseline.read(stateFile), alerts: this.#terraform.read(stateFile) };
  }

  bound({ url }: Service, operation: "plan" | "create", concurrency: number): Promise<number> {
    const args = [this.#bound, url, operation, String(this.count), String(concurrency)];
    return timeOf(process.execPath, args, {}, this.#work);
  }

  dbmon(service: Service, verb: Verb): Promise<number> {
    return this.#runDbmon([process.execPath, dbmon], service, verb);
  }

  executable(service: Service, verb: Verb): Promise<number> {
    return this.#runDbmon([this.#executable], service, verb);
  }

  #runDbmon(
    [program, ...first]: readonly [string, ...string[]],
    { environment }: Service,
    verb: Verb,
  ): Promise<number> {
    const args = [...first, verb, "alerts.yaml", verb === "apply" ? "--yes" : "--detailed-exitcode"];
    return timeOf(program, args, environment, this.#work);
  }

  /** Runs a plan with all alerts in the state, or an apply with an empty state. */
  terraform({ environment }: Service, verb: Verb): Promise<number> {
    return runTerraform(this.#terraform, verb, this.#states.alerts, environment);
  }

  /** The same with the executable as the provider. */
  terraformWithExecutable({ environment }: Service, verb: Verb): Promise<number> {
    return runTerraform(this.#terraformWithExecutable, verb, this.#states.alerts, environment);
  }

  /** Runs terraform with the same number of resources that make no calls. */
  terraformAlone(verb: Verb): Promise<number> {
    return runTerraform(this.#baseline, verb, this.#states.baseline, {});
  }

  cdktf({ environment }: Service, verb: Verb): Promise<number> {
    const state = verb === "plan" ? this.#states.alerts : "";
    writeFileSync(join(this.#cdktf, "terraform.alerts.tfstate"), state);
    const args = verb === "plan" ? ["diff"] : ["deploy", "--auto-approve"];
    const settings = {
      PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH ?? ""}`,
      HOME: this.#work,
      TF_CLI_CONFIG_FILE: this.#mirrorSettings,
      CHECKPOINT_DISABLE: "1",
      DISABLE_VERSION_CHECK: "1",
      CI: "1",
    };
    return timeOf(
      "cdktf",
      [...args, "alerts", "--skip-provider-lock"],
      { ...settings, ...environment },
      this.#cdktf,
    );
  }

  remove(): void {
    for (const folder of [this.#terraform, this.#terraformWithExecutable, this.#baseline]) folder.remove();
    rmSync(this.#work, { recursive: true, force: true });
  }
}
