/** The metric that a threshold alert watches, by its name in the service. Specification: "Metrics"; facts QUERY-2, CONFIG-4. */
import { Token } from "cdktf";
import { quote } from "../diagnostics";
import { isMetricPath, isQueryId, queryMetric } from "../service";

/** Names that every environment has, which editors complete, or any other. */
export type MetricName =
  "os.cpu.user_us" | "os.cpu.sys_us" | "os.cpu.idle_us" | "os.cpu.total_us" | (string & {});

/** What is measured of a family of queries: one of those known, which editors complete, or any other. */
export type QueryMetricPath =
  | "time_us"
  | "tput"
  | "errors.tput"
  | "warnings.tput"
  | "p99_latency_us"
  | "rows_examined.tput"
  | "no_index.tput"
  | (string & {});

export class Metric {
  /** The metric of this name. @throws Error for a name that is empty or has white space in it */
  static of(name: MetricName): Metric {
    if (Token.isUnresolved(name) || /^\S+$/.test(name)) return new Metric(name);
    throw new Error(`The name of a metric is one word without white space; ${quote(name)} was given.`);
  }

  /**
   * A metric of one family of queries: `host.queries.q.<queryId>.<path>`.
   * @param queryId 16 hexadecimal digits, as the service's query pages show them, or a token
   * @param path what is measured, for example `p99_latency_us`
   * @throws Error for an id or a path that is none
   */
  static query(queryId: string, path: QueryMetricPath): Metric {
    if (!isMetricPath(path)) {
      throw new Error(`What is measured of a query is words joined by dots; ${quote(path)} was given.`);
    }
    const id = checkedQueryId(queryId);
    return new Metric(Token.isUnresolved(id) ? `host.queries.q.${id}.${path}` : queryMetric(id, path));
  }

  private constructor(
    /** As the service spells it. */
    readonly name: string,
  ) {}

  toString(): string {
    return this.name;
  }
}

/** @throws Error for what is neither an id of a query nor a token */
export function checkedQueryId(queryId: string): string {
  if (Token.isUnresolved(queryId) || isQueryId(queryId)) return queryId;
  throw new Error(`The id of a query is 16 hexadecimal digits; ${quote(queryId)} was given.`);
}
