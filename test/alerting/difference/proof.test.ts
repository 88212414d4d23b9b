/**
 * The proof that a difference is never wrong and never missing. `npm run test:difference` compares 1,000,000 random pairs of alerts, and
 * all pairs of a larger grid.
 */
import { type AlertDifference, type ComparedAlert, differenceOf, differencesOf } from "../../../src/alerting";
import { simulateNaively } from "./naive-simulator";
import { asNaive, createRandom, evaluate, known, RandomAlerts } from "./random-alerts";

const pairCount = Number(process.env["DBMON_DIFFERENCE_PAIRS"] ?? 4000);
const isComplete = pairCount >= 1_000_000;
const timeoutMs = isComplete ? 3_600_000 : 60_000;

function runNaively(alert: ComparedAlert | undefined, { host, values, events, until }: AlertDifference) {
  const inSeconds = <T extends { readonly at: number }>(inputs: readonly T[]) =>
    inputs.map((input) => ({ ...input, at: input.at / 1000 }));
  const timeline = { host, values: inSeconds(values), events: inSeconds(events), until: until / 1000 };
  return alert === undefined ? [] : simulateNaively(asNaive(alert), timeline);
}

it(
  `returns only true differences of ${pairCount} random pairs, and misses none that random timelines show`,
  () => {
    const alerts = new RandomAlerts(createRandom(20261125));
    const mistakes: unknown[] = [];
    let [differing, same] = [0, 0];
    for (let index = 0; index < pairCount && mistakes.length < 3; index++) {
      const [before, after] = alerts.pair();
      const difference = differenceOf(before, after, known);
      if (difference === undefined) {
        same++;
        const timeline = alerts.timeline([before, after].flatMap((alert) => alert ?? []));
        if (!isSame(evaluate(before, timeline), evaluate(after, timeline)))
          mistakes.push({ before, after, missing: timeline });
        continue;
      }
      differing++;
      const { host, values, events, until } = difference;
      const timeline = { hosts: [host], values, events, until };
      // The naive simulator is slow.
      const isReplayedNaively = index % 10 === 0;
      if (
        isSame(evaluate(before, timeline), evaluate(after, timeline)) ||
        (isReplayedNaively && isSame(runNaively(before, difference), runNaively(after, difference)))
      )
        mistakes.push({ before, after, wrong: difference });
    }
    expect(mistakes).toEqual([]);
    expect(differing).toBeGreaterThan(pairCount / 4);
    expect(same).toBeGreaterThan(pairCount / 20);
  },
  timeoutMs,
);

function isSame(before: readonly string[], after: readonly string[]): boolean {
  return before.join() === after.join();
}

it("lists the shortest difference first, and each kind with firings of the evaluator", () => {
  const alerts = new RandomAlerts(createRandom(1));
  for (let index = 0; index < 500; index++) {
    const [before, after] = alerts.pair();
    const all = differencesOf(before, after, known);
    expect(all[0]).toEqual(differenceOf(before, after, known));
    for (const difference of all) {
      expect(difference.before).toHaveLength(runNaively(before, difference).filter(isFiring).length);
      expect(difference.after).toHaveLength(runNaively(after, difference).filter(isFiring).length);
    }
  }
});

function isFiring(entry: string): boolean {
  return entry.includes("fires");
}

/** Alerts and timelines of few small numbers, on one host. */
const grid = {
  triggers: [1, 2],
  resets: isComplete ? [0, 1, 2, 3] : [1, 3],
  durations: isComplete ? [0, 1, 2] : [0, 2],
  intervals: isComplete ? [0, 1, 2, 3, 4, 5] : [0, 2, 4],
  values: [-1, 0, 1, 1.5, 2, 2.5, 3],
  /** Seconds of values after the first, which is at 0. */
  times: [1, 2, 3, 4],
  maxValues: isComplete ? 4 : 3,
  until: 8,
};

