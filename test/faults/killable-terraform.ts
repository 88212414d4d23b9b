/**
 * Terraform and our provider, which can be killed while they apply: the provider alone, as when it runs out of memory, or
 * both, as when a CI job is cut off.
 */
import { providerPidFile } from "../support/provider-with-pid";
import { type Begun, type ProviderBinary, TerraformFolder } from "../support/terraform";
import { type PartName, type Scenario, scenarioOf } from "./parts";
import { configurationOf } from "./terraform-json";
import { WatchedService } from "./watched-service";

const apply = ["apply", "-auto-approve", "-input=false"];

export type Victim = "the provider" | "terraform and the provider";

/** What every schedule of some parts starts from: alerts that Terraform has imported, and what they are to become. */
export interface Prepared {
  readonly scenario: Scenario;
  readonly state: string;
  readonly configuration: string;
}

export async function prepare(provider: ProviderBinary, names: readonly PartName[]): Promise<Prepared> {
  const scenario = scenarioOf(names);
  const ids = new Map(scenario.seed.map(({ settings }, index) => [settings.name, index + 1]));
  const service = await WatchedService.start(scenario, { uniqueNames: true, staleReads: false });
  const folder = new TerraformFolder(provider);
  try {
    folder.write("main.tf.json", configurationOf(names, "before", ids));
    const { code, text } = await folder.run(apply, environmentOf(service));
    if (code !== 0) throw new Error(`the import failed: ${text}`);
    if (service.ledger.writes.length > 0)
      throw new Error(`the import wrote: ${service.ledger.writes.join()}`);
    return { scenario, state: folder.stateText(), configuration: configurationOf(names, "after") };
  } finally {
    folder.remove();
    await service.stop();
  }
}

/** A folder with what was prepared. */
export class KillableTerraform {
  readonly #folder: TerraformFolder;
  readonly #environment: Record<string, string>;
  #begun: Begun | undefined;

  constructor(provider: ProviderBinary, { state, configuration }: Prepared, service: WatchedService) {
    this.#folder = new TerraformFolder(provider);
    this.#folder.write("terraform.tfstate", state);
    this.#folder.write("main.tf.json", configuration);
    this.#environment = environmentOf(service);
  }

  apply(): Begun["ended"] {
    this.#begun = this.#folder.begin(apply, this.#environment);
    return this.#begun.ended;
  }

  /** 0: no changes, 1: an error, 2: changes. */
  plan(): Begun["ended"] {
    this.#begun = this.#folder.begin(["plan", "-detailed-exitcode", "-input=false"], this.#environment);
    return this.#begun.ended;
  }

  /** Only while the run makes a call: there are both processes then. */
  kill(victim: Victim): void {
    const { pid } = this.#begun?.child ?? {};
    if (pid === undefined) throw new Error("terraform has not started");
    process.kill(victim === "the provider" ? Number(this.#folder.read(providerPidFile)) : -pid, "SIGKILL");
  }

  /**
   * Terraform writes its state file in place: killed in the middle of that, it leaves half a file, or none of it. Then the
   * backup, from before the apply, is what its user goes on with.
   * @returns whether that was so
   */
  restoreCutState(): boolean {
    if (isWhole(this.#folder.stateText())) return false;
    this.#folder.write("terraform.tfstate", this.#folder.read("terraform.tfstate.backup"));
    return true;
  }

  async stop(): Promise<void> {
    const { child, ended } = this.#begun ?? {};
    if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid, "SIGKILL");
      await ended;
    }
    this.#folder.remove();
  }
}

function isWhole(json: string): boolean {
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
