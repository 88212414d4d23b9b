/** The real terraform with our provider against an emulator of its own: what most provider tests start from. */
import { resolve } from "node:path";
import { type LoggedRequest, ServiceEmulator } from "../../src/emulator";
import { shopSeed } from "./shop-seed";
import { type Run, TerraformFolder } from "./terraform-folder";

const dist = resolve(__dirname, "../../dist");
const clockAhead = resolve(__dirname, "clock-ahead.cjs");

const preamble = `
terraform {
  required_providers {
    dbmon = { source = "dbmon/dbmon" }
  }
}
`;

export class DbmonTerraform {
  /** @param providerFolder where terraform is told to look for the provider */
  static async start(
    options: Parameters<typeof ServiceEmulator.start>[0] = {},
    providerFolder = dist,
  ): Promise<DbmonTerraform> {
    return new DbmonTerraform(await ServiceEmulator.start({ seed: shopSeed(), ...options }), providerFolder);
  }

  readonly folder: TerraformFolder;
  /** Milliseconds that the clocks of the emulator and of the providers to come are ahead. */
  #ahead = 0;

  private constructor(
    readonly service: ServiceEmulator,
    providerFolder: string,
  ) {
    this.folder = new TerraformFolder({ source: "dbmon/dbmon", folder: providerFolder });
  }

  /** Environment of terraform's process: the emulator's address and token. */
  get environment(): Record<string, string> {
    return {
      DBMON_BASE_URL: this.service.url,
      DBMON_API_TOKEN: this.service.token,
      ...(this.#ahead === 0
        ? {}
        : { NODE_OPTIONS: `--require ${clockAhead}`, TEST_CLOCK_AHEAD: String(this.#ahead) }),
    };
  }

  /** Time passes between two runs, for the service and for the provider. */
  pass(seconds: number): void {
    this.service.clock.advance(seconds);
    this.#ahead += seconds * 1000;
  }

  /** The configuration that the next run sees, without its required_providers. */
  configure(hcl: string): void {
    this.folder.write("main.tf", preamble + hcl);
  }

  run(
    args: readonly string[],
    environment: Readonly<Record<string, string>> = this.environment,
  ): Promise<Run> {
    return this.folder.run(args, environment);
  }

  async apply(...args: readonly string[]): Promise<Run> {
    const run = await this.tryApply(...args);
    if (run.code !== 0) throw new Error(`terraform apply failed:\n${run.stdout}\n${run.stderr}`);
    return run;
  }

  tryApply(...args: readonly string[]): Promise<Run> {
    return this.run(["apply", "-auto-approve", "-input=false", ...args]);
  }

  /** 0: no changes, 1: an error, 2: changes. */
  plan(...args: readonly string[]): Promise<Run> {
    return this.run(["plan", "-detailed-exitcode", "-input=false", ...args]);
  }

  /** The outputs of the last apply, by name. */
  async outputs(): Promise<Readonly<Record<string, unknown>>> {
    const run = await this.run(["output", "-json"]);
    if (run.code !== 0) throw new Error(`terraform output failed:\n${run.stderr}`);
    // The form that Terraform documents for it.
    const printed = JSON.parse(run.stdout) as Record<string, { value: unknown }>;
    return Object.fromEntries(Object.entries(printed).map(([name, { value }]) => [name, value]));
  }

  /** A colleague with a working folder and a state of their own, on the same service. */
  colleague(providerFolder = dist): DbmonTerraform {
    return new DbmonTerraform(this.service, providerFolder);
  }

  /** A call of the service as somebody else would make it, in JSON. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    token: string = this.service.token,
  ): Promise<unknown> {
    const response = await fetch(`${this.service.url}/api/v2${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${String(response.status)} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  }

  async alerts(): Promise<LiveAlert[]> {
    return ((await this.call("GET", "/config/alerts")) as { data: LiveAlert[] }).data;
  }

  /** Requests that write, as terraform made them. */
  writes(): LoggedRequest[] {
    return this.service.requests.list().filter(({ method }) => method !== "GET");
  }

  async stop(): Promise<void> {
    this.folder.remove();
    await this.service.stop();
  }
}

export interface LiveAlert {
  readonly id: number;
  readonly name: string;
  readonly annotations: string;
  readonly policy: number;
  readonly type: number;
  readonly disabled: number;
  readonly destinations: readonly number[];
}
