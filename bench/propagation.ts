/** What waiting for the propagation costs: one window, however many alerts were written. Measured on a virtual clock. */
import { resolveConnection, ServiceClient } from "../src/client";
import { ServiceEmulator } from "../src/emulator";
import { openSession, executePlan, planEnvironment, verify } from "../src/engine";
import { VirtualClock } from "../test/support/virtual-clock";
import { shopSeed } from "../test/support/shop-seed";
import { definitionsOf } from "../test/support/many-alerts";
import { type Benchmark, goalOfFactor, type Row } from "./results";

/** Milliseconds. */
const propagationWindow = 60_000;

async function waited(count: number): Promise<Row> {
  const clock = new VirtualClock();
  const emulator = await ServiceEmulator.start({ seed: shopSeed(clock), clock, staleReads: true });
  const result = resolveConnection({ baseUrl: emulator.url, apiToken: emulator.token }, {});
  if (!result.ok) throw new Error("the emulator's address was refused");
  const client = new ServiceClient(result.connection, { clock });
  try {
    const session = openSession(client, { clock, propagationWindowMs: propagationWindow });
    const plan = await planEnvironment(session, definitionsOf(count));
    const begun = clock.now();
    if (plan.status === "refused") throw new Error("the plan is refused");
    const report = await executePlan(session, plan);
    const problems = await verify(session, plan, report);
    if (problems.length > 0 || report.results.some(({ outcome }) => outcome !== "done"))
      throw new Error("the alerts were not created");
    const time = clock.now() - begun;
    return { count, waits: clock.sleeps.length, time, windows: time / propagationWindow };
  } finally {
    client.close();
    await emulator.stop();
  }
}

export const propagation: Benchmark = async ({ quick }) => {
  const rows: Row[] = [];
  for (const count of quick ? [1, 50] : [1, 10, 100, 1_000]) rows.push(await waited(count));
  return {
    title: "Propagation",
    how: [
      "`dbmon apply --wait` creates N alerts in a service that shows each write only a window of 60 seconds later, waits, and looks whether " +
        "all are as they should be. On a virtual clock, on which calls take no time.",
    ],
    goals: [
      goalOfFactor(
        "N alerts cost one window",
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
