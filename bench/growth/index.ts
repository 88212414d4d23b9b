/** Measures how the CPU time and the memory of commands grow if there is four times as much of what they read. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Usage } from "../environments/usage";
import { type Benchmark, goalOfFactor, type Row } from "../results";
import { cases } from "./cases";
import { buildUsage, measureCommand } from "./measure-command";

const maxFactor = 4.6;
/** Smaller growth is not measurable. */
const leastGrowth: Usage = { cpuMs: 100, maxBytes: 32 * 2 ** 20 };

export const growth: Benchmark = async ({ quick, report }) => {
  const folder = mkdtempSync(join(tmpdir(), "dbmon-growth-"));
  const rows: Row[] = [];
  try {
    buildUsage(folder);
    for (const [command, grows, fullCount, world, exitCode = 0] of cases) {
      const count = quick ? Math.ceil(fullCount / 10) : fullCount;
      const usages: Usage[] = [];
      // Once, because CPU time depends little on the machine's load.
      for (const size of [1, count, 4 * count])
        usages.push(
          // One alert alone may have no error.
          await measureCommand(command, world(size), {
            folder,
            exitCodes: size === 1 ? [0, exitCode] : [exitCode],
          }),
        );
      const [start, once, fourTimes] = usages as [Usage, Usage, Usage];
      const factorOf = (key: keyof Usage) =>
        (fourTimes[key] - start[key]) / Math.max(once[key] - start[key], leastGrowth[key]);
      const row = {
        command,
        grows,
        count,
        cpu: once.cpuMs,
        cpuFactor: factorOf("cpuMs"),
        memory: once.maxBytes,
        memoryFactor: factorOf("maxBytes"),
      };
      rows.push(row);
      const factors = `CPU ${row.cpuFactor.toFixed(2)}x, memory ${row.memoryFactor.toFixed(2)}x`;
      report(`${command}: ${count} ${grows}: ${row.cpu.toFixed(0)} ms, ${factors}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const factors = (key: string) => rows.map((row) => Number(row[key]));
  return {
    title: "Growth",
    how: [
      "Each command runs as a process with one, N and 4 N of what grows, in turns, against an emulator whose time is not counted. CPU time and peak memory are the process's. A factor compares 4 N with N, both without the use with one.",
    ],
    goals: [
      goalOfFactor(`CPU time with 4 N at most ${maxFactor}x of that with N`, factors("cpuFactor"), maxFactor),
      goalOfFactor(
        `Memory with 4 N at most ${maxFactor}x of that with N`,
        factors("memoryFactor"),
        maxFactor,
      ),
    ],
    tables: [
      {
        title: "Factors",
        columns: [
          { key: "command", head: "command", unit: "text" },
          { key: "grows", head: "what grows", unit: "text" },
          { key: "count", head: "N", unit: "count" },
          { key: "cpu", head: "CPU with N", unit: "ms" },
          { key: "cpuFactor", head: "factor", unit: "times" },
          { key: "memory", head: "memory with N", unit: "bytes" },
          { key: "memoryFactor", head: "factor", unit: "times" },
        ],
        rows,
      },
    ],
  };
};
