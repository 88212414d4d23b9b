/** Runs terraform with the built provider against an emulator. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { isOnPath } from "../../src/distribution";
import { type LoggedRequest, ServiceEmulator } from "../../src/emulator";
import { callService, shopSeed } from "./emulator";
import { clockAhead, providerFolder } from "./programs";
import { describeWithTerraform, type ProviderBinary, type Run, TerraformFolder } from "./terraform";

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

  /** Call it in a `describe` or a test file. @param use receives the one that runs during the next test */
  static forEachTest(
    use: (started: DbmonTerraform) => void,
    options: Parameters<typeof ServiceEmulator.start>[0] = {},
  ): void {
    let running: DbmonTerraform | undefined;
    beforeEach(async () => {
      running = await DbmonTerraform.start(options);
      use(running);
    });
    afterEach(() => running?.stop());
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
      ...(this.#ahead === 0 ? {} : clockAhead(this.#ahead)),
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

interface LiveAlert {
  readonly id: number;
  readonly name: string;
  readonly annotations: string;
  readonly policy: number;
  readonly type: number;
  readonly disabled: number;
  readonly destinations: readonly number[];
}

/** The first versions that support a feature. Without one, the engine does not support it. */
interface Since {
  readonly terraform?: string;
  readonly tofu?: string;
}

/**
 * `describe` if the engine supports the feature (see jest/global-setup.ts). Otherwise, a test that the engine, which does not know the
 * feature, is not disturbed by a provider that has it.
 * @param older the tests of other engines
 */
export function describeSince(since: Since, name: string, body: () => void, older = testWithout): void {
  const isTested = !isOnPath("terraform", process.env) || isSupported(since);
  describeWithTerraform(name, isTested ? body : older);
}

function testWithout(): void {
  it("is not known to this engine, which applies an alert and then plans no changes", async () => {
    const world = await DbmonTerraform.start();
    try {
      world.configure(`resource "dbmon_alert" "a" {
        name   = "A"
        policy = 1
        event  = { categories = ["deploy"] }
      }`);
      await world.apply();
      const { code, stdout, stderr } = await world.plan();
      expect({ code, stderr, stdout }).toMatchObject({ code: 0, stderr: "" });
    } finally {
      await world.stop();
    }
  });
}

function isSupported(since: Since): boolean {
  const printed = execFileSync("terraform", ["version"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [, engine, ...version] = /(Terraform|OpenTofu) v(\d+)\.(\d+)/.exec(printed) ?? [];
  const first = engine === "Terraform" ? since.terraform : since.tofu;
  if (first === undefined) return false;
  const [major = 0, minor = 0] = version.map(Number);
  const [firstMajor = 0, firstMinor = 0] = first.split(".").map(Number);
  return major > firstMajor || (major === firstMajor && minor >= firstMinor);
}

/** In a folder of terraform, the provider that started last has its process id in this file. */
export const providerPidFile = "provider.pid";

/** A provider behind a script that writes its process id to a file, so that a test can signal it. */
export class ProviderWithPid implements ProviderBinary {
  readonly source = "dbmon/dbmon";
  readonly folder = mkdtempSync(join(tmpdir(), "dbmon-provider-"));

  /** @param built folder with the provider's executable */
  constructor(built = providerFolder) {
    const provider = resolve(built, "terraform-provider-dbmon");
    // Terraform passes its environment on, and TerraformFolder sets TMPDIR to its own folder. `exec` keeps the process id.
    const script = `#!/bin/sh\necho $$ > "$TMPDIR/${providerPidFile}"\nexec "${provider}" "$@"\n`;
    writeFileSync(join(this.folder, "terraform-provider-dbmon"), script, { mode: 0o755 });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
