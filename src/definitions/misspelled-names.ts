/** Finds metrics and categories that resemble those of other alerts. Names of the service's vocabulary are checked alert by alert. */
import { didYouMean, findMisspelled, groupBy, type Problem, quote, toNfc } from "../diagnostics";
import { type AlertDefinition, placeOfField } from "../reconcile";
import { type AlertCondition, isKnownMetric, suggestCategory, suggestMetricName } from "../service";

/** Shorter names resemble many others. */
const minLength = 10;
/** A name is compared only with the most used ones, so that the time is linear in the number of alerts. */
const maxCompared = 100;

/** @param others conditions of live alerts that have no definition */
export function findMisspelledNames(
  alerts: readonly AlertDefinition[],
  others: readonly AlertCondition[] = [],
): Problem[] {
  const conditions = [...others, ...alerts.map(({ condition }) => condition)];
  const rankings = { threshold: rank(conditions, "threshold"), event: rank(conditions, "event") };
  return alerts.flatMap((alert) => {
    const { kind } = alert.condition;
    const [check, noun]: [Problem["check"], string] =
      kind === "event" ? ["unknown-category", "an event category"] : ["unknown-metric", "a metric name"];
    return namesIn(alert.condition).flatMap((name, index): Problem[] => {
      const similar = findSimilar(name, kind, rankings[kind]);
      if (similar === undefined) return [];
      const where = placeOfField(
        alert,
        kind === "event" ? ["event", "categories", index] : ["threshold", "metric"],
      );
      const what = `${quote(name)} is probably not ${noun}: it resembles one of another alert.`;
      return [{ check, severity: "warning", what, where, remedy: didYouMean([similar]) }];
    });
  });
}

type Condition = AlertDefinition["condition"] | AlertCondition;

function namesIn(condition: Condition): readonly string[] {
  return condition.kind === "event" ? condition.categories : [condition.metric];
}

/** The names of the conditions, the most used first. */
function rank(conditions: readonly Condition[], kind: Condition["kind"]): readonly string[] {
  const names = conditions.filter((one) => one.kind === kind).flatMap(namesIn);
  return [...groupBy(names, toNfc)].sort(([, a], [, b]) => b.length - a.length).map(([name]) => name);
}

/** A name that is used more, or as often and earlier. */
function findSimilar(name: string, kind: Condition["kind"], ranking: readonly string[]): string | undefined {
  if (name.length < minLength) return undefined;
  const suggest = kind === "event" ? suggestCategory : suggestMetricName;
  if (suggest(name) !== undefined || (kind === "threshold" && isKnownMetric(name))) return undefined;
  const before = ranking.slice(0, Math.min(maxCompared, ranking.indexOf(toNfc(name))));
  const comparable = before.filter((other) => !differsInShortWord(name, other));
  return findMisspelled(name, comparable);
}

/** Short words, such as `rx` and `tx`, or `min` and `max`, differ on purpose. */
function differsInShortWord(a: string, b: string): boolean {
  const words = b.split(/[\s._-]+/);
  const own = a.split(/[\s._-]+/);
  const differing = own.filter((word, index) => word !== words[index]);
  return own.length === words.length && differing.some((word) => word.length < 4);
}
