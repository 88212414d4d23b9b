/** Runs terraform with the built provider against an emulator. */
import { resolve } from "node:path";
import { type LoggedRequest, ServiceEmulator } from "../../src/emulator";
import { callService } from "./service-calls";
import { preload, providerFolder } from "./programs";
import { shopSeed } from "./shop-seed";
import { type Run, TerraformFolder } from "./terraform-folder";

const clockAhead = resolve(__dirname, "clock-ahead.cjs");

const preamble = `
terraform {
  required_providers {
    dbmon = { source = "dbmon/dbmon" }
  }
}
`;

export class DbmonTerraform {
  /** @param folder contains the provider's executable */
  static async start(
    options: Parameters<typeof ServiceEmulator.start>[0] = {},
    folder = providerFolder,
  ): Promise<DbmonTerraform> {
    return new DbmonTerraform(await ServiceEmulator.start({ seed: shopSeed(), ...options }), folder);
  }

  readonly folder: TerraformFolder;
  /** Milliseconds by which the clocks of the emulator and of future provider processes are ahead. */
  #ahead = 0;

  private constructor(
    readonly service: ServiceEmulator,
    folder: string,
  ) {
    this.folder = new TerraformFolder({ source: "dbmon/dbmon", folder });
  }

  /** Environment of terraform: the emulator's URL and token. */
  get environment(): Record<string, string> {
    return {
      DBMON_BASE_URL: this.service.url,
      DBMON_API_TOKEN: this.service.token,
      ...(this.#ahead === 0 ? {} : { ...preload(clockAhead), TEST_CLOCK_AHEAD: String(this.#ahead) }),
    };
  }

  /** Advances the clocks of the emulator and of future provider processes. */
  pass(seconds: number): void {
    this.service.clock.advance(seconds);
    this.#ahead += seconds * 1000;
  }

  /** Writes the configuration. `hcl` does not contain required_providers. */
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

  /** Exit code 0 means no changes, 1 an error, 2 changes. */
  plan(...args: readonly string[]): Promise<Run> {
    return this.run(["plan", "-detailed-exitcode", "-input=false", ...args]);
  }

  /** Returns the outputs of the last apply by name. */
  async outputs(): Promise<Readonly<Record<string, unknown>>> {
    const run = await this.run(["output", "-json"]);
    if (run.code !== 0) throw new Error(`terraform output failed:\n${run.stderr}`);
    // The format that Terraform documents.
    const printed = JSON.parse(run.stdout) as Record<string, { value: unknown }>;
    return Object.fromEntries(Object.entries(printed).map(([name, { value }]) => [name, value]));
  }

  /** A user with a separate working folder and state, on the same service. */
  colleague(folder = providerFolder): DbmonTerraform {
    return new DbmonTerraform(this.service, folder);
  }

  /** Calls the API outside Terraform. */
  call(method: string, path: string, body?: unknown, token?: string): Promise<unknown> {
    return callService(this.service, method, path, body, token);
  }

  async alerts(): Promise<LiveAlert[]> {
    return ((await this.call("GET", "/config/alerts")) as { data: LiveAlert[] }).data;
  }

  /** Requests other than GET that the service received. */
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