function* gridTimelines(): Generator<{ readonly at: number; readonly value: number }[]> {
  let timelines = grid.values.map((value) => [{ at: 0, value }]);
  for (let count = 1; count <= grid.maxValues; count++) {
    yield* timelines;
    timelines = timelines.flatMap((timeline) =>
      grid.times
        .filter((at) => at > (timeline.at(-1)?.at ?? 0))
        .flatMap((at) => grid.values.map((value) => [...timeline, { at, value }])),
    );
  }
}

it(
  "finds a difference exactly where an exhaustive search over a grid of timelines does, and one as short",
  () => {
    const timelines = [...gridTimelines()];
    const alerts = grid.triggers.flatMap((trigger) =>
      grid.resets.flatMap((reset) =>
        grid.durations.flatMap((duration) =>
          grid.intervals.map((interval) => ({ trigger, reset, duration, interval })),
        ),
      ),
    );
    const world = {
      host: () => undefined,
      policyIntervalMs: (policy: number) => policy * 1000,
      durationMs: (duration: number) => duration * 1000,
    };
    const compared = alerts.map(({ trigger, reset, duration, interval }): ComparedAlert => {
      const level = { kind: "threshold", metric: "lag", alert_level: "warn" } as const;
      const condition = { ...level, trigger, reset, duration };
      const config = { hosts: [], host_types: [], condition };
      return { policy: interval, disabled: false, destinations: [7], config };
    });
    const host = { id: 1, type: "os" };
    const logs = alerts.map(({ interval, ...threshold }) => {
      const settings = { disabled: false, destinations: [7], hosts: [], types: [], interval };
      const alert = { ...settings, threshold: { metric: "lag", level: "warn", ...threshold } };
      return timelines.map((values) => {
        const named = values.map((value) => ({ ...value, metric: "lag" }));
        return simulateNaively(alert, { host, values: named, events: [], until: grid.until });
      });
    });
    const joined = logs.map((log) => log.map((entries) => entries.join()));
    const mistakes: unknown[] = [];
    for (const [first, before] of compared.entries()) {
      for (const [second, after] of compared.entries()) {
        const shortest = shortestDifference(timelines, [first, second], logs, joined);
        const difference = differenceOf(before, after, world);
        const found = difference && { count: difference.values.length, until: difference.until / 1000 };
        if (found?.count !== shortest?.count || found?.until !== shortest?.until)
          mistakes.push({ before: alerts[first], after: alerts[second], shortest, found });
      }
    }
    expect(mistakes.slice(0, 3)).toEqual([]);
  },
  timeoutMs,
);

/** The fewest values, and then the first second, at which the logs of two alerts differ on a timeline. */
function shortestDifference(
  timelines: readonly (readonly unknown[])[],
  [first, second]: readonly [number, number],
  logs: readonly (readonly string[][])[],
  joined: readonly (readonly string[])[],
): { readonly count: number; readonly until: number } | undefined {
  let shortest: { readonly count: number; readonly until: number } | undefined;
  for (const [index, { length: count }] of timelines.entries()) {
    // Timelines are ordered by their number of values.
    if (shortest !== undefined && count > shortest.count) break;
    if (joined[first]?.[index] === joined[second]?.[index]) continue;
    const [one = [], other = []] = [logs[first]?.[index], logs[second]?.[index]];
    const position = one.findIndex((entry, at) => entry !== other[at]);
    const differing = position === -1 ? one.length : position;
    const times = [one[differing], other[differing]].map((entry) => parseInt(entry ?? "99", 10));
    const until = Math.min(...times);
    if (shortest === undefined || until < shortest.until) shortest = { count, until };
  }
  return shortest;
}

it("compares 10,000 changed alerts in less than a second of CPU time", () => {
  const alerts = new RandomAlerts(createRandom(2));
  const pairs = Array.from({ length: 10_000 }, () => alerts.pair());
  for (const [before, after] of pairs.slice(0, 2000)) differenceOf(before, after, known);
  const start = process.cpuUsage();
  for (const [before, after] of pairs) differenceOf(before, after, known);
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(1000);
});
