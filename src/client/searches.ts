/** Filters of the lists of hosts, queries, samples and events. Specification: "Endpoints". */
import { type ServiceEvent } from "../service";

/** Unix timestamps in seconds; 0 and negative values are relative to now (GEN-4). */
interface Interval {
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

export interface HostSearch {
  /** Unix timestamp in seconds; 0 and negative values are relative to now. */
  readonly from?: number | undefined;
  readonly withTags?: boolean | undefined;
}

export interface QuerySearch extends Interval {
  /** Host IDs; all hosts by default. */
  readonly hosts?: readonly number[] | undefined;
  /** Pattern that matches anywhere in the text; `^` anchors the start, `$` the end, and `*` matches any text. */
  readonly filter?: string | undefined;
  /** Keys, values or `key=value` pairs; a digest must have all of them. */
  readonly tags?: readonly string[] | undefined;
  /** Only queries first seen in the interval. */
  readonly isNew?: boolean | undefined;
  /** Hexadecimal query ID; results start after it. */
  readonly offset?: string | undefined;
  /** Max results per request. */
  readonly pageSize?: number | undefined;
}

export interface SampleSearch extends Interval {
  /** Hexadecimal ID of the query family. */
  readonly queryId: string;
  readonly host?: number | undefined;
  readonly limit?: number | undefined;
  /** Omits the text and the plan. */
  readonly isBrief?: boolean | undefined;
}

export interface EventSearch extends Interval {
  /** Host IDs; all hosts by default. Global events are always included. */
  readonly hosts?: readonly number[] | undefined;
}

/** A response of `GET /events`, which documents no paging. */
export interface PartialEventList {
  readonly events: readonly ServiceEvent[];
  /** Whether the service has more events. Undefined if the response does not state it. */
  readonly hasMore: boolean | undefined;
}
