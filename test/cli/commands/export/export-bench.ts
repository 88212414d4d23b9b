/** Runs `dbmon export` for the demo environment in the folder of the test. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cleanSeed, type ServiceEmulator, systemClock } from "../../../../src/emulator";
import { commandBench, environmentOf } from "../../../support/command";
import { callService } from "../../../support/emulator";

export const gone = "🚨 A database is gone";

export function exportBench() {
  const bench = commandBench();
  const path = (...names: string[]) => join(bench.folder(), ...names);
  return {
    bench,
    path,
    read: (...names: string[]) => readFileSync(path(...names), "utf8"),
    shop: async () => {
      const service = await bench.emulator({ seed: cleanSeed(systemClock) });
      const environment = environmentOf(service);
      const run = (...args: string[]) => bench.dbmon(["export", ...args], { environment });
      const yaml = (...args: string[]) => run("--to", "yaml", "--out", "alerts", ...args);
      return { service, environment, run, yaml };
    },
  };
}

/** Changes an alert outside of dbmon. */
export async function change(
  service: ServiceEmulator,
  method: string,
  endpoint: string,
  body?: object,
): Promise<void> {
  await callService(service, method, `/config/alerts${endpoint}`, body);
}
