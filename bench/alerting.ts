/** Measures how the time of a simulation grows with the number of metric values, up to a million. */
import { type ConfiguredAlert, type MetricValue, simulateTimeline } from "../src/alerting";
import { measureInTurns } from "./measure";
import { type Benchmark, goalOfFactor, type Row } from "./results";

const hostCount = 100;
const alertCount = 100;
const metrics = Array.from({ length: alertCount }, (_, index) => `metric.${index}`);
const hosts = Array.from({ length: hostCount }, (_, index) => ({
  id: index + 1,
  type: "mysql",
  isDeleted: false,
}));
const alerts = metrics.map((metric, index): ConfiguredAlert => ({
  id: index + 1,
  policy: 1,
  disabled: false,
  destinations: [1],
  config: {
    hosts: [],
    host_types: [],
    condition: { kind: "threshold", metric, trigger: 80, reset: 70, duration: 1, alert_level: "warn" },
  },
}));

/** Values that rise above the trigger and fall below the reset value again, in the order of their times. */
function createValues(count: number): MetricValue[] {
  return Array.from({ length: count }, (_, index) => ({
    at: index * 100,
    host: 1 + (index % hostCount),
    metric: metrics[Math.floor(index / hostCount) % alertCount] ?? "",
    value: 60 + ((index * 7919 + Math.floor(index / (hostCount * alertCount)) * 17) % 40),
  }));
}

export const alerting: Benchmark = async ({ quick, report }) => {
  const counts = quick ? [1_000, 10_000] : [10_000, 100_000, 1_000_000];
  const rows: Row[] = [];
  for (const count of counts) {
    const values = createValues(count);
    let firings = 0;
    const { times } = await measureInTurns(
      {
        simulate: () => {
          const startedAt = process.cpuUsage();
          const until = count * 100 + 3_600_000;
          firings = simulateTimeline({
            alerts,
            objects: {
              host: (id) => hosts[id - 1],
              policyIntervalMs: () => 0,
              durationMs: () => 60_000,
            },
            values,
            until,
          }).length;
          const { user, system } = process.cpuUsage(startedAt);
          return (user + system) / 1000;
        },
      },
      { maxRounds: quick ? 1 : 5 },
    );
    rows.push({ count, firings, time: times.simulate, each: (times.simulate / count) * 1000 });
    report(`${count} values: ${times.simulate.toFixed(0)} ms`);
  }
  const each = rows.map((row) => Number(row["each"]));
  return {
    title: "Simulation of alerts",
    how: [
      `A timeline of N metric values on ${hostCount} hosts is simulated for ${alertCount} threshold alerts. Times are CPU time of the process.`,
    ],
    goals: [
      goalOfFactor(
        "The time per value does not grow with the number of values",
        [(each.at(-1) ?? 0) / (each[0] ?? 1)],
        1.5,
      ),
    ],
    tables: [
      {
        title: "Simulation",
        columns: [
          { key: "count", head: "values", unit: "count" },
          { key: "firings", head: "firings", unit: "count" },
          { key: "time", head: "time", unit: "ms" },
          { key: "each", head: "per value", unit: "us" },
        ],
        rows,
      },
    ],
  };
};
