/**
 * How long the built provider takes from its start to the handshake line, and to its first answer, the schema, over TLS as with
 * Terraform, which starts it three times for a plan; and how long the command takes. A bare `node -e 0` is what cannot be saved.
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
import { inTurns, median, timed } from "./measure";
import { sharesOf } from "./profile";
import { type Benchmark, goalOfFactor } from "./results";

const dist = resolve(__dirname, "../dist");
const provider = join(dist, "terraform-provider-dbmon");
const dbmon = join(dist, "cli/main.js");
const own = clientCertificate();

async function run(...args: string[]): Promise<number> {
  return timed(async () => {
    const [code] = (await once(spawn(process.execPath, args), "close")) as [number | null];
    if (code !== 0) throw new Error(`node ${args.join(" ")} failed`);
  });
}

interface Start {
  readonly handshake: number;
  readonly schema: number;
}

async function startProvider(file: string): Promise<Start> {
  const begun = performance.now();
  const started = new ProviderProcess(file, {
    ...handshakeEnvironment,
    PLUGIN_CLIENT_CERT: own.certificatePem,
  });
  const { socket, certificate } = await started.handshake();
  const handshake = performance.now() - begun;
  const client = connect(socket, mutualTls(certificate, own));
  const method = "/tfplugin6.Provider/GetProviderSchema";
  await call(client, method, GetProviderSchema_Request, GetProviderSchema_Response, {});
  const schema = performance.now() - begun;
  client.close();
  await started.exited;
  return { handshake, schema };
}

/** Where the provider's time goes to its first answer, in words. */
async function profile(folder: string): Promise<string> {
  const profiled = join(folder, "profiled");
  const flags = `--cpu-prof --cpu-prof-interval 100 --cpu-prof-dir "${folder}"`;
  writeFileSync(profiled, `#!/bin/sh\nexec "${process.execPath}" ${flags} "${provider}"\n`, { mode: 0o755 });
  await startProvider(profiled);
  return sharesOf(folder);
}

/** The file that is started, and the parts that it reads when they are needed. */
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
    // The first of each fills the caches of the system, and this process's own.
    await inTurns(measures, { most: 1 });
    starts.length = 0;
    const { times, runs } = await inTurns(measures, { most: quick ? 5 : 21 });
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
        `Medians of ${runs.bare} starts in turns. The provider is started as Terraform starts it, three times for a plan.`,
        `Where the provider's time goes to its first answer, by a CPU profile of one start: ${await profile(folder)}.`,
      ],
      goals: [
        goalOfFactor("The provider's handshake within 2.5x of bare node", [times.provider / times.bare], 2.5),
        goalOfFactor("`dbmon --help` within 2.5x of bare node", [times.help / times.bare], 2.5),
      ],
      tables: [
        {
          title: "Times",
          columns: [
            { key: "what", head: "start", unit: "text" },
            { key: "time", head: "time", unit: "ms" },
            { key: "factor", head: "of bare node", unit: "times" },
            { key: "bytes", head: "size", unit: "bytes" },
          ],
          rows: [
            row("`node -e 0`, to its end", times.bare),
            row("provider, to the handshake", times.provider, statSync(provider).size),
            row("provider, to the schema", schema),
            row("`dbmon --help`, to its end", times.help, sizeOfCommand()),
            row("`dbmon check` of one alert, to its end", times.check),
          ],
        },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
