/** Runs the measured processes: the command and the lower bound. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { buildSync } from "esbuild";
import { definitions, token } from "../deploy/alerts";
import { dbmon } from "../deploy/service";
import { measureTime } from "../measure";
import { type Usage } from "./usage";

/** The sum of the CPU times and the largest memory of the processes of one run, and the time of the run. */
export interface Measured extends Usage {
  readonly ms: number;
}

const concurrency = 16;
const execute = promisify(execFile);

export class Processes {
  readonly folder = mkdtempSync(join(tmpdir(), "dbmon-bench-"));
  readonly #usageFile = join(this.folder, "usage.jsonl");
  readonly #server: ChildProcess;
  url = "";
  #tokens: Readonly<Record<string, string>> = {};

  /** @param latencyMs of each response of the service */
  static async start(count: number, latencyMs: number, events = 0): Promise<Processes> {
    const processes = new Processes(count, latencyMs, events);
    const [line] = (await once(
      createInterface({ input: processes.#server.stdout ?? process.stdin }),
      "line",
    )) as [string];
    processes.url = line;
    return processes;
  }

  private constructor(
    readonly count: number,
    latencyMs: number,
    events: number,
  ) {
    const entryPoints = {
      bound: join(__dirname, "../deploy/bound.ts"),
      server: join(__dirname, "server.ts"),
      usage: join(__dirname, "usage.ts"),
    };
    buildSync({
      entryPoints,
      outdir: this.folder,
      outExtension: { ".js": ".cjs" },
      bundle: true,
      platform: "node",
      format: "cjs",
    });
    writeFileSync(join(this.folder, "alerts.yaml"), definitions(count));
    this.#server = spawn(
      process.execPath,
      [join(this.folder, "server.cjs"), String(count), String(latencyMs), String(events)],
      {
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
  }

  /** Writes dbmon.yaml. All environments have the same alerts, and different tokens. */
  writeEnvironments(count: number): void {
    const environments = Array.from({ length: count }, (_, index) => {
      const variable = `DBMON_ENVIRONMENT_${index}_TOKEN`;
      this.#tokens = { ...this.#tokens, [variable]: `${token}-${index}` };
      return `  environment-${index}: { base_url: "${this.url}", api_token: { env: ${variable} } }\n`;
    });
    const text = `definitions: [alerts.yaml]\nenvironments:\n${environments.join("")}`;
    writeFileSync(join(this.folder, "dbmon.yaml"), text);
  }

  /** Environment variables of the measured processes. */
  get #environment(): Readonly<Record<string, string>> {
    return {
      ...this.#tokens,
      DBMON_BASE_URL: this.url,
      DBMON_API_TOKEN: token,
      BENCH_USAGE_FILE: this.#usageFile,
      NODE_OPTIONS: `--require ${join(this.folder, "usage.cjs")}`,
    };
  }

  /** The calls of a plan, without anything else. */
  bound(): Promise<Measured> {
    return this.#node([
      join(this.folder, "bound.cjs"),
      this.url,
      "plan",
      String(this.count),
      String(concurrency),
    ]);
  }

  dbmon(...args: readonly string[]): Promise<Measured> {
    return this.#node([dbmon, ...args]);
  }

  async #node(args: readonly string[]): Promise<Measured> {
    rmSync(this.#usageFile, { force: true });
    const env = { PATH: process.env["PATH"], ...this.#environment };
    const options = { cwd: this.folder, env, maxBuffer: 256 << 20 };
    const ms = await measureTime(async () => {
      await execute(process.execPath, args, options);
    });
    const lines = readFileSync(this.#usageFile, "utf8").trim().split("\n");
    const usages = lines.map((line) => JSON.parse(line) as Usage);
    return {
      ms,
      cpuMs: usages.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
      maxBytes: Math.max(0, ...usages.map(({ maxBytes }) => maxBytes)),
    };
  }

  async stop(): Promise<void> {
    const ended = once(this.#server, "close");
    this.#server.kill();
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
