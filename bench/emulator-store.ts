/**
 * How the emulator does with a large environment: `npm run bench:emulator`. A process of its own fills a data file, so that
 * the memory that is told is the emulator's; then each kind of request is made over HTTP a few times.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ServiceEmulator } from "../src/emulator";
import { alertNamed, commonMetric, largeEnvironment, newest, rareMetric } from "./large-environment";
import { lists } from "./lists";
import { inMebibytes, memory, tellMedian } from "./measure";

const { values } = parseArgs({
  options: {
    digests: { type: "string", default: "100000" },
    events: { type: "string", default: "1000000" },
    alerts: { type: "string", default: "5000" },
    /** A data file that is kept, and taken as it is where it is there. */
    data: { type: "string" },
    /** Only fills the data file. */
    fill: { type: "boolean", default: false },
  },
});
const sizes = {
  digests: Number(values.digests),
  events: Number(values.events),
  alerts: Number(values.alerts),
};

function start(dataFile: string): Promise<ServiceEmulator> {
  const clock = { now: () => newest * 1000 };
  return ServiceEmulator.start({ dataFile, clock, seed: largeEnvironment(sizes), propagationSeconds: 0 });
}

async function tellStart(what: string, dataFile: string): Promise<ServiceEmulator> {
  let emulator: ServiceEmulator | undefined;
  const work = async () => {
    emulator = await start(dataFile);
    return `${inMebibytes(statSync(dataFile).size)} in the file, ${memory()}`;
  };
  await tellMedian(what, work, 1);
  if (emulator === undefined) throw new Error("the emulator did not start");
  return emulator;
}

function fillInOtherProcess(dataFile: string): void {
  const args = [...process.execArgv, __filename, ...process.argv.slice(2), "--fill", "--data", dataFile];
  if (spawnSync(process.execPath, args, { stdio: "inherit" }).status !== 0) {
    throw new Error("the data file could not be filled");
  }
}

async function tellRequests(emulator: ServiceEmulator): Promise<void> {
  const call = async (method: string, path: string, body?: unknown): Promise<string> => {
    const response = await fetch(`${emulator.url}/api/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text;
  };
  for (const [what, path] of Object.entries(lists)) {
    await tellMedian(what, async () => {
      const text = await call("GET", path);
      const { data } = JSON.parse(text) as { data: unknown[] };
      return `${data.length} in ${inMebibytes(text.length)}`;
    });
  }
  await tellMedian("alerts: a POST and its PUT", async (run) => {
    const { alert, config } = alertNamed(`Alert ${process.pid} of run ${run}`, "os.cpu.sys_us");
    const { id } = JSON.parse(await call("POST", "/config/alerts", alert)) as { id: number };
    return `${(await call("PUT", `/config/alerts/${id}/config`, config)).length} bytes`;
  });

  const record = (metric: string) => (run: number) => {
    emulator.environment().add("metrics", { host: 7, metric, value: run % 2 === 0 ? 10 : 20 });
    return "";
  };
  await tellMedian("metrics: the first sample, for which alerts are read", record("mysql.other"), 1);
  await tellMedian("metrics: a sample that no alert watches", record("mysql.other"));
  await tellMedian("metrics: a sample that one alert watches", record(rareMetric));
  await tellMedian("metrics: a sample that all other alerts watch", record(commonMetric));
  await tellMedian("alerts: one configuration, while metrics are there", () =>
    call("GET", "/config/alerts/1/config"),
  );
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "dbmon-bench-"));
  const dataFile = values.data ?? join(folder, "data.db");
  try {
    if (values.fill) {
      await (await tellStart("fill a new data file", dataFile)).stop();
      return;
    }
    if (!existsSync(dataFile)) fillInOtherProcess(dataFile);
    const emulator = await tellStart("start from it", dataFile);
    await tellRequests(emulator);
    process.stdout.write(`${memory()}\n`);
    await emulator.stop();
    await (await tellStart("start from it again, with metrics", dataFile)).stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
