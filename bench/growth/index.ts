/** Measures how the CPU time and the memory of commands grow if there is four times as much of what they read. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buildSync } from "esbuild";
import { ServiceEmulator } from "../../src/emulator";
import { dbmon } from "../deploy/service";
import { type Usage } from "../environments/usage";
import { type Benchmark, goalOfFactor, type Row } from "../results";
import { cases } from "./cases";
import { seedOf, type World } from "./world";

const maxFactor = 4.6;
/** Smaller growth is not measurable. */
const leastGrowth: Usage = { cpuMs: 100, maxBytes: 32 * 2 ** 20 };
const timeoutMs = 120_000;

export const growth: Benchmark = async ({ quick, report }) => {
  const folder = mkdtempSync(join(tmpdir(), "dbmon-growth-"));
  const rows: Row[] = [];
  try {
    const usage = join(__dirname, "../environments/usage.ts");
    buildSync({ entryPoints: [usage], outfile: join(folder, "usage.cjs"), bundle: true, platform: "node" });
    for (const [command, grows, fullCount, world, exitCode = 0] of cases) {
      const count = quick ? Math.ceil(fullCount / 10) : fullCount;
      const usages: Usage[] = [];
      // Once, because CPU time depends little on the machine's load.
      for (const size of [1, count, 4 * count])
        usages.push(
          // One alert alone may have no error.
          await measure(command, world(size), { folder, exitCodes: size === 1 ? [0, exitCode] : [exitCode] }),
        );
      const [start, once, fourTimes] = usages as [Usage, Usage, Usage];
      const factorOf = (key: keyof Usage) =>
        (fourTimes[key] - start[key]) / Math.max(once[key] - start[key], leastGrowth[key]);
      const row = {
        command,
        grows,
        count,
        cpu: once.cpuMs,
        cpuFactor: factorOf("cpuMs"),
        memory: once.maxBytes,
        memoryFactor: factorOf("maxBytes"),
      };
      rows.push(row);
      const factors = `CPU ${row.cpuFactor.toFixed(2)}x, memory ${row.memoryFactor.toFixed(2)}x`;
      report(`${command}: ${count} ${grows}: ${row.cpu.toFixed(0)} ms, ${factors}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const factors = (key: string) => rows.map((row) => Number(row[key]));
  return {
    title: "Growth",
    how: [
      "Each command runs as a process with one, N and 4 N of what grows, in turns, against an emulator whose time is not counted. CPU time and peak memory are the process's. A factor compares 4 N with N, both without the use with one.",
    ],
    goals: [
      goalOfFactor(`CPU time with 4 N at most ${maxFactor}x of that with N`, factors("cpuFactor"), maxFactor),
      goalOfFactor(
        `Memory with 4 N at most ${maxFactor}x of that with N`,
        factors("memoryFactor"),
        maxFactor,
      ),
    ],
    tables: [
      {
        title: "Factors",
        columns: [
          { key: "command", head: "command", unit: "text" },
          { key: "grows", head: "what grows", unit: "text" },
          { key: "count", head: "N", unit: "count" },
          { key: "cpu", head: "CPU with N", unit: "ms" },
          { key: "cpuFactor", head: "factor", unit: "times" },
          { key: "memory", head: "memory with N", unit: "bytes" },
          { key: "memoryFactor", head: "factor", unit: "times" },
        ],
        rows,
      },
    ],
  };
};

async function measure(
  command: string,
  world: World,
  { folder, exitCodes }: { readonly folder: string; readonly exitCodes: readonly unknown[] },
): Promise<Usage> {
  const { files = {}, seed, environments = 0 } = world;
  const names = Array.from({ length: environments }, (_, index) => `e${index}`);
  const tokens = Object.fromEntries(names.map((name) => [`token-${name}`, name]));
  const emulator = await ServiceEmulator.start({ seed: seedOf(seed), tokens, propagationSeconds: 0 });
  const project = join(folder, "project");
  const usageFile = join(folder, "usage.json");
  rmSync(usageFile, { force: true });
  try {
    const environment = (name: string) =>
      `  ${name}: { base_url: "${emulator.url}", api_token: { env: DBMON_${name}_TOKEN } }\n`;
    const config = `definitions: [alerts.yaml]\nenvironments:\n${names.map(environment).join("")}`;
    const written = environments === 0 ? files : { ...files, "dbmon.yaml": config };
    for (const [file, content] of Object.entries(written)) {
      mkdirSync(dirname(join(project, file)), { recursive: true });
      writeFileSync(join(project, file), content);
    }
    mkdirSync(project, { recursive: true });
    const variables =
      environments === 0
        ? { DBMON_BASE_URL: emulator.url, DBMON_API_TOKEN: emulator.token }
        : Object.fromEntries(names.map((name) => [`DBMON_${name}_TOKEN`, `token-${name}`]));
    const env = {
      PATH: process.env["PATH"],
      BENCH_USAGE_FILE: usageFile,
      NODE_OPTIONS: `--require ${join(folder, "usage.cjs")}`,
      ...variables,
    };
    const options = {
      cwd: project,
      env,
      maxBuffer: 2 ** 30,
      timeout: timeoutMs,
      killSignal: "SIGKILL" as const,
    };
    await new Promise<void>((done, fail) => {
      execFile(process.execPath, [dbmon, ...command.split(" ")], options, (error, stdout, stderr) => {
        const code = error === null ? 0 : (error.code ?? error.signal);
        if (exitCodes.includes(code)) done();
        else fail(new Error(`dbmon ${command} exits with ${code}:\n${(stderr + stdout).slice(0, 2000)}`));
      });
    });
    return JSON.parse(readFileSync(usageFile, "utf8")) as Usage;
  } finally {
    await emulator.stop();
    rmSync(project, { recursive: true, force: true });
  }
}
