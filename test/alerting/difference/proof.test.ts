/** The proof that a difference is never wrong, by random pairs of alerts. `npm run test:difference` compares 1,000,000 of them. */
import { type AlertDifference, type ComparedAlert, differenceOf, differencesOf } from "../../../src/alerting";
import { simulateNaively } from "./naive-simulator";
import { asNaive, createRandom, evaluate, known, RandomAlerts } from "./random-alerts";

const pairCount = Number(process.env["DBMON_DIFFERENCE_PAIRS"] ?? 4000);
const timeoutMs = Math.max(60_000, pairCount * 4);

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
