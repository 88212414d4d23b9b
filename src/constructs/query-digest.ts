/** Families of queries, as the service groups them by what they look like. Specification: "Query digest"; fact QUERY-2. */
import { type ITerraformIterator, TerraformIterator } from "cdktf";
import { type Construct } from "constructs";
import { DataDbmonQueries } from "./generated/data-dbmon-queries";
import { type Host, hostIdOf } from "./host";
import { checkedQueryId, Metric, type QueryMetricPath } from "./metric";
import { isPossibleId } from "./own-id";
import { literal } from "./text";
import { checkIds, shown } from "./value-checks";

export interface QueryFilter {
  /** Text that the query has in it. */
  readonly filter: string;
  /** Families at most. Default: the service's own limit. */
  readonly limit?: number;
  /** Hosts, or their ids, that ran the query. Default: all. */
  readonly hosts?: readonly (Host | number)[];
}

/** One family, by its id. */
export class QueryDigest {
  /** The family of this id. @param id 16 hexadecimal digits, as the service's query pages show them @throws Error for no such id */
  static fromId(id: string): QueryDigest {
    return new QueryDigest(checkedQueryId(id));
  }

  /**
   * The families that a filter finds whenever Terraform plans. Alerts made with `forEach: matching.each` are one a family; what
   * else they are given of `matching` is that family's.
   */
  static matching(scope: Construct, id: string, filter: QueryFilter): MatchingQueryDigests {
    const found = new DataDbmonQueries(scope, id, {
      filter: literal(filter.filter),
      ...(filter.limit === undefined ? {} : { limit: filter.limit }),
      ...(filter.hosts === undefined ? {} : { hosts: filter.hosts.map(hostIdOf) }),
    });
    const { limit = 1, hosts = [] } = filter;
    found.node.addValidation({
      validate: () => [
        ...(isPossibleId(limit) && limit !== 0
          ? []
          : [`limit: ${shown(limit)} is not a number of families. Give a whole number that is positive.`]),
        ...checkIds("hosts", hosts.map(hostIdOf)),
      ],
    });
    return new MatchingQueryDigests(TerraformIterator.fromComplexList(found.queries, "id"));
  }

  protected constructor(
    /** 16 hexadecimal digits; of a family that is looked up, a token. */
    readonly queryId: string,
  ) {}

  /** A metric of the family. @param path what is measured, for example `p99_latency_us` */
  metric(path: QueryMetricPath): Metric {
    return Metric.query(this.queryId, path);
  }
}

/** Each of the families that a filter finds, as tokens. */
export class MatchingQueryDigests extends QueryDigest {
  /** For `forEach` of an alert. */
  readonly each: ITerraformIterator;
  /** What the queries of the family look like, with their values left out. */
  readonly text: string;

  constructor(each: ReturnType<typeof TerraformIterator.fromComplexList>) {
    super(each.getString("id"));
    this.each = each;
    this.text = each.getString("digest");
  }
}
