/** Measures `dbmon test --mutants` beside `dbmon test`: the CPU time that the mutants take in addition. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findMutants, readAlertTests, resolveAlertTests, runAlertTest } from "../src/alert-tests";
import { cpuTime } from "./backtest";
import { measureInTurns } from "./measure";
import { type Benchmark, type Row } from "./results";

const testsPerAlert = 3;
const alertsPerMetric = 5;
const maxSeconds = 20;

const levels = ["info", "warn", "crit"] as const;

/** Four of five alerts are threshold alerts. */
function alertOf(index: number) {
  const scope = index % 3 === 0 ? {} : { host_types: index % 3 === 1 ? ["mysql"] : ["mysql", "pgsql"] };
  const settings = { name: `alert ${index}`, policy: 1, destinations: ["#db-alerts", "#team"], ...scope };
  if (index % 5 === 0) return { ...settings, event: { categories: [`category ${index}`, "restart"] } };
  const metric = `metric.${Math.floor(index / alertsPerMetric)}`;
  const alert_level = levels[index % levels.length];
  return { ...settings, threshold: { alert_level, metric, trigger: 30, duration: 2, reset: 20 } };
}

/** Each alert has a test that it fires, one below its trigger, and one of a route. */
function testsOf(index: number): object[] {
  const alert = alertOf(index);
  const { name } = alert;
  const fires = (at: string) => [{ fires: at, notifies: ["#db-alerts", "#team"] }];
  if ("event" in alert) {
    const events = [{ at: "1m", type: alert.event.categories[0], host: "db1" }];
    return [
      { name: `${name} fires`, events, expect: { [name]: fires("1m") } },
      { name: `${name} ignores`, events: [{ at: "1m", type: "backup" }], expect: { [name]: [] } },
      { name: `${name} route`, routes: [{ host: "web1", level: "info", notifies: ["#db-alerts", "#team"] }] },
    ];
  }
  const metrics = (values: string) => [{ host: "db1", metric: alert.threshold.metric, every: "10s", values }];
  return [
    {
      name: `${name} fires`,
      metrics: metrics("0x6 40x60"),
      until: "10m",
      expect: { [name]: fires("6m10s") },
    },
    { name: `${name} does not fire`, metrics: metrics("0x6 29x60"), until: "10m", expect: { [name]: [] } },
    {
      name: `${name} route`,
      routes: [{ host: "web1", event: "restart", notifies: ["#db-alerts", "#team"] }],
    },
  ];
}

export const mutants: Benchmark = async ({ quick, report }) => {
  const rows: Row[] = [];
  const folder = mkdtempSync(join(tmpdir(), "dbmon-mutants-"));
  try {
    for (const count of quick ? [100] : [250, 1000]) {
      const indexes = Array.from({ length: count }, (_, index) => index);
      writeFileSync(join(folder, "alerts.json"), JSON.stringify({ alerts: indexes.map(alertOf) }));
      const content = {
        definitions: "alerts.json",
        hosts: [
          { name: "db1", type: "mysql" },
          { name: "web1", type: "os" },
        ],
        durations: { 2: "5m" },
        tests: indexes.flatMap(testsOf),
      };
      writeFileSync(join(folder, "alerts.test.json"), JSON.stringify(content));
      let score = { mutants: 0, noticed: 0 };
      const loadAndRun = () => {
        const { files } = resolveAlertTests(readAlertTests([folder]));
        return files.map((file) => ({ file, results: file.tests.map(runAlertTest) }));
      };
      const { times } = await measureInTurns(
        {
          tests: () => cpuTime(loadAndRun),
          mutants: () => {
            const runs = loadAndRun();
            const failed = runs.flatMap(({ results }) => results).find(({ failures }) => failures.length > 0);
            if (failed !== undefined) throw new Error(`the test ${failed.test.name} failed`);
            return cpuTime(() => {
              const { mutants, noticed } = findMutants(runs);
              score = { mutants, noticed };
            });
          },
        },
        { maxRounds: quick ? 1 : 3 },
      );
      rows.push({
        alerts: count,
        tests: count * testsPerAlert,
        ...score,
        test: times.tests,
        time: times.mutants,
        each: (times.mutants / score.mutants) * 1000,
      });
      report(
        `${count} alerts: tests ${times.tests.toFixed(0)} ms, ${score.mutants} mutants ${times.mutants.toFixed(0)} ms`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const worst = Math.max(...rows.map(({ time }) => Number(time)));
  return {
    title: "Mutants of alerts",
    how: [
      `A test file with ${testsPerAlert} tests for each of N alerts, of which ${alertsPerMetric} watch the same metric. The mutants run after the tests. Times are CPU time of the process.`,
    ],
    goals: [
      {
        what: `The mutants take at most ${maxSeconds} s of CPU in addition to the tests`,
        measured: `${(worst / 1000).toFixed(1)} s at worst`,
        isMet: worst <= maxSeconds * 1000,
      },
    ],
    tables: [
      {
        title: "Mutants",
        columns: [
          { key: "alerts", head: "alerts", unit: "count" },
          { key: "tests", head: "tests", unit: "count" },
          { key: "mutants", head: "mutants", unit: "count" },
          { key: "noticed", head: "noticed", unit: "count" },
          { key: "test", head: "tests", unit: "ms" },
          { key: "time", head: "mutants", unit: "ms" },
          { key: "each", head: "per mutant", unit: "us" },
        ],
        rows,
      },
    ],
  };
};
