/** The proof that a difference is never wrong, by random pairs of alerts. `npm run test:difference` compares 1,000,000 of them. */
import {
  type AlertDifference,
  type ComparedAlert,
  describeDifference,
  differenceOf,
  differencesOf,
  notifiesLess,
} from "../../../src/alerting";
import { createRandom } from "../../support/random";
import { simulateNaively } from "./naive-simulator";
import { asNaive, evaluate, hosts, known, RandomAlerts, types } from "./random-alerts";

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

/** The hosts that a sentence includes: those that alerts name, and one of each type that no alert names. */
function includedHosts(sentence: string, alerts: readonly (ComparedAlert | undefined)[]) {
  const named = alerts.flatMap((alert) => alert?.config?.hosts ?? []);
  const all = [...hosts, ...[...types, "memory"].map((type) => ({ id: 9, type, isDeleted: false }))];
  const [, article = "", type = ""] = / on (an?|another) (\S+) host/u.exec(sentence) ?? [];
  if (/ on any host/u.test(sentence)) return all;
  return all.filter((host) => host.type === type && (article !== "another" || !named.includes(host.id)));
}

it(
  "says what is true of every host that its words include",
  () => {
    // Each pair is evaluated on each host.
    const sentencePairs = Math.min(pairCount / 4, 100_000);
    const alerts = new RandomAlerts(createRandom(7));
    const nameObject = (kind: string, id: number) => `${kind}-${id}`;
    const articles = new Map<string, number>();
    const mistakes: unknown[] = [];
    for (let index = 0; index < sentencePairs && mistakes.length < 3; index++) {
      const [before, after] = alerts.pair();
      for (const difference of differencesOf(before, after, known)) {
        const { sentence } = describeDifference(difference, { ...known, before, after, nameObject });
        const article = / on (an?|another|any) (?:\S+ )?host/u.exec(sentence)?.[1] ?? "named";
        articles.set(article, (articles.get(article) ?? 0) + 1);
        const outcomesOn = (host: typeof difference.host | (typeof hosts)[number]) => {
          const values = difference.values.map((value) => ({ ...value, host: host.id }));
          const events = difference.events.map((event) => ({ ...event, host: host.id }));
          const timeline = { hosts: [host], values, events, until: difference.until };
          const onHost = (entry: string) => entry.replace(` ${host.id} `, " ");
          return [before, after].map((alert) => evaluate(alert, timeline).map(onHost));
        };
        const expected = JSON.stringify(outcomesOn(difference.host));
        const isValue = difference.values.length > 0;
        for (const host of includedHosts(sentence, [before, after])) {
          // A deleted host has no values.
          if (isValue && host.isDeleted) continue;
          const actual = JSON.stringify(outcomesOn(host));
          if (actual !== expected) mistakes.push({ sentence, host, before, after, expected, actual });
        }
      }
    }
    expect(mistakes).toEqual([]);
    for (const article of ["a", "an", "another", "any", "named"])
      expect(articles.get(article)).toBeGreaterThan(sentencePairs / 200);
  },
  timeoutMs,
);

it(
  "shows a lost notification first if there is one, and otherwise one that is gained",
  () => {
    const alerts = new RandomAlerts(createRandom(8));
    const mistakes: unknown[] = [];
    const counts = { lost: 0, gained: 0 };
    for (let index = 0; index < pairCount && mistakes.length < 3; index++) {
      const [before, after] = alerts.pair();
      const isLost = notifiesLess(before, after, known);
      if (!isLost && !notifiesLess(after, before, known)) continue;
      counts[isLost ? "lost" : "gained"]++;
      const difference = differenceOf(before, after, known);
      const shown = difference && [difference.before, difference.after].map(notifications);
      const [old = [], now = []] = shown ?? [];
      // A destination can lose notifications although the alert has as many.
      const isShown = notifiesMore(old, now) || (!isLost && notifiesMore(now, old));
      if (!isShown) mistakes.push({ before, after, difference, isLost });
    }
    expect(mistakes).toEqual([]);
    expect(counts.lost).toBeGreaterThan(pairCount / 10);
    expect(counts.gained).toBeGreaterThan(pairCount / 20);
  },
  timeoutMs,
);

function notifications(firings: AlertDifference["before"]): number[] {
  return firings.flatMap(({ destinations }) => [...new Set(destinations)]);
}

function notifiesMore(one: readonly number[], other: readonly number[]): boolean {
  const count = (list: readonly number[], id: number) => list.filter((entry) => entry === id).length;
  return one.some((id) => count(one, id) > count(other, id));
}
