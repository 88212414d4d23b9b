/** Runs the measured processes: the command, terraform with the provider, and the lower bound. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
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
/** A file of 30,000 alerts reaches the limits of a definitions file. */
const alertsPerFile = 10_000;

export class Processes {
  readonly folder = mkdtempSync(join(tmpdir(), "dbmon-bench-"));
  readonly #usageFile = join(this.folder, "usage.jsonl");
  readonly #server: ChildProcess;
  #url = "";
  #tokens: Readonly<Record<string, string>> = {};

  /** @param latencyMs of each response of the service */
  static async start(count: number, latencyMs = 0): Promise<Processes> {
    const processes = new Processes(count, latencyMs);
    const [line] = (await once(
      createInterface({ input: processes.#server.stdout ?? process.stdin }),
      "line",
    )) as [string];
    processes.#url = line;
    return processes;
  }

  private constructor(
    readonly count: number,
    latencyMs: number,
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
    this.#writeDefinitions("alerts", (text) => text);
    this.#writeDefinitions("changed", (text) => text.replace("alert_level: crit", "alert_level: warn"));
    this.#server = spawn(
      process.execPath,
      [join(this.folder, "server.cjs"), String(count), String(latencyMs)],
      {
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
  }

  #writeDefinitions(name: string, change: (text: string) => string): void {
    mkdirSync(join(this.folder, name));
    const items = change(definitions(this.count))
      .split(/(?=^ {2}- )/m)
      .slice(1);
    for (let start = 0; start < items.length; start += alertsPerFile) {
      const text = `alerts:\n${items.slice(start, start + alertsPerFile).join("")}`;
      writeFileSync(join(this.folder, name, `alerts-${start}.yaml`), text);
    }
  }

  /** Writes dbmon.yaml. All environments have the same alerts, and different tokens. */
  writeEnvironments(count: number): void {
    const environments = Array.from({ length: count }, (_, index) => {
      const variable = `ENVIRONMENT_${index}_TOKEN`;
      this.#tokens = { ...this.#tokens, [variable]: `${token}-${index}` };
      return `  environment-${index}: { base_url: "${this.#url}", api_token: { env: ${variable} } }\n`;
    });
    const text = `definitions: [alerts]\nenvironments:\n${environments.join("")}`;
    writeFileSync(join(this.folder, "dbmon.yaml"), text);
  }

  /** Environment variables of the measured processes. */
  get environment(): Readonly<Record<string, string>> {
    return {
      ...this.#tokens,
      DBMON_BASE_URL: this.#url,
      DBMON_API_TOKEN: token,
      BENCH_USAGE_FILE: this.#usageFile,
      NODE_OPTIONS: `--require ${join(this.folder, "usage.cjs")}`,
    };
  }

  /** The calls of a plan, without anything else. */
  bound(): Promise<Measured> {
    return this.#node([
      join(this.folder, "bound.cjs"),
      this.#url,
      "plan",
      String(this.count),
      String(concurrency),
    ]);
  }

  dbmon(...args: readonly string[]): Promise<Measured> {
    rmSync(join(this.folder, "exported"), { recursive: true, force: true });
    return this.#node([dbmon, ...args]);
  }

  #node(args: readonly string[]): Promise<Measured> {
    return this.measure(
      () =>
        new Promise<void>((done, fail) => {
          const env = { PATH: process.env["PATH"], ...this.environment };
          execFile(
            process.execPath,
            args,
            { cwd: this.folder, env, maxBuffer: 256 << 20 },
            (error, stdout, stderr) => {
              if (error === null) done();
              else fail(new Error(`${args.join(" ")} failed:\n${stdout}\n${stderr}`, { cause: error }));
            },
          );
        }),
    );
  }

  /** Measures a run of processes that have {@link environment}. */
  async measure(run: () => Promise<void>): Promise<Measured> {
    rmSync(this.#usageFile, { force: true });
    const ms = await measureTime(run);
    const lines = existsSync(this.#usageFile) ? readFileSync(this.#usageFile, "utf8").trim().split("\n") : [];
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
