/** Terraform and the provider, which a test can kill during an apply: the provider alone (out of memory), or both (a canceled CI job). */
import { providerPidFile } from "../support/dbmon-terraform";
import { type ProviderBinary, type RunResult, type StartedRun, TerraformFolder } from "../support/terraform";
import { type Refusal } from "./refusals";
import { type CaseName, type Scenario, scenarioOf } from "./schedules/change-cases";
import { configurationOf, withImports } from "./terraform-json";
import { WatchedService } from "./watched-service";

const apply = ["apply", "-auto-approve", "-input=false"];

export type KillTarget = "the provider" | "terraform and the provider";

/** The start of every kill: the state after an import of the existing alerts, and the configuration to apply. */
export interface Prepared {
  readonly scenario: Scenario;
  readonly state: string;
  readonly configuration: string;
}

export async function prepare(provider: ProviderBinary, names: readonly CaseName[]): Promise<Prepared> {
  const scenario = scenarioOf(names);
  const ids = new Map(scenario.seed.map(({ settings }, index) => [settings.name, index + 1]));
  const service = await WatchedService.start(scenario, { uniqueNames: true, staleReads: false });
  const folder = new TerraformFolder(provider);
  try {
    folder.write("main.tf.json", configurationOf(names, "before", ids));
    const { code, text } = await folder.run(apply, environmentOf(service));
    if (code !== 0) throw new Error(`the import failed: ${text}`);
    if (service.model.writes.length > 0) throw new Error(`the import wrote: ${service.model.writes.join()}`);
    return { scenario, state: folder.stateText(), configuration: configurationOf(names, "after") };
  } finally {
    folder.remove();
    await service.stop();
  }
}

/** A folder of terraform with a prepared state and configuration. */
export class KillableTerraform {
  readonly #folder: TerraformFolder;
  readonly #environment: Record<string, string>;
  readonly #configuration: string;
  #terraformRun: StartedRun | undefined;

  constructor(provider: ProviderBinary, { state, configuration }: Prepared, service: WatchedService) {
    this.#folder = new TerraformFolder(provider);
    this.#folder.write("terraform.tfstate", state);
    this.#folder.write("main.tf.json", configuration);
    this.#configuration = configuration;
    this.#environment = environmentOf(service);
  }

  async apply(): Promise<RunResult & { readonly output: string }> {
    const run = this.#folder.start(apply, this.#environment);
    this.#terraformRun = run;
    return { ...(await run.ended), output: run.output() };
  }

  /** Imports the alerts whose names were refused, as the errors say, and applies. */
  async importAndApply(refusals: readonly Refusal[]): ReturnType<KillableTerraform["apply"]> {
    const imports = new Map(refusals.map(({ name, id }) => [name, id]));
    const { configuration, addresses } = withImports(this.#configuration, imports);
    for (const address of addresses) {
      const { code, stdout } = await this.#folder.run(["state", "list", address]);
      if (code !== 0 || stdout.trim() === "") continue;
      const removed = await this.#folder.run(["state", "rm", address]);
      if (removed.code !== 0) throw new Error(removed.text);
    }
    this.#folder.write("main.tf.json", configuration);
    const result = await this.apply();
    this.#folder.write("main.tf.json", this.#configuration);
    return result;
  }

  /** 0: no changes, 1: an error, 2: changes. */
  plan(): StartedRun["ended"] {
    this.#terraformRun = this.#folder.start(
      ["plan", "-detailed-exitcode", "-input=false"],
      this.#environment,
    );
    return this.#terraformRun.ended;
  }

  /** Call this only during a call of the run, when both processes exist. */
  kill(target: KillTarget): void {
    const { pid } = this.#terraformRun?.child ?? {};
    if (pid === undefined) throw new Error("terraform has not started");
    process.kill(target === "the provider" ? Number(this.#folder.read(providerPidFile)) : -pid, "SIGKILL");
  }

  /**
   * Terraform writes its state file in place. If killed during the write, it leaves a truncated file. The user then restores the
   * backup from before the apply.
   * @returns whether the file was truncated
   */
  restoreTruncatedState(): boolean {
    if (isJson(this.#folder.stateText())) return false;
    this.#folder.write("terraform.tfstate", this.#folder.read("terraform.tfstate.backup"));
    return true;
  }

  async stop(): Promise<void> {
    const { child, ended } = this.#terraformRun ?? {};
    if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid, "SIGKILL");
      await ended;
    }
    this.#folder.remove();
  }
}

function isJson(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}

function environmentOf({ emulator }: WatchedService): Record<string, string> {
  return { DBMON_BASE_URL: emulator.url, DBMON_API_TOKEN: emulator.token };
}
