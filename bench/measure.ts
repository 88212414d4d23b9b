/** Measures times. Compared measurements run in turns, so that other load on the machine affects all of them equally. */
import { performance } from "node:perf_hooks";

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const [low = NaN, high = NaN] = [
    sorted[Math.ceil(sorted.length / 2) - 1],
    sorted[Math.floor(sorted.length / 2)],
  ];
  return (low + high) / 2;
}

/** @returns milliseconds */
export async function measureTime(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Returns its time in milliseconds, so that it can exclude its preparation. */
export type Measure = () => Promise<number> | number;

export interface Medians<Name extends string> {
  readonly times: Readonly<Record<Name, number>>;
  readonly runs: Readonly<Record<Name, number>>;
}

/**
 * Runs the measurements in turns, for up to `maxRounds` rounds.
 * @param budgetMs total time of a measurement after which it does not run again; each runs at least once
 */
export async function measureInTurns<Name extends string>(
  measures: Readonly<Record<Name, Measure>>,
  { maxRounds, budgetMs = Infinity }: { readonly maxRounds: number; readonly budgetMs?: number },
): Promise<Medians<Name>> {
  // Object.keys returns string[]. The keys of this object are the names.
  const names = Object.keys(measures) as Name[];
  const timesByName = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < maxRounds; round++) {
    for (const [name, times] of timesByName) {
      if (times.reduce((sum, time) => sum + time, 0) < budgetMs) times.push(await measures[name]());
    }
  }
  const summarize = (summary: (times: readonly number[]) => number) =>
    // The map has an entry for each name.
    Object.fromEntries([...timesByName].map(([name, times]) => [name, summary(times)])) as Record<
      Name,
      number
    >;
  return { times: summarize(median), runs: summarize((times) => times.length) };
}

/** @param times two lines of user and system time, for example `0m1.20s 0m0.11s`: of the shell and of its children */
export function childrenMs(times: string): number {
  const [, children = ""] = times.split("\n");
  const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  );
}
