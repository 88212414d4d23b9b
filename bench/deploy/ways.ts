/** The ways to the service that are compared, each as the processes that a user starts; and the bound beside them. */
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildSync } from "esbuild";
import { TerraformFolder } from "../../test/support/terraform-folder";
import { timed } from "../measure";
import { appOf, definitions, ownStackOf, stackOf } from "./alerts";
import { dbmon, type Service } from "./service";
import { StateBackend } from "./state-backend";

const root = resolve(__dirname, "../..");
const dist = join(root, "dist");

/** Milliseconds of a command that must succeed. */
function timeOf(
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  cwd: string,
): Promise<number> {
  const env = { PATH: process.env.PATH, ...environment };
  return timed(
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

/** Where Terraform keeps its state: in a file beside the stack, or in a backend, as a team does. */
export type StateIn = "file" | "backend";

/** For so many alerts. Folders are laid out once, and everything is removed in the end. */
export class Ways {
  readonly #work = mkdtempSync(join(tmpdir(), "dbmon-bench-"));
  readonly #bound = join(this.#work, "bound.cjs");
  /** Settings of terraform where it installs the provider, and does not take it from where it was built. */
  readonly #mirrored = join(this.#work, "terraformrc");
  readonly #terraform: Readonly<Record<StateIn, TerraformFolder>>;
  readonly #own: Readonly<Record<StateIn, TerraformFolder>>;
  readonly #cdktf: Readonly<Record<StateIn, string>>;
  /** Of all the alerts, and of what stands for them in Terraform's own share. */
  #states = { alerts: "", own: "" };

  static async layOut(count: number): Promise<Ways> {
    const ways = new Ways(count, await StateBackend.start());
    for (const folder of [ways.#terraform.backend, ways.#own.backend]) {
      const { code, text } = await folder.run(["init", "-input=false"], {
        TF_CLI_CONFIG_FILE: ways.#mirrored,
      });
      if (code !== 0) throw new Error(`terraform init failed: ${text}`);
    }
    return ways;
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
      this.#mirrored,
      execFileSync(process.execPath, install, { stdio: ["ignore", "pipe", "ignore"] }),
    );
    this.#terraform = this.#foldersOf(stackOf(count));
    this.#own = this.#foldersOf(ownStackOf(count));
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

  #app(name: string, program: string): string {
    const folder = join(this.#work, name);
    mkdirSync(join(folder, "node_modules"), { recursive: true });
    symlinkSync(root, join(folder, "node_modules/dbmon-iac"));
    for (const one of ["cdktf", "constructs"])
      symlinkSync(join(root, "node_modules", one), join(folder, "node_modules", one));
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

  /** Has terraform create the alerts in an empty service, for the plans of all ways. */
  async fill(service: Service): Promise<void> {
    await this.terraformAlone("apply", "backend");
    const own = this.backend.state;
    await this.terraform(service, "apply", "backend");
    this.#states = { own, alerts: this.backend.state };
  }

  bound({ url }: Service, what: "plan" | "create", atOnce: number): Promise<number> {
    const args = [this.#bound, url, what, String(this.count), String(atOnce)];
    return timeOf(process.execPath, args, {}, this.#work);
  }

  dbmon({ environment }: Service, verb: "plan" | "apply"): Promise<number> {
    const args = [dbmon, verb, "alerts.yaml", ...(verb === "apply" ? ["--yes"] : ["--detailed-exitcode"])];
    return timeOf(process.execPath, args, environment, this.#work);
  }

  /** A plan finds the alerts in its state, and an apply finds none. */
  terraform({ environment }: Service, verb: "plan" | "apply", stateIn: StateIn): Promise<number> {
    return this.#runTerraform(this.#terraform, verb, stateIn, this.#states.alerts, environment);
  }

  /** What terraform itself takes for as many resources that do nothing. */
  terraformAlone(verb: "plan" | "apply", stateIn: StateIn): Promise<number> {
    return this.#runTerraform(this.#own, verb, stateIn, this.#states.own, {});
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
    const settings = stateIn === "file" ? {} : { TF_CLI_CONFIG_FILE: this.#mirrored };
    const args = verb === "plan" ? ["plan", "-detailed-exitcode"] : ["apply", "-auto-approve"];
    return timed(async () => {
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
      TF_CLI_CONFIG_FILE: this.#mirrored,
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
    for (const folders of [this.#terraform, this.#own])
      for (const folder of Object.values(folders)) folder.remove();
    await this.backend.stop();
    rmSync(this.#work, { recursive: true, force: true });
  }
}
