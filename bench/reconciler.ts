/**
 * The pure functions alone: how the time of a plan grows with the number of alerts, beside JSON.parse of the same live state, which
 * any client has to do. Each size has a process of its own, whose memory is told.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildSync } from "esbuild";
import { orderTasks } from "../src/engine/change-order";
import { checkCoverage, fingerprintOf, isWriting, match, plan, writePlan } from "../src/reconcile";
import { writeAlert, writeAlertConfig } from "../src/service";
import { chainOfRenames, mixedChanges } from "../test/support/many-alerts";
import { inTurns } from "./measure";
import { type Benchmark, goalOfFactor, type Row } from "./results";

const kinds = {
  "of all kinds": mixedChanges,
  "one chain of renames": (size: number) => chainOfRenames(size, false),
  "one circle of renames": (size: number) => chainOfRenames(size, true),
};

/** Small ones are over before node has compiled them well. */
const runsOf = (size: number) => Math.max(5, Math.min(41, 100_000 / size));
/** Its argument is a size. */
const asChild = "--reconciler-of";

async function measured(size: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [kind, make] of Object.entries(kinds)) {
    const [desired, live] = make(size);
    const text = JSON.stringify(
      live.map(({ alert, config }) => ({
        alert: writeAlert(alert),
        config: config && writeAlertConfig(config, {}),
      })),
    );
    const makePlan = () => plan(match(desired, live), (alert) => alert);
    const made = makePlan();
    const timeOf = (step: () => unknown) => () => {
      const begun = performance.now();
      step();
      return performance.now() - begun;
    };
    const { times } = await inTurns(
      {
        parse: timeOf(() => JSON.parse(text) as unknown),
        plan: timeOf(makePlan),
        coverage: timeOf(() => checkCoverage(made, live)),
        fingerprint: timeOf(() => fingerprintOf(made)),
        order: timeOf(() => orderTasks(made.changes.filter(isWriting))),
        document: timeOf(() => JSON.stringify(writePlan(made))),
      },
      { most: runsOf(size) },
    );
    const each = (times.plan * 1000) / size;
    // Kilobytes, of which node tells the most that there ever were.
    const memory = process.resourceUsage().maxRSS * 1024;
    rows.push({ size, kind, ...times, factor: times.plan / times.parse, each, memory });
  }
  return rows;
}

export const reconciler: Benchmark = ({ quick, tell }) => {
  const folder = mkdtempSync(join(tmpdir(), "dbmon-bench-"));
  const rows: Row[] = [];
  try {
    // As it is built for users: what runs TypeScript as it is names every function anew, each time that it is made.
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
      tell(`${size} alerts`);
      const environment = { ...process.env, NODE_PATH: resolve(__dirname, "../node_modules") };
      const told = execFileSync(process.execPath, [outfile, asChild, String(size)], { env: environment });
      // What the child below has written.
      rows.push(...(JSON.parse(told.toString()) as Row[]));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const ofAllKinds = rows.filter(({ kind }) => kind === "of all kinds");
  const [least, largest] = [ofAllKinds[0], ofAllKinds.at(-1)];
  return {
    title: "Reconciler",
    how: [
      "The plan of N alerts as a pure function: half are as desired, a quarter differ, an eighth are new, a tenth of all were renamed. Beside it " +
        "JSON.parse of the same live state, as the service would send it, and what comes after the plan. Memory is the most that the process " +
        "of one size ever took, the alerts and the text included; it grows from row to row of one size.",
    ],
    goals: [
      goalOfFactor(
        "A plan within 2x of JSON.parse of its live state",
        ofAllKinds.map(({ factor }) => Number(factor)),
        2,
      ),
      goalOfFactor(
        "Linear: its time grows at most 2x as fast as that of JSON.parse, from the fewest alerts to the most",
        [Number(largest?.factor) / Number(least?.factor)],
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
          { key: "each", head: "an alert", unit: "us" },
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
  process.stdout.write(JSON.stringify(await measured(size)));
}

if (process.argv.includes(asChild)) void child(Number(process.argv.at(-1)));
