/** Measures a plan of many environments side by side, compared to a process that makes the calls of one environment. */
import { measureInTurns } from "../measure";
import { type Benchmark, goalOfFactor } from "../results";
import { type Measured, Processes } from "./processes";

const alertCount = 200;
const latencyMs = 20;
const atOnce = 4;
const maxMebibytes = 300;
const mebibyte = 2 ** 20;

export const environments: Benchmark = async ({ quick, report }) => {
  const count = quick ? 8 : 50;
  const processes = await Processes.start(alertCount, latencyMs);
  try {
    processes.writeEnvironments(count);
    const runs: Measured[] = [];
    const { times } = await measureInTurns(
      {
        bound: async () => (await processes.bound()).ms,
        plan: async () => {
          const run = await processes.dbmon("plan", "--environment", "*");
          runs.push(run);
          report(`plan of ${count} environments: ${run.ms.toFixed(0)} ms, CPU ${run.cpuMs.toFixed(0)} ms`);
          return run.ms;
        },
      },
      { maxRounds: quick ? 1 : 5 },
    );
    const bound = (times.bound * count) / atOnce;
    const cpu = Math.min(...runs.map(({ cpuMs }) => cpuMs));
    const memory = Math.max(...runs.map(({ maxBytes }) => maxBytes));
    return {
      title: "Environments",
      how: [
        `A plan of ${count} environments with ${alertCount} alerts each, without changes, at ${latencyMs} ms per call. ${atOnce} environments run at the same time, each with up to 16 concurrent calls. A separate process serves prepared responses.`,
        `The lower bound is the time of a process that makes only the calls of one environment, times ${count}, divided by ${atOnce}. CPU time is the least of the runs, and memory is the peak of the resident memory of all runs.`,
      ],
      goals: [
        goalOfFactor("Plan of all environments within 1.3x of the lower bound", [times.plan / bound], 1.3),
        {
          what: `Memory below ${maxMebibytes} MiB`,
          measured: `${Math.round(memory / mebibyte)} MiB at worst`,
          isMet: memory < maxMebibytes * mebibyte,
        },
      ],
      tables: [
        {
          title: "Plan",
          columns: [
            { key: "count", head: "environments", unit: "count" },
            { key: "alerts", head: "alerts of each", unit: "count" },
            { key: "time", head: "time", unit: "ms" },
            { key: "bound", head: "bound", unit: "ms" },
            { key: "factor", head: "factor", unit: "times" },
            { key: "cpu", head: "CPU time", unit: "ms" },
            { key: "memory", head: "memory", unit: "bytes" },
          ],
          rows: [
            { count, alerts: alertCount, time: times.plan, bound, factor: times.plan / bound, cpu, memory },
          ],
        },
      ],
    };
  } finally {
    await processes.stop();
  }
};
