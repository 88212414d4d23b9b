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
import { dbmon, type Service } from "./service";
import { StateBackend } from "./state-backend";

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

/** Where Terraform stores its state. */
export type StateIn = "file" | "backend";

/** The tools for one number of alerts. `create` writes their folders, and `remove` deletes them. */
export class Tools {
  readonly #work = mkdtempSync(join(tmpdir(), "dbmon-bench-"));
  readonly #bound = join(this.#work, "bound.cjs");
  /** CLI configuration with which terraform installs the provider from a filesystem mirror. */
  readonly #mirrorSettings = join(this.#work, "terraformrc");
  readonly #terraform: Readonly<Record<StateIn, TerraformFolder>>;
  /** With the executable as the provider, and the state in a file. */
  readonly #terraformWithExecutable: TerraformFolder;
  readonly #baseline: Readonly<Record<StateIn, TerraformFolder>>;
  readonly #cdktf: Readonly<Record<StateIn, string>>;
  #executable = "";
  /** Terraform states with all alerts, and with the resources of the baseline. */
  #states = { alerts: "", baseline: "" };

  static async create(count: number): Promise<Tools> {
    const tools = new Tools(count, await StateBackend.start());
    tools.#executable = await buildForThisMachine(tools.#work);
    linkSync(tools.#executable, join(tools.#work, "provider/terraform-provider-dbmon"));
    for (const folder of [tools.#terraform.backend, tools.#baseline.backend]) {
      const { code, text } = await folder.run(["init", "-input=false"], {
        TF_CLI_CONFIG_FILE: tools.#mirrorSettings,
      });
      if (code !== 0) throw new Error(`terraform init failed: ${text}`);
    }
    return tools;
  }

  private constructor(
    readonly count: number,
    private readonly backend: StateBackend,
  ) {
    const entryPoints = [join(__dirname, "bound.ts")];
    buildSync({ entryPoints, outfile: this.#bound, bundle: true, platform: "node", format: "cjs" });
    writeFileSync(join(this.#work, "alerts.yaml"), definitions(count));
    const install = [dbmon, "provider", "install", join(this.#work, "mirror")];
    writeFileSync(
      this.#mirrorSettings,
      execFileSync(process.execPath, install, { stdio: ["ignore", "pipe", "ignore"] }),
    );
    this.#terraform = this.#foldersOf(stackOf(count));
    mkdirSync(join(this.#work, "provider"));
    this.#terraformWithExecutable = new TerraformFolder({
      source: "dbmon/dbmon",
      folder: join(this.#work, "provider"),
    });
    this.#terraformWithExecutable.write("main.tf.json", stackOf(count));
    this.#baseline = this.#foldersOf(baselineStackOf(count));
    this.#cdktf = {
      file: this.#app("file", appOf(count)),
      backend: this.#app("backend", appOf(count, backend.url)),
    };
  }

  #foldersOf(stack: string): Record<StateIn, TerraformFolder> {
    const binary = { source: "dbmon/dbmon", folder: dist };
    const folders = { file: new TerraformFolder(binary), backend: new TerraformFolder(binary) };
    for (const folder of Object.values(folders)) folder.write("main.tf.json", stack);
    const backend = { http: { address: this.backend.url } };
    folders.backend.write("backend.tf.json", JSON.stringify({ terraform: { backend } }));
    return folders;
  }

  #app(folderName: string, program: string): string {
    const folder = join(this.#work, folderName);
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
    await this.terraformAlone("apply", "backend");
    const baseline = this.backend.state;
    await this.terraform(service, "apply", "backend");
    this.#states = { baseline, alerts: this.backend.state };
  }

  bound({ url }: Service, operation: "plan" | "create", concurrency: number): Promise<number> {
    const args = [this.#bound, url, operation, String(this.count), String(concurrency)];
    return timeOf(process.execPath, args, {}, this.#work);
  }

  dbmon(service: Service, verb: "plan" | "apply"): Promise<number> {
    return this.#runDbmon([process.execPath, dbmon], service, verb);
  }

  executable(service: Service, verb: "plan" | "apply"): Promise<number> {
    return this.#runDbmon([this.#executable], service, verb);
  }

  #runDbmon(
    [program, ...first]: readonly [string, ...string[]],
    { environment }: Service,
    verb: "plan" | "apply",
  ): Promise<number> {
    const args = [...first, verb, "alerts.yaml", verb === "apply" ? "--yes" : "--detailed-exitcode"];
    return timeOf(program, args, environment, this.#work);
  }

  /** Runs a plan with all alerts in the state, or an apply with an empty state. */
  terraform({ environment }: Service, verb: "plan" | "apply", stateIn: StateIn): Promise<number> {
    return this.#runTerraform(this.#terraform, verb, stateIn, this.#states.alerts, environment);
  }

  /** The same with the executable as the provider, and the state in a file. */
  terraformWithExecutable({ environment }: Service, verb: "plan" | "apply"): Promise<number> {
    const folder = this.#terraformWithExecutable;
    const folders = { file: folder, backend: folder };
    return this.#runTerraform(folders, verb, "file", this.#states.alerts, environment);
  }

  /** Runs terraform with the same number of resources that make no calls. */
  terraformAlone(verb: "plan" | "apply", stateIn: StateIn): Promise<number> {
    return this.#runTerraform(this.#baseline, verb, stateIn, this.#states.baseline, {});
  }

  #runTerraform(
    folders: Readonly<Record<StateIn, TerraformFolder>>,
    verb: "plan" | "apply",
    stateIn: StateIn,
    filled: string,
    environment: Readonly<Record<string, string>>,
  ): Promise<number> {
    const folder = folders[stateIn];
    const state = verb === "plan" ? filled : "";
    if (stateIn === "file") folder.write("terraform.tfstate", state);
    else this.backend.state = state;
    const settings = stateIn === "file" ? {} : { TF_CLI_CONFIG_FILE: this.#mirrorSettings };
    const args = verb === "plan" ? ["plan", "-detailed-exitcode"] : ["apply", "-auto-approve"];
    return measureTime(async () => {
      const { code, text } = await folder.run([...args, "-input=false"], { ...environment, ...settings });
      if (code !== 0) throw new Error(`terraform ${verb} failed: ${text}`);
    });
  }

  cdktf({ environment }: Service, verb: "plan" | "apply", stateIn: StateIn): Promise<number> {
    const folder = this.#cdktf[stateIn];
    const state = verb === "plan" ? this.#states.alerts : "";
    if (stateIn === "file") writeFileSync(join(folder, "terraform.alerts.tfstate"), state);
    else this.backend.state = state;
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
      folder,
    );
  }

  async remove(): Promise<void> {
    this.#terraformWithExecutable.remove();
    for (const folders of [this.#terraform, this.#baseline])
      for (const folder of Object.values(folders)) folder.remove();
    await this.backend.stop();
    rmSync(this.#work, { recursive: true, force: true });
  }
}
