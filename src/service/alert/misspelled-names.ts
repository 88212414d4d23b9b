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
  const similarCategories = findSimilar(
    all.flatMap(({ categories = [] }) => categories),
    (name) => suggestCategory(name) !== undefined,
  );
  const similarMetrics = findSimilar(
    all.flatMap(({ metric }) => metric ?? []),
    (name) => isKnownMetric(name) || suggestMetricName(name) !== undefined,
  );
  const severity = "warning";
  return alerts.map(({ categories = [], metric }) => [
    ...categories.flatMap((name, index): AlertFinding[] => {
      const similar = similarCategories.get(toNfc(name));
      if (similar === undefined) return [];
      const what = `${quote(name)} is probably not an event category: it resembles one of another alert`;
      const field = ["event", "categories"];
      return [{ check: "unknown-category", severity, field, index, what, remedy: didYouMean([similar]) }];
    }),
    ...[metric ?? []].flat().flatMap((name): AlertFinding[] => {
      const similar = similarMetrics.get(toNfc(name));
      if (similar === undefined) return [];
      const what = `${quote(name)} is probably not a metric name: it resembles one of another alert`;
      const field = ["threshold", "metric"];
      return [{ check: "unknown-metric", severity, field, what, remedy: didYouMean([similar]) }];
    }),
  ]);
}

/**
 * For each name, a similar one that is used more, or as often and earlier.
 * @param isReported whether the vocabulary knows the name or has a similar one
 */
function findSimilar(
  names: readonly string[],
  isReported: (name: string) => boolean,
): ReadonlyMap<string, string> {
  const ranking = [...groupBy(names, toNfc)]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([name]) => name);
  const similar = new Map<string, string>();
  for (const [rank, name] of ranking.entries()) {
    if (name.length < minLength || isReported(name)) continue;
    const before = ranking.slice(0, Math.min(maxCompared, rank));
    const near = findMisspelled(
      name,
      before.filter((other) => !differsInShortWord(name, other)),
    );
    if (near !== undefined) similar.set(name, near);
  }
  return similar;
}

/** Short words, such as `rx` and `tx`, or `min` and `max`, differ on purpose. */
function differsInShortWord(a: string, b: string): boolean {
  const words = b.split(/[\s._-]+/);
  const own = a.split(/[\s._-]+/);
  const differing = own.filter((word, index) => word !== words[index]);
  return own.length === words.length && differing.some((word) => word.length < 4);
}
