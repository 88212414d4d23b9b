/**
 * Runs terraform in a temporary folder, without a network and a home folder. Without terraform, tests are skipped with a warning, and
 * fail in CI.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isOnPath } from "../../src/distribution";
import { isolatedEnvironment } from "../../src/testing/terraform-workspace";

/** `describe` if terraform is on the PATH, otherwise a skipped block with a warning. */
export function describeWithTerraform(name: string, body: () => void): void {
  if (isOnPath("terraform", process.env)) {
    describe(name, body);
    return;
  }
  if (process.env.CI === "true")
    throw new Error("terraform is not on the PATH. CI must run these tests. Install terraform.");
  process.stderr.write(`\n*** SKIPPED, terraform is not on the PATH: ${name}\n\n`);
  describe.skip(name, body);
}

export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** stdout and stderr without Terraform's boxes and line breaks, so that tests can search for sentences. */
  readonly text: string;
}

export interface RunResult {
  /** Null if a signal ended the process. */
  readonly code: number | null;
  /** Same as `Run.text`. */
  readonly text: string;
}

export interface StartedRun {
  readonly child: ChildProcess;
  readonly ended: Promise<RunResult>;
  /** Output so far. */
  readonly output: () => string;
}

export interface ProviderBinary {
  /** Source address in required_providers, for example "example/pantry". */
  readonly source: string;
  /** Folder with the executable `terraform-provider-NAME`. */
  readonly folder: string;
}

export class TerraformFolder {
  readonly path: string;
  readonly #environment: NodeJS.ProcessEnv;

  constructor({ source, folder }: ProviderBinary) {
    this.path = mkdtempSync(join(tmpdir(), "terraform-test-"));
    this.#environment = isolatedEnvironment(this.path, source, folder);
  }

  file(name: string): string {
    return join(this.path, name);
  }

  read(name: string): string {
    return readFileSync(this.file(name), "utf8");
  }

  write(name: string, content: string): void {
    writeFileSync(this.file(name), content);
  }

  /** @param onOutput receives the output so far, and a function that interrupts like Ctrl-C */
  run(
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
    onOutput?: (printed: string, interrupt: () => void) => void,
  ): Promise<Run> {
    const options = { cwd: this.path, env: { ...this.#environment, ...environment }, maxBuffer: 64 << 20 };
    return new Promise((resolve) => {
      const terraform = execFile("terraform", [...args, "-no-color"], options, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
        resolve({ code, stdout, stderr, text: unboxed(stdout + stderr) });
      });
      let printed = "";
      terraform.stdout?.on("data", (chunk: string) => {
        printed += chunk;
        onOutput?.(printed, () => terraform.kill("SIGINT"));
      });
    });
  }

  /** Starts a run in a separate process group, so that a test can kill terraform with its provider. */
  start(args: readonly string[], environment: Readonly<Record<string, string>> = {}): StartedRun {
    const [command = "", ...rest] = args;
    // Options precede the path of a saved plan.
    const child = spawn("terraform", [command, "-no-color", ...rest], {
      cwd: this.path,
      env: { ...this.#environment, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    let output = "";
    const append = (text: string) => (output += text);
    child.stdout.setEncoding("utf8").on("data", append);
    child.stderr.setEncoding("utf8").on("data", append);
    const ended = new Promise<RunResult>((done) => {
      child.once("close", (code) => {
        done({ code, text: unboxed(output) });
      });
    });
    return { child, ended, output: () => output };
  }

  /** Runs `terraform apply`. @throws Error if it fails */
  async apply(...args: readonly string[]): Promise<Run> {
    const run = await this.run(["apply", "-auto-approve", "-input=false", ...args]);
    if (run.code !== 0) throw new Error(`terraform apply failed:\n${run.stdout}\n${run.stderr}`);
    return run;
  }

  /** Exit code 0 means no changes, 1 an error, 2 changes. */
  plan(...args: readonly string[]): Promise<Run> {
    return this.run(["plan", "-detailed-exitcode", "-input=false", ...args]);
  }

  /** The content of the state file, with numbers as terraform wrote them. */
  stateText(): string {
    return this.read("terraform.tfstate");
  }

  /** The first instance of the managed resource of a type; undefined if the state has none. */
  instance(type: string): StateInstance | undefined {
    const state = JSON.parse(this.stateText()) as {
      resources: { type: string; mode: string; instances: StateInstance[] }[];
    };
    return state.resources.find((resource) => resource.type === type && resource.mode === "managed")
      ?.instances[0];
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

interface StateInstance {
  readonly status?: string;
  readonly schema_version: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly private?: string;
}

function unboxed(text: string): string {
  return text.replace(/[│╷╵]/g, " ").replace(/\s+/g, " ");
}
