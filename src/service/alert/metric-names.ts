/**
 * Detects probable mistakes in metric names. The specification defines the format of query metrics (QUERY-2), and names few other
 * metrics. So mistakes are warnings, and names with an unknown format are accepted.
 */
import { didYouMean, findMisspelled, quote } from "../../diagnostics";
import { isDecimalQueryId, isQueryId, queryIdToHex } from "../query-id";
import { knownMetricPaths, knownMetrics } from "../vocabulary";

/** A probable mistake as a clause, and a suggestion. */
export interface MetricSuggestion {
  readonly what: string;
  readonly remedy: string;
}

export function suggestMetricName(name: string): MetricSuggestion | undefined {
  if (/\s/.test(name))
    return { what: "it contains white space", remedy: didYouMean([name.replace(/\s+/g, "")]) };
  const segments = name.split(".");
  if (segments.includes("")) {
    const whole = segments.filter((segment) => segment !== "").join(".");
    const remedy = whole === "" ? "Set a metric name, for example os.cpu.user_us." : didYouMean([whole]);
    return { what: "a segment between dots is empty", remedy };
  }
  return suggestQueryMetric(segments) ?? suggestKnownMetric(name, segments);
}

const paths = Object.keys(knownMetricPaths);
const known = [...Object.keys(knownMetrics), ...paths.map((path) => `host.totals.queries.${path}`)];

/** Whether the name is in the vocabulary, or a metric of a query. */
export function isKnownMetric(name: string): boolean {
  return known.includes(name) || name.startsWith("host.queries.");
}

/** Suggests a metric of the specification with a similar name. */
function suggestKnownMetric(name: string, segments: readonly string[]): MetricSuggestion | undefined {
  const similar = isQueryId(segments[3] ?? "") ? correctQueryMetric(segments) : findMisspelled(name, known);
  if (similar === undefined) return undefined;
  return { what: "it resembles a metric of the service", remedy: didYouMean([similar]) };
}

/** Corrects the words before and after the ID of the query. */
function correctQueryMetric([host = "", queries = "", family = "", id = "", ...path]: readonly string[]):
  string | undefined {
  const start = findMisspelled(`${host}.${queries}`, ["host.queries"]);
  const end = findMisspelled(path.join("."), paths);
  if (start === undefined && end === undefined) return undefined;
  return [start ?? `${host}.${queries}`, family, id, end ?? path.join(".")].join(".");
}

/** The format is `host.queries.{q|p|e|c|f}.<16 hexadecimal digits>.<path>`. */
function suggestQueryMetric(segments: readonly string[]): MetricSuggestion | undefined {
  const [host, queries, family = "", id, ...path] = segments;
  if (host !== "host" || queries !== "queries" || !/^[qpecf]$/.test(family)) return undefined;
  if (id === undefined) {
    return {
      what: "it has no query ID",
      remedy: `Use the format host.queries.${family}.<16 hexadecimal digits>.<path>.`,
    };
  }
  if (!isQueryId(id)) {
    const suggestedId = correctQueryId(id);
    const remedy =
      suggestedId === undefined
        ? "To find the ID, run dbmon list queries."
        : didYouMean([[host, queries, family, suggestedId, ...path].join(".")]);
    return { what: `${quote(id)} is not a query ID of 16 hexadecimal digits`, remedy };
  }
  if (path.length > 0) return undefined;
  return {
    what: "it has no path after the query ID",
    remedy: `Add a path, for example ${segments.join(".")}.p99_latency_us.`,
  };
}

/** Recognizes an ID in base 10, with the prefix 0x, or without leading zeros. */
function correctQueryId(text: string): string | undefined {
  const digits = text.replace(/^0x/i, "");
  if (isQueryId(digits)) return digits.toLowerCase();
  if (/^\d{17,}$/.test(digits) && isDecimalQueryId(digits)) return queryIdToHex(digits);
  return /^[0-9a-f]{12,15}$/i.test(digits) ? digits.toLowerCase().padStart(16, "0") : undefined;
}
