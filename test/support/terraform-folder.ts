// The real terraform, run in a folder of its own: no network, no home folder, no state left behind.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isolatedEnvironment } from "../../src/testing/terraform-workspace";

export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both streams, with Terraform's boxes and line breaks undone: for looking for a sentence. */
  readonly text: string;
}

export interface Ended {
  /** Null where a signal ended it. */
  readonly code: number | null;
  /** As `Run.text`. */
  readonly text: string;
}

export interface Begun {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** What it has written so far. */
  readonly told: () => string;
}

export interface ProviderBinary {
  /** As in required_providers: "example/pantry". */
  readonly source: string;
  /** The folder that holds the executable `terraform-provider-NAME`. */
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

  /** @param onOutput is given all that was printed so far, and a way to interrupt as Ctrl-C does */
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

  /** Begins a run that can be killed: it leads a process group of its own, in which the provider is too. */
  begin(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Begun {
    const child = spawn("terraform", [...args, "-no-color"], {
      cwd: this.path,
      env: { ...this.#environment, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    let output = "";
    const keep = (text: string) => (output += text);
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);
    const ended = new Promise<Ended>((done) => {
      child.once("close", (code) => {
        done({ code, text: unboxed(output) });
      });
    });
    return { child, ended, told: () => output };
  }

  /** `terraform apply`, which must succeed. */
  async apply(...args: readonly string[]): Promise<Run> {
    const run = await this.run(["apply", "-auto-approve", "-input=false", ...args]);
    if (run.code !== 0) throw new Error(`terraform apply failed:\n${run.stdout}\n${run.stderr}`);
    return run;
  }

  /** 0: no changes, 1: an error, 2: changes. */
  plan(...args: readonly string[]): Promise<Run> {
    return this.run(["plan", "-detailed-exitcode", "-input=false", ...args]);
  }

  /** The state file as terraform wrote it, numbers included. */
  stateText(): string {
    return this.read("terraform.tfstate");
  }

  /** The first instance of a resource, or undefined when the state does not hold it. */
  instance(type: string): StateInstance | undefined {
    const state = JSON.parse(this.stateText()) as {
      resources: { type: string; mode: string; instances: StateInstance[] }[];
    };
    return state.resources.find((one) => one.type === type && one.mode === "managed")?.instances[0];
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

export interface StateInstance {
  readonly status?: string;
  readonly schema_version: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly private?: string;
}

function unboxed(text: string): string {
  return text.replace(/[│╷╵]/g, " ").replace(/\s+/g, " ");
}
