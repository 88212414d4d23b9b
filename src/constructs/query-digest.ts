/** Query families, which the service groups by normalized text. Specification: "Query digest". */
import { type ITerraformIterator, TerraformIterator } from "cdktf";
import { type Construct } from "constructs";
import * as z from "zod";
import { DataDbmonQueries, type DataDbmonQueriesConfig } from "./generated/data-dbmon-queries";
import { type Host } from "./host";
import { Metric, queryIdSchema, type QueryMetricPath } from "./metric";
import { literal, propertiesOf, toArguments } from "./resources/arguments";
import { nameOrId, referenceListOf } from "./resources/references";
import { requireSameLibrary } from "./validation/library";
import { requireValid, rule, validateAtSynthesis } from "./validation/validate";

/** Selects query families. */
export interface QueryFilter {
  /** Part of the query text. `^` matches the start, `$` the end, and `*` any text. Specification: "GET /api/v2/queries". */
  readonly filter: string;
  /** Max number of families. Default: the limit of the service. */
  readonly limit?: number;
  /** Hosts, their names or their IDs, that ran the query. Default: all. */
  readonly hosts?: readonly (Host | string | number)[];
}

const limitRule = rule("Must be an integer greater than zero.");

const filterSchemas = {
  filter: z.string(),
  limit: z.int(limitRule).positive(limitRule).optional(),
  hosts: z.array(nameOrId).optional(),
};

/**
 * One query family, by its ID.
 * @example
 * const checkout = QueryDigest.fromId("8f2ac3d5e6b70914");
 * new Alert(this, "checkout-errors", {
 *   name: "Checkout: the query of orders fails",
 *   policy: 2,
 *   config: AlertConfig.threshold({
 *     alertLevel: AlertLevel.CRIT,
 *     metric: checkout.metric("errors.tput"),
 *     trigger: 0,
 *     reset: 0,
 *     duration: 1,
 *   }),
 * });
 */
export class QueryDigest {
  /**
   * The query family with this ID.
   * @param id 16 hexadecimal digits, as the query pages of the service and the command `dbmon list queries` show them
   * @throws Error if the ID has another format
   * @example
   * const checkout = QueryDigest.fromId("8f2ac3d5e6b70914");
   */
  static fromId(id: string): QueryDigest {
    return new QueryDigest(requireValid("The ID of a query", queryIdSchema, id));
  }

  /**
   * The query families that match a filter. Terraform looks them up during each plan. Pass `each` to `forEach` of an alert to
   * create one alert per family.
   * @example
   * const orders = QueryDigest.matching(this, "orders", { filter: "orders", limit: 5 });
   * new Alert(this, "orders-latency", {
   *   forEach: orders.each,
   *   name: `Latency: query ${orders.queryId}`,
   *   annotations: orders.text,
   *   policy: 2,
   *   config: AlertConfig.threshold({
   *     alertLevel: AlertLevel.WARN,
   *     metric: orders.metric("p99_latency_us"),
   *     trigger: 500_000,
   *     reset: 300_000,
   *     duration: 1,
   *   }),
   * });
   */
  static matching(scope: Construct, id: string, filter: QueryFilter): MatchingQueryDigests {
    requireSameLibrary(scope);
    const given = propertiesOf(filter);
    const hosts = referenceListOf(given.hosts, "hostReference");
    const queries = new DataDbmonQueries(
      scope,
      id,
      toArguments<DataDbmonQueriesConfig>({ filter: literal(given.filter), limit: given.limit, hosts }),
    );
    validateAtSynthesis(queries, filterSchemas, { ...given, hosts });
    return new MatchingQueryDigests(TerraformIterator.fromComplexList(queries.queries, "id"));
  }

  protected constructor(
    /** 16 hexadecimal digits; with `matching`, a token. */
    readonly queryId: string,
  ) {}

  /**
   * A metric of the family.
   * @param path the measurement, for example `p99_latency_us`, in microseconds
   * @throws Error if the path has another format
   * @example
   * const errors = QueryDigest.fromId("8f2ac3d5e6b70914").metric("errors.tput");
   */
  metric(path: QueryMetricPath): Metric {
    return Metric.query(this.queryId, path);
  }
}

/**
 * The query families that match a filter, one per iteration of `forEach`. `QueryDigest.matching` returns it.
 * @example
 * const orders = QueryDigest.matching(this, "orders", { filter: "orders" });
 * new Alert(this, "orders-errors", {
 *   forEach: orders.each,
 *   name: `Errors: query ${orders.queryId}`,
 *   policy: 2,
 *   config: AlertConfig.threshold({
 *     alertLevel: AlertLevel.WARN,
 *     metric: orders.metric("errors.tput"),
 *     trigger: 0,
 *     reset: 0,
 *     duration: 1,
 *   }),
 * });
 */
export class MatchingQueryDigests extends QueryDigest {
  /** The iterator over the families, for `forEach` of an alert. */
  readonly each: ITerraformIterator;
  /** A token of the normalized query text, with literals replaced by `?`. */
  readonly text: string;

  constructor(each: ReturnType<typeof TerraformIterator.fromComplexList>) {
    super(each.getString("id"));
    this.each = each;
    this.text = each.getString("digest");
  }
}
