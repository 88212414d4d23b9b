/**
 * Measures how the time of a plan grows with the number of alerts, compared to JSON.parse of the same live state, which every
 * client must do. Each size runs in a separate process, to measure its memory.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildSync } from "esbuild";
import { orderChanges } from "../src/engine/apply/execute-plan";
import { alertsOfPlan, runChecks } from "../src/impact";
import { writePlan } from "../src/plan-document";
import { fingerprintOf, isWriting, match, plan } from "../src/reconcile";
import { writeAlert, writeAlertConfig } from "../src/service";
import { chainOfRenames, mixedChanges } from "../test/support/sample-alerts";
import { measureInTurns } from "./measure";
import { type Benchmark, goalOfFactor, type Row } from "./results";

const kinds = {
  "of all kinds": mixedChanges,
  "one chain of renames": chainOfRenames,
};

/** Small sizes need many runs, until V8 has optimized the code. */
const runsOf = (size: number) => Math.max(5, Math.min(41, 100_000 / size));
/** Option of the child process. Its value is a size. */
const childOption = "--reconciler-of";

async function measure(size: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [kind, createAlerts] of Object.entries(kinds)) {
    const [desired, live] = createAlerts(size);
    const text = JSON.stringify(
      live.map(({ alert, config }) => ({
        alert: writeAlert(alert),
        config: config && writeAlertConfig(config, {}),
      })),
    );
    const createPlan = () => plan(match(desired, live), (alert) => alert);
    const createdPlan = createPlan();
    const timeOf = (step: () => unknown) => () => {
      const startedAt = performance.now();
      step();
      return performance.now() - startedAt;
    };
    const { times } = await measureInTurns(
      {
        parse: timeOf(() => JSON.parse(text) as unknown),
        plan: timeOf(createPlan),
        coverage: timeOf(() => runChecks({ planned: { alerts: alertsOfPlan(createdPlan, live) } })),
        fingerprint: timeOf(() => fingerprintOf(createdPlan)),
        order: timeOf(() => orderChanges(createdPlan.changes.filter(isWriting))),
        document: timeOf(() => JSON.stringify(writePlan(createdPlan))),
      },
      { maxRounds: runsOf(size) },
    );
    const perAlert = (times.plan * 1000) / size;
    // Node.js returns the maximum in kilobytes.
    const memory = process.resourceUsage().maxRSS * 1024;
    rows.push({ size, kind, ...times, factor: times.plan / times.parse, perAlert, memory });
  }
  return rows;
}

export const reconciler: Benchmark = ({ quick, report }) => {
  const folder = mkdtempSync(join(tmpdir(), "dbmon-bench-"));
  const rows: Row[] = [];
  try {
    // Bundled as in the package: tsx adds calls that name each function when it is created.
    const outfile = join(folder, "reconciler.cjs");
    const external = ["esbuild"];
    buildSync({
      entryPoints: [__filename],
      outfile,
      external,
      bundle: true,
      platform: "node",
      format: "cjs",
    });
    for (const size of quick ? [1_000, 10_000] : [1_000, 10_000, 100_000]) {
      report(`${size} alerts`);
      const environment = { ...process.env, NODE_PATH: resolve(__dirname, "../node_modules") };
      const output = execFileSync(process.execPath, [outfile, childOption, String(size)], {
        env: environment,
      });
      // Written by `child` below.
      rows.push(...(JSON.parse(output.toString()) as Row[]));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const ofAllKinds = rows.filter(({ kind }) => kind === "of all kinds");
  const [smallest, largest] = [ofAllKinds[0], ofAllKinds.at(-1)];
  return {
    title: "Reconciler",
    how: [
      "The plan of N alerts as a pure function: half of the alerts are in sync, a quarter differ, an eighth are new, and a tenth of all are " +
        "renamed. JSON.parse reads the same live state in the format of the service. Memory is the max of the process for one size, " +
        "including the alerts and the text.",
    ],
    goals: [
      goalOfFactor(
        "A plan within 2x of JSON.parse of its live state",
        ofAllKinds.map(({ factor }) => Number(factor)),
        2,
      ),
      goalOfFactor(
        "Linear growth: from the smallest to the largest size, the factor to JSON.parse at most doubles",
        [Number(largest?.factor) / Number(smallest?.factor)],
        2,
      ),
    ],
    tables: [
      {
        title: "Times",
        columns: [
          { key: "size", head: "alerts", unit: "count" },
          { key: "kind", head: "changes", unit: "text" },
          { key: "plan", head: "plan", unit: "ms" },
          { key: "perAlert", head: "per alert", unit: "us" },
          { key: "parse", head: "JSON.parse", unit: "ms" },
          { key: "factor", head: "factor", unit: "times" },
          { key: "coverage", head: "warnings", unit: "ms" },
          { key: "fingerprint", head: "fingerprint", unit: "ms" },
          { key: "order", head: "order", unit: "ms" },
          { key: "document", head: "document", unit: "ms" },
          { key: "memory", head: "memory", unit: "bytes" },
        ],
        rows,
      },
    ],
  };
};

async function child(size: number): Promise<void> {
  process.stdout.write(JSON.stringify(await measure(size)));
}

if (process.argv.includes(childOption)) void child(Number(process.argv.at(-1)));
