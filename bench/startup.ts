/**
 * Measures the start of the provider to the handshake line and to the schema, its first response, over TLS as with Terraform, and the
 * start of the command: of the npm package and of the executable. The lower bound is `node -e 0`.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { linkSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { buildForThisMachine } from "../scripts/executables/build-for-this-machine";
import {
  GetProviderSchema_Request,
  GetProviderSchema_Response,
} from "../src/tfplugin/protocol/generated/tfplugin6";
import {
  call,
  clientCertificate,
  connect,
  handshake as handshakeEnvironment,
  mutualTls,
  ProviderProcess,
} from "../test/support/provider-process";
import { definitions } from "./deploy/alerts";
import { measureInTurns, measureTime, median } from "./measure";
import { timeSharesOf } from "./profile";
import { type Benchmark, goalOfFactor } from "./results";

const dist = resolve(__dirname, "../dist");
const provider = join(dist, "terraform-provider-dbmon");
const dbmon = join(dist, "cli/main.js");
const certificate = clientCertificate();

/** Without the variables of this process: NODE_EXTRA_CA_CERTS, for example, more than doubles the time of `node -e 0`. */
const cleanEnvironment = { PATH: process.env.PATH };

async function run(program: string, ...args: string[]): Promise<number> {
  return measureTime(async () => {
    const [code] = (await once(spawn(program, args, { env: cleanEnvironment }), "close")) as [number | null];
    if (code !== 0) throw new Error(`${program} ${args.join(" ")} failed.`);
  });
}

interface Start {
  readonly handshake: number;
  readonly schema: number;
  /** Peak memory in bytes. Undefined on systems other than Linux. */
  readonly memory: number | undefined;
}

async function startProvider(file: string): Promise<Start> {
  const startedAt = performance.now();
  const started = new ProviderProcess(file, {
    ...handshakeEnvironment,
    PLUGIN_CLIENT_CERT: certificate.certificatePem,
  });
  const { socket, certificate: serverCertificate } = await started.handshake();
  const handshake = performance.now() - startedAt;
  const client = connect(socket, mutualTls(serverCertificate, certificate));
  const method = "/tfplugin6.Provider/GetProviderSchema";
  await call(client, method, GetProviderSchema_Request, GetProviderSchema_Response, {});
  const schema = performance.now() - startedAt;
  const memory = residentMemory(started.child.pid);
  client.close();
  await started.exited;
  return { handshake, schema, memory };
}

/** After the first response, it is the peak. */
function residentMemory(processId: number | undefined): number | undefined {
  // Windows has no ps.
  const { stdout, status } = spawnSync("ps", ["-o", "rss=", "-p", String(processId)], { encoding: "utf8" });
  return status === 0 ? Number(stdout) * 1024 : undefined;
}

/** Describes how the provider uses its time until the first response. */
async function profile(folder: string): Promise<string> {
  const profiled = join(folder, "profiled");
  const flags = `--cpu-prof --cpu-prof-interval 100 --cpu-prof-dir "${folder}"`;
  writeFileSync(profiled, `#!/bin/sh\nexec "${process.execPath}" ${flags} "${provider}"\n`, { mode: 0o755 });
  await startProvider(profiled);
  return timeSharesOf(folder);
}

/** Bytes of the main file and of all parts that it loads on demand. */
function sizeOfCommand(): number {
  const parts = join(dirname(dbmon), "parts");
  const files = [dbmon, ...readdirSync(parts).map((name) => join(parts, name))];
  return files.reduce((sum, file) => sum + statSync(file).size, 0);
}

export const startup: Benchmark = async ({ quick }) => {
  const folder = mkdtempSync(join(tmpdir(), "dbmon-bench-"));
  try {
    const file = join(folder, "alerts.yaml");
    writeFileSync(file, definitions(1));
    const executable = await buildForThisMachine(folder);
    const executableProvider = join(folder, "terraform-provider-dbmon");
    linkSync(executable, executableProvider);
    const starts: Record<"script" | "executable", Start[]> = { script: [], executable: [] };
    const measureHandshake = (kind: keyof typeof starts, program: string) => async () => {
      const start = await startProvider(program);
      starts[kind].push(start);
      return start.handshake;
    };
    const measures = {
      bare: () => run(process.execPath, "-e", "0"),
      script: measureHandshake("script", provider),
      executable: measureHandshake("executable", executableProvider),
      scriptHelp: () => run(process.execPath, dbmon, "--help"),
      executableHelp: () => run(executable, "--help"),
      scriptCheck: () => run(process.execPath, dbmon, "check", file),
      executableCheck: () => run(executable, "check", file),
    };
    // The first round fills the caches of the system and of this process.
    await measureInTurns(measures, { maxRounds: 1 });
    starts.script.length = 0;
    starts.executable.length = 0;
    const { times, runs } = await measureInTurns(measures, { maxRounds: quick ? 5 : 21 });
    const medianOf = (kind: keyof typeof starts, key: keyof Start) =>
      median(starts[kind].map((start) => start[key] ?? NaN));
    const row = (
      what: string,
      time: number,
      more: { readonly bytes?: number; readonly memory?: number } = {},
    ) => ({
      what,
      time,
      factor: time / times.bare,
      ...more,
    });
    const factors = (name: keyof typeof times) => [times[name] / times.bare];
    return {
      title: "Start",
      how: [
        `Medians of ${runs.bare} starts in turns, in an environment with only PATH. Node.js is ${process.version}. The provider starts as with ` +
          "Terraform, which starts it three times for a plan. The script is that of the npm package.",
        `How the script uses its time until the first response, by a CPU profile of one start: ${await profile(folder)}.`,
      ],
      goals: [
        goalOfFactor("The executable's handshake within 1.0x of `node -e 0`", factors("executable"), 1),
        goalOfFactor("The script's handshake within 2.5x of `node -e 0`", factors("script"), 2.5),
        goalOfFactor(
          "`dbmon --help` of the executable within 0.6x of `node -e 0`",
          factors("executableHelp"),
          0.6,
        ),
        goalOfFactor("`dbmon --help` with Node.js within 2.5x of `node -e 0`", factors("scriptHelp"), 2.5),
      ],
      tables: [
        {
          title: "Times",
          columns: [
            { key: "what", head: "start", unit: "text" },
            { key: "time", head: "time", unit: "ms" },
            { key: "factor", head: "factor to `node -e 0`", unit: "times" },
            { key: "bytes", head: "size", unit: "bytes" },
            { key: "memory", head: "peak memory", unit: "bytes" },
          ],
          rows: [
            row("`node -e 0`, to its exit", times.bare),
            row("executable as provider, to the handshake", times.executable, {
              bytes: statSync(executable).size,
            }),
            row("executable as provider, to the schema", medianOf("executable", "schema"), {
              memory: medianOf("executable", "memory"),
            }),
            row("script as provider, to the handshake", times.script, { bytes: statSync(provider).size }),
            row("script as provider, to the schema", medianOf("script", "schema"), {
              memory: medianOf("script", "memory"),
            }),
            row("executable, `dbmon --help`, to its exit", times.executableHelp),
            row("Node.js, `dbmon --help`, to its exit", times.scriptHelp, { bytes: sizeOfCommand() }),
            row("executable, `dbmon check` of one alert, to its exit", times.executableCheck),
            row("Node.js, `dbmon check` of one alert, to its exit", times.scriptCheck),
          ],
        },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
