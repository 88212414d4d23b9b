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
import { type StateMaker } from "./state";

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

/** For so many alerts. Folders are laid out once, and everything is removed in the end. */
export class Ways {
  readonly #work = mkdtempSync(join(tmpdir(), "dbmon-bench-"));
  readonly #terraform = new TerraformFolder({ source: "dbmon/dbmon", folder: dist });
  readonly #own = new TerraformFolder({ source: "dbmon/dbmon", folder: dist });
  readonly #bound = join(this.#work, "bound.cjs");
  readonly #cdktf = join(this.#work, "app");
  /** Settings of terraform where cdktf runs it, which needs a provider to install. */
  readonly #mirrored = join(this.#work, "terraformrc");

  constructor(
    readonly count: number,
    private readonly states: StateMaker,
  ) {
    const entryPoints = [join(__dirname, "bound.ts")];
    buildSync({ entryPoints, outfile: this.#bound, bundle: true, platform: "node", format: "cjs" });
    writeFileSync(join(this.#work, "alerts.yaml"), definitions(count));
    this.#terraform.write("main.tf.json", stackOf(count));
    this.#own.write("main.tf.json", ownStackOf(count));
    const install = [dbmon, "provider", "install", join(this.#work, "mirror")];
    writeFileSync(
      this.#mirrored,
      execFileSync(process.execPath, install, { stdio: ["ignore", "pipe", "ignore"] }),
    );
    mkdirSync(join(this.#cdktf, "node_modules"), { recursive: true });
    symlinkSync(root, join(this.#cdktf, "node_modules/dbmon-iac"));
    for (const name of ["cdktf", "constructs"])
      symlinkSync(join(root, "node_modules", name), join(this.#cdktf, "node_modules", name));
    writeFileSync(join(this.#cdktf, "main.js"), appOf(count));
    const settings = {
      language: "typescript",
      app: "node main.js",
      projectId: "bench",
      sendCrashReports: "false",
    };
    writeFileSync(join(this.#cdktf, "cdktf.json"), JSON.stringify(settings));
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
  terraform({ environment }: Service, verb: "plan" | "apply"): Promise<number> {
    this.#terraform.write("terraform.tfstate", verb === "plan" ? this.states.ofAlerts(this.count) : "");
    return this.#runTerraform(this.#terraform, verb, environment);
  }

  /** What terraform itself takes for as many resources that do nothing. */
  terraformAlone(verb: "plan" | "apply"): Promise<number> {
    this.#own.write("terraform.tfstate", verb === "plan" ? this.states.ofOwn(this.count) : "");
    return this.#runTerraform(this.#own, verb, {});
  }

  #runTerraform(
    folder: TerraformFolder,
    verb: "plan" | "apply",
    environment: Readonly<Record<string, string>>,
  ): Promise<number> {
    const args = verb === "plan" ? ["plan", "-detailed-exitcode"] : ["apply", "-auto-approve"];
    return timed(async () => {
      const { code, text } = await folder.run([...args, "-input=false"], environment);
      if (code !== 0) throw new Error(`terraform ${verb} failed: ${text}`);
    });
  }

  cdktf({ environment }: Service, verb: "plan" | "apply"): Promise<number> {
    const state = verb === "plan" ? this.states.ofAlerts(this.count) : "";
    writeFileSync(join(this.#cdktf, "terraform.alerts.tfstate"), state);
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
      this.#cdktf,
    );
  }

  remove(): void {
    this.#terraform.remove();
    this.#own.remove();
    rmSync(this.#work, { recursive: true, force: true });
  }
}
