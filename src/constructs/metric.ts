import { Token } from "cdktf";
import * as z from "zod";
import { isMetricPath, isQueryId, metricOfQuery } from "../service";
import { hasMember } from "./resources/arguments";
import { requireValid, rule } from "./validation/validate";

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
    return new Metric(requireValid("The name of a metric", metricName, name));
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
    requireValid("The path of a query metric", metricPath, path);
    requireValid("The ID of a query", queryIdSchema, queryId);
    return new Metric(
      Token.isUnresolved(queryId) ? `host.queries.q.${queryId}.${path}` : metricOfQuery(queryId, path),
    );
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

/** Every metric name is one word. */
export const metricName = z
  .string()
  .regex(/^\S+$/, rule("Must be one word without white space, such as os.cpu.user_us."));

const metricPath = z
  .string()
  .refine(isMetricPath, rule("Must be words joined by dots, such as errors.tput."));

export const queryIdSchema = z.string().refine(isQueryId, rule("Must be 16 hexadecimal digits."));

/** The name of a metric, or an invalid value. */
export function metricNameOf(metric: Metric | MetricName | undefined): string | undefined {
  return hasMember(metric, "name") ? metric.name : metric;
}
