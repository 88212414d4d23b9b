/**
 * Measures the start of the built provider to the handshake line and to the schema, its first response, over TLS as with
 * Terraform, and the start of the command. The lower bound is `node -e 0`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { performance } from "node:perf_hooks";
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

async function run(...args: string[]): Promise<number> {
  return measureTime(async () => {
    const [code] = (await once(spawn(process.execPath, args), "close")) as [number | null];
    if (code !== 0) throw new Error(`node ${args.join(" ")} failed.`);
  });
}

interface Start {
  readonly handshake: number;
  readonly schema: number;
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
  client.close();
  await started.exited;
  return { handshake, schema };
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
    const starts: Start[] = [];
    const measures = {
      bare: () => run("-e", "0"),
      provider: async () => {
        const start = await startProvider(provider);
        starts.push(start);
        return start.handshake;
      },
      help: () => run(dbmon, "--help"),
      check: () => run(dbmon, "check", file),
    };
    // The first round fills the caches of the system and of this process.
    await measureInTurns(measures, { maxRounds: 1 });
    starts.length = 0;
    const { times, runs } = await measureInTurns(measures, { maxRounds: quick ? 5 : 21 });
    const schema = median(starts.map((start) => start.schema));
    const row = (what: string, time: number, bytes?: number) => ({
      what,
      time,
      factor: time / times.bare,
      bytes,
    });
    return {
      title: "Start",
      how: [
        `Medians of ${runs.bare} starts in turns. The provider starts as with Terraform, which starts it three times for a plan.`,
        `How the provider uses its time until the first response, by a CPU profile of one start: ${await profile(folder)}.`,
      ],
      goals: [
        goalOfFactor(
          "The provider's handshake within 2.5x of `node -e 0`",
          [times.provider / times.bare],
          2.5,
        ),
        goalOfFactor("`dbmon --help` within 2.5x of `node -e 0`", [times.help / times.bare], 2.5),
      ],
      tables: [
        {
          title: "Times",
          columns: [
            { key: "what", head: "start", unit: "text" },
            { key: "time", head: "time", unit: "ms" },
            { key: "factor", head: "factor to `node -e 0`", unit: "times" },
            { key: "bytes", head: "size", unit: "bytes" },
          ],
          rows: [
            row("`node -e 0`, to its exit", times.bare),
            row("provider, to the handshake", times.provider, statSync(provider).size),
            row("provider, to the schema", schema),
            row("`dbmon --help`, to its exit", times.help, sizeOfCommand()),
            row("`dbmon check` of one alert, to its exit", times.check),
          ],
        },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
