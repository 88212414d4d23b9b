import { Token } from "cdktf";
import { isMetricPath, isQueryId, queryMetric } from "../service";
import { hasMember, keepInvalid } from "./invalid-value";
import { format } from "./value-validation";

/** A metric of every environment, which editors complete, or any other metric. */
export type MetricName =
  "os.cpu.user_us" | "os.cpu.sys_us" | "os.cpu.idle_us" | "os.cpu.total_us" | (string & {});

/** A measurement of a query family, which editors complete, or any other measurement. */
export type QueryMetricPath =
  | "time_us"
  | "tput"
  | "errors.tput"
  | "warnings.tput"
  | "p99_latency_us"
  | "rows_examined.tput"
  | "no_index.tput"
  | (string & {});

/**
 * A metric that a threshold alert watches. Specification: "Alert configuration" and "Query digest".
 * @example
 * const config = AlertConfig.threshold({
 *   alertLevel: AlertLevel.WARN,
 *   metric: Metric.of("os.cpu.user_us"),
 *   trigger: 900_000,
 *   reset: 700_000,
 *   duration: 2,
 * });
 */
export class Metric {
  /**
   * The metric with this name. The service does not report which metrics exist, so a name is validated for its format only.
   * @throws Error if the name is empty or contains white space
   * @example
   * const cpu = Metric.of("os.cpu.user_us");
   */
  static of(name: MetricName): Metric {
    if (Token.isUnresolved(name) || isMetricName(name)) return new Metric(name);
    throw new Error(
      `The name of a metric must be one word without white space, such as os.cpu.user_us. Received: ${format(name)}.`,
    );
  }

  /**
   * A metric of one query family: `host.queries.q.<queryId>.<path>`.
   * @param queryId 16 hexadecimal digits, as the query pages of the service show them, or a token
   * @param path the measurement, for example `p99_latency_us`, in microseconds
   * @throws Error if the ID or the path has another format
   * @example
   * const latency = Metric.query("8f2ac3d5e6b70914", "p99_latency_us");
   */
  static query(queryId: string, path: QueryMetricPath): Metric {
    if (typeof path !== "string" || !isMetricPath(path)) {
      throw new Error(
        `The path of a query metric must be words joined by dots, such as errors.tput. Received: ${format(path)}.`,
      );
    }
    const id = requireQueryId(queryId);
    return new Metric(Token.isUnresolved(id) ? `host.queries.q.${id}.${path}` : queryMetric(id, path));
  }

  private constructor(
    /** The name of the metric in the service. */
    readonly name: string,
  ) {}

  /**
   * The name of the metric.
   * @example
   * const annotations = `Watches ${Metric.of("os.cpu.user_us").toString()}.`;
   */
  toString(): string {
    return this.name;
  }
}

/** Whether a value is one word, as each metric name is. */
export function isMetricName(name: unknown): name is string {
  return typeof name === "string" && /^\S+$/.test(name);
}

/** The name of a metric, or an invalid value. */
export function metricNameOf(metric: Metric | MetricName): string {
  if (typeof metric === "string") return metric;
  return hasMember(metric, "name") ? metric.name : keepInvalid(metric);
}

/** @throws Error if the ID is neither 16 hexadecimal digits nor a token */
export function requireQueryId(queryId: string): string {
  if (Token.isUnresolved(queryId) || (typeof queryId === "string" && isQueryId(queryId))) return queryId;
  throw new Error(`The ID of a query must be 16 hexadecimal digits. Received: ${format(queryId)}.`);
}
