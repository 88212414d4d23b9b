/** Finds metrics and categories that resemble those of other alerts. `checkAlert` compares those of one alert with the vocabulary. */
import { didYouMean, findMisspelled, groupBy, quote, toNfc } from "../../diagnostics";
import { suggestCategory } from "../event";
import { isKnownMetric, suggestMetricName } from "./metric-names";
import { type AlertFinding, type PartialAlert } from "./rules";

/** Shorter names resemble many others. */
const minLength = 10;
/** A name is compared only with the most used ones, so that the time is linear in the number of alerts. */
const maxCompared = 100;

type NamesOfAlert = Pick<PartialAlert, "categories" | "metric">;

/**
 * @param others alerts that are compared with, but not reported
 * @returns the warnings of each alert
 */
export function findMisspelledNames(
  alerts: readonly NamesOfAlert[],
  others: readonly NamesOfAlert[] = [],
): AlertFinding[][] {
  const all = [...others, ...alerts];
  const categoryRanking = rank(all.flatMap(({ categories = [] }) => categories));
  const metricRanking = rank(all.flatMap(({ metric }) => metric ?? []));
  const severity = "warning";
  return alerts.map(({ categories = [], metric }) => [
    ...categories.flatMap((name, index): AlertFinding[] => {
      const similar = suggestCategory(name) === undefined ? findSimilar(name, categoryRanking) : undefined;
      if (similar === undefined) return [];
      const what = `${quote(name)} is probably not an event category: it resembles one of another alert`;
      const field = ["event", "categories"];
      return [{ check: "unknown-category", severity, field, index, what, remedy: didYouMean([similar]) }];
    }),
    ...[metric ?? []].flat().flatMap((name): AlertFinding[] => {
      const isReported = isKnownMetric(name) || suggestMetricName(name) !== undefined;
      const similar = isReported ? undefined : findSimilar(name, metricRanking);
      if (similar === undefined) return [];
      const what = `${quote(name)} is probably not a metric name: it resembles one of another alert`;
      const field = ["threshold", "metric"];
      return [{ check: "unknown-metric", severity, field, what, remedy: didYouMean([similar]) }];
    }),
  ]);
}

/** The names, the most used first. */
function rank(names: readonly string[]): readonly string[] {
  return [...groupBy(names, toNfc)].sort(([, a], [, b]) => b.length - a.length).map(([name]) => name);
}

/** A name that is used more, or as often and earlier. */
function findSimilar(name: string, ranking: readonly string[]): string | undefined {
  if (name.length < minLength) return undefined;
  const before = ranking.slice(0, Math.min(maxCompared, ranking.indexOf(toNfc(name))));
  return findMisspelled(
    name,
    before.filter((other) => !differsInShortWord(name, other)),
  );
}

/** Short words, such as `rx` and `tx`, or `min` and `max`, differ on purpose. */
function differsInShortWord(a: string, b: string): boolean {
  const words = b.split(/[\s._-]+/);
  const own = a.split(/[\s._-]+/);
  const differing = own.filter((word, index) => word !== words[index]);
  return own.length === words.length && differing.some((word) => word.length < 4);
}
