/**
 * `npm run bench:refresh`: how long terraform takes to refresh and to plan 1,000 alerts, beside the bare loop of the calls that
 * this needs, as many at once, and beside a plan that reads nothing. The service answers at once, or 20 ms later.
 */
import { Agent, request } from "node:http";
import { performance } from "node:perf_hooks";
import { clientDefaults } from "../src/client";
import { type ServiceEmulator } from "../src/emulator";
import { DbmonTerraform } from "../test/support/dbmon-terraform";
import { seedWithAlerts } from "../test/support/seeded-alerts";

const count = 1_000;
const runs = 3;

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return times.sort((one, other) => one - other)[Math.floor(runs / 2)] ?? NaN;
}

/** One list, then every configuration, over as many connections as the provider opens. */
async function bareLoop({ url, token }: ServiceEmulator): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: clientDefaults.maxConcurrency });
  const get = (path: string) =>
    new Promise<void>((resolve, reject) => {
      const headers = { Authorization: `Bearer ${token}` };
      request(`${url}/api/v2/config/alerts${path}`, { agent, headers }, (answer) => {
        answer.resume().once("end", resolve);
      })
        .once("error", reject)
        .end();
    });
  await get("");
  await Promise.all(Array.from({ length: count }, (_, index) => get(`/${index + 1}/config`)));
  agent.destroy();
}

async function main(): Promise<void> {
  const world = await DbmonTerraform.start({ seed: seedWithAlerts(count) });
  try {
    // Without a window, what exists is adopted at once.
    world.configure(`provider "dbmon" { propagation_window = "0s" }
resource "dbmon_alert" "many" {
  count  = ${count}
  name   = "alert \${count.index}"
  policy = 1
  event  = { categories = ["x"] }
}`);
    await world.apply();
    const plan = (...args: string[]) =>
      median(async () => {
        const { code, text } = await world.plan(...args);
        if (code !== 0) throw new Error(text);
      });
    process.stdout.write(`${count} alerts, medians of ${runs} runs, in milliseconds\n`);
    process.stdout.write("latency  bare loop  plan  plan -refresh-only  plan -refresh=false\n");
    for (const latencyMs of [0, 20]) {
      const fault = latencyMs === 0 ? undefined : world.service.faults.add({ latencyMs });
      const times = [
        await median(() => bareLoop(world.service)),
        await plan(),
        await plan("-refresh-only"),
        await plan("-refresh=false"),
      ];
      const widths = [11, 6, 20, 21];
      const cells = times.map((time, column) => time.toFixed(0).padStart(widths[column] ?? 0));
      process.stdout.write(`${String(latencyMs).padStart(7)}${cells.join("")}\n`);
      fault?.remove();
    }
  } finally {
    await world.stop();
  }
}

void main();
