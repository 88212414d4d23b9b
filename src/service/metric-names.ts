/**
 * What looks wrong about the name of a metric. The specification lists no metrics and shows one form only, that of a query's
 * (QUERY-2); so a name is only doubted, never refused, and one of an unknown but plausible form is not even doubted.
 */
import { quote } from "../diagnostics";
import { isDecimalQueryId, isQueryId, queryIdToHex } from "./query-id";

/** A doubt about a name, as a clause, and what may have been meant. */
export interface MetricSuggestion {
  readonly what: string;
  readonly remedy: string;
}

/** @returns undefined where nothing is wrong to see */
export function suggestMetricName(name: string): MetricSuggestion | undefined {
  const trimmed = name.trim();
  if (trimmed !== name) return { what: "it has white space at its ends", remedy: didYouMean(trimmed) };
  if (/\s/.test(name)) {
    return {
      what: "it has white space in it",
      remedy: "The name of a metric is one word, such as os.cpu.user_us.",
    };
  }
  const segments = name.split(".");
  if (segments.includes("")) {
    const whole = segments.filter((segment) => segment !== "").join(".");
    const remedy = whole === "" ? "Name a metric, such as os.cpu.user_us." : didYouMean(whole);
    return { what: "a part between its dots is empty", remedy };
  }
  return doubtQueryMetric(segments);
}

/** Of `host.queries.{q|p|e|c|f}.<16 hexadecimal digits>.<path>`. */
function doubtQueryMetric(segments: readonly string[]): MetricSuggestion | undefined {
  const [host, queries, family = "", id, ...path] = segments;
  if (host !== "host" || queries !== "queries" || !/^[qpecf]$/.test(family)) return undefined;
  if (id === undefined) {
    return {
      what: "it names no query",
      remedy: `Its form is host.queries.${family}.<16 hexadecimal digits>.<what is measured>.`,
    };
  }
  if (!isQueryId(id)) {
    const likely = likelyId(id);
    const remedy =
      likely === undefined
        ? "The service's query pages and `dbmon queries` show the id."
        : didYouMean([host, queries, family, likely, ...path].join("."));
    return { what: `${quote(id)} in it is not the id of a query, which is 16 hexadecimal digits`, remedy };
  }
  if (path.length > 0) return undefined;
  return {
    what: "it does not say what is measured of the query",
    remedy: `Add it, for example ${segments.join(".")}.p99_latency_us.`,
  };
}

/** An id in base 10, as samples name it; with 0x before it; or without the zeros that it begins with. */
function likelyId(text: string): string | undefined {
  const digits = text.replace(/^0x/i, "");
  if (isQueryId(digits)) return digits.toLowerCase();
  if (/^\d{17,}$/.test(digits) && isDecimalQueryId(digits)) return queryIdToHex(digits);
  return /^[0-9a-f]{12,15}$/i.test(digits) ? digits.toLowerCase().padStart(16, "0") : undefined;
}

function didYouMean(name: string): string {
  return `Did you mean ${quote(name)}?`;
}
