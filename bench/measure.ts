/** Medians of a few runs, and of what is compared in turns: whatever else the machine does meets all alike. */
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
export async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Gives its own time, so that what it has to lay out first is not counted. Milliseconds. */
export type Measure = () => Promise<number> | number;

export interface Medians<Name extends string> {
  readonly times: Readonly<Record<Name, number>>;
  readonly runs: Readonly<Record<Name, number>>;
}

/**
 * Runs each in turn, round after round.
 * @param budget milliseconds after which a measure is not run again; each is run once
 */
export async function inTurns<Name extends string>(
  measures: Readonly<Record<Name, Measure>>,
  { most, budget = Infinity }: { readonly most: number; readonly budget?: number },
): Promise<Medians<Name>> {
  // Object.keys gives texts; those of this object are its names.
  const names = Object.keys(measures) as Name[];
  const taken = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < most; round++) {
    for (const [name, times] of taken) {
      if (times.reduce((sum, time) => sum + time, 0) < budget) times.push(await measures[name]());
    }
  }
  const each = (of: (times: readonly number[]) => number) =>
    // One for each name.
    Object.fromEntries([...taken].map(([name, times]) => [name, of(times)])) as Record<Name, number>;
  return { times: each(median), runs: each((times) => times.length) };
}
