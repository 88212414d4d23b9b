/** Medians of a few runs, told one by one, because a run of everything takes minutes. */
import { performance } from "node:perf_hooks";

const usualRuns = 5;

/** @param work called a few times, with the number of the run; says what was answered */
export async function tellMedian(
  what: string,
  work: (run: number) => Promise<string> | string,
  runs = usualRuns,
): Promise<void> {
  const times: number[] = [];
  let answer = "";
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    answer = await work(run);
    times.push(performance.now() - start);
  }
  times.sort((one, other) => one - other);
  const median = times[Math.floor(runs / 2)] ?? NaN;
  process.stdout.write(`${what.padEnd(56)} ${median.toFixed(1).padStart(9)} ms  ${answer}\n`);
}

export function inMebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}

export function memory(): string {
  return `${inMebibytes(process.memoryUsage().rss)} of memory`;
}
