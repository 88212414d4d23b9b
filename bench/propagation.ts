/** Measures the wait for propagation on a virtual clock: one window for any number of alerts. */
import { resolveConnection, ServiceClient } from "../src/client";
import { ServiceEmulator } from "../src/emulator";
import { executePlan, openSession, verify } from "../src/engine";
import { planEnvironment } from "../src/planning";
import { shopSeed } from "../test/support/emulator";
import { definitionsOf } from "../test/support/sample-alerts";
import { VirtualClock } from "../test/support/virtual-clock";
import { type Benchmark, goalOfFactor, type Row } from "./results";

const propagationWindowMs = 60_000;

async function measureWait(count: number): Promise<Row> {
  const clock = new VirtualClock();
  const emulator = await ServiceEmulator.start({ seed: shopSeed(clock), clock, staleReads: true });
  const result = resolveConnection({ baseUrl: emulator.url, apiToken: emulator.token }, {});
  if (!result.ok) throw new Error("The connection is invalid.");
  const client = new ServiceClient(result.connection, { clock });
  try {
    const session = openSession(client, { clock, propagationWindowMs });
    const plan = await planEnvironment(session, definitionsOf(count));
    const startedAt = clock.now();
    if (plan.status === "refused") throw new Error("The plan was refused.");
    const report = await executePlan(session, plan);
    const problems = await verify(session, plan, report);
    if (problems.length > 0 || report.results.some(({ outcome }) => outcome !== "done"))
      throw new Error("The alerts were not created.");
    const time = clock.now() - startedAt;
    return { count, waits: clock.sleeps.length, time, windows: time / propagationWindowMs };
  } finally {
    client.close();
    await emulator.stop();
  }
}

export const propagation: Benchmark = async ({ quick }) => {
  const rows: Row[] = [];
  for (const count of quick ? [1, 50] : [1, 10, 100, 1_000]) rows.push(await measureWait(count));
  return {
    title: "Propagation",
    how: [
      "`dbmon apply --wait` creates N alerts in a service with a propagation window of 60 seconds, waits, and verifies the alerts. The " +
        "clock is virtual, and calls take no time on it.",
    ],
    goals: [
      goalOfFactor(
        "The wait for N alerts is one window",
        rows.map(({ windows }) => Number(windows)),
        1,
      ),
    ],
    tables: [
      {
        title: "Waiting",
        columns: [
          { key: "count", head: "alerts", unit: "count" },
          { key: "waits", head: "waits", unit: "count" },
          { key: "time", head: "time", unit: "ms" },
          { key: "windows", head: "windows", unit: "times" },
        ],
        rows,
      },
    ],
  };
};
