/** Measures an audit beside a plan of the same alerts and the list of the same events, and the comparison of all alerts with each other. */
import { findRedundant } from "../src/alerting";
import { resolveConnection, ServiceClient } from "../src/client";
import { openSession } from "../src/engine";
import { type ActiveAlert, type AuditFacts, findOverlaps } from "../src/impact";
import { readEvents } from "../src/planning/read-events";
import { token } from "./deploy/alerts";
import { type Measured, Processes } from "./environments/processes";
import { measureInTurns, measureTime } from "./measure";
import { type Benchmark, goalOfFactor } from "./results";

const maxMebibytes = 350;
const maxComparisonMs = 2000;
const mebibyte = 2 ** 20;

export const audit: Benchmark = async ({ quick, report }) => {
  const [alerts, events] = quick ? [1000, 10_000] : [10_000, 100_000];
  const processes = await Processes.start(alerts, 0, events);
  try {
    const runs: Measured[] = [];
    const measure = async (...args: readonly string[]) => {
      const run = await processes.dbmon(...args);
      report(`dbmon ${args[0]}: ${run.ms.toFixed(0)} ms, CPU ${run.cpuMs.toFixed(0)} ms`);
      return run;
    };
    const known = { host: () => undefined, policyIntervalMs: () => 0, durationMs: () => 60_000 };
    const nameOf: AuditFacts["nameOf"] = (kind, id) => `${kind} ${id}`;
    const active = comparedAlerts(alerts);
    const { times } = await measureInTurns(
      {
        plan: async () => (await measure("plan", "alerts.yaml")).ms,
        events: () => readAll(processes.url, events),
        audit: async () => {
          runs.push(await measure("audit"));
          return runs.at(-1)?.ms ?? 0;
        },
        comparison: () => {
          const startedAt = performance.now();
          findRedundant(active, known);
          findOverlaps({ active, known, nameOf }, new Set());
          return performance.now() - startedAt;
        },
      },
      { maxRounds: quick ? 1 : 3 },
    );
    const memory = Math.max(...runs.map(({ maxBytes }) => maxBytes));
    const factor = times.audit / (times.plan + times.events);
    return {
      title: "Audit",
      how: [
        `An audit of ${alerts} alerts of one metric and ${events} events, of which half are recorded firings. A separate process serves prepared responses. Reading the events is that of an audit in this process, and the plan has no changes. The comparison is that of ${alerts} alerts of 500 metrics and categories with each other, for redundant alerts and overlaps.`,
      ],
      goals: [
        goalOfFactor("An audit within 2x of a plan and reading the events", [factor], 2),
        {
          what: `Memory below ${maxMebibytes} MiB`,
          measured: `${Math.round(memory / mebibyte)} MiB at worst`,
          isMet: memory < maxMebibytes * mebibyte,
        },
        {
          what: `Comparison below ${maxComparisonMs / 1000} s`,
          measured: `${Math.round(times.comparison)} ms`,
          isMet: times.comparison < maxComparisonMs,
        },
      ],
      tables: [
        {
          title: "Times",
          columns: [
            { key: "alerts", head: "alerts", unit: "count" },
            { key: "events", head: "events", unit: "count" },
            { key: "plan", head: "plan", unit: "ms" },
            { key: "reading", head: "reading the events", unit: "ms" },
            { key: "audit", head: "audit", unit: "ms" },
            { key: "factor", head: "factor", unit: "times" },
            { key: "memory", head: "memory", unit: "bytes" },
            { key: "comparison", head: "comparison", unit: "ms" },
          ],
          rows: [
            {
              alerts,
              events,
              plan: times.plan,
              reading: times.events,
              audit: times.audit,
              factor,
              memory,
              comparison: times.comparison,
            },
          ],
        },
      ],
    };
  } finally {
    await processes.stop();
  }
};

async function readAll(url: string, count: number): Promise<number> {
  const connection = resolveConnection({ baseUrl: url, apiToken: token }, {});
  if (!connection.ok) throw new Error("The connection is not valid.");
  const client = new ServiceClient(connection.connection);
  const until = Math.floor(Date.now() / 1000);
  let read = 0;
  const ms = await measureTime(() =>
    readEvents(openSession(client), { from: until - 90 * 86_400, until }, (list) => {
      read += list.length;
    }),
  );
  client.close();
  if (read !== count) throw new Error(`${read} of ${count} events were read.`);
  return ms;
}

/** Half of them event alerts. Twenty alerts have an input in common, and four destinations. */
function comparedAlerts(count: number): ActiveAlert[] {
  const inputs = count / 20;
  return Array.from({ length: count }, (_, index): ActiveAlert => {
    const input = index % inputs;
    const condition =
      input % 2 === 0
        ? ({ kind: "event", categories: [`category ${input}`, `category ${(input + 2) % inputs}`] } as const)
        : ({
            kind: "threshold",
            metric: `shop.metric${input}`,
            trigger: index % 7,
            reset: 0,
            duration: 1 + (index % 3),
            alert_level: "warn",
          } as const);
    return {
      id: index + 1,
      name: `alert ${index}`,
      policy: 1,
      disabled: false,
      destinations: [1 + (index % 4)],
      config: { hosts: index % 3 === 0 ? [1 + (index % 50)] : [], host_types: [], condition },
    };
  });
}
