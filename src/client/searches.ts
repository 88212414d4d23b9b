/** What lists of hosts, queries, samples and events can be asked for. Specification: "Endpoints". */

/** Times are Unix timestamps in seconds, or, when 0 or negative, seconds relative to now (GEN-4). */
interface Interval {
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

export interface HostSearch {
  /** Unix timestamp in seconds, or, when 0 or negative, seconds relative to now. */
  readonly from?: number | undefined;
  readonly withTags?: boolean | undefined;
}

export interface QuerySearch extends Interval {
  /** IDs of hosts; all when left out. */
  readonly hosts?: readonly number[] | undefined;
  /** Pattern of the text: any part of it, `^` at its start, `$` at its end, `*` for any run. */
  readonly filter?: string | undefined;
  /** Keys, values or `key=value`; a digest must carry all of them. */
  readonly tags?: readonly string[] | undefined;
  /** Only queries first seen in the interval. */
  readonly isNew?: boolean | undefined;
  /** Only ids past this one, in hexadecimal. */
  readonly offset?: string | undefined;
  /** How many to ask for at once. */
  readonly pageSize?: number | undefined;
}

export interface SampleSearch extends Interval {
  /** ID of the query family in hexadecimal. */
  readonly queryId: string;
  /** ID of a host. */
  readonly host?: number | undefined;
  readonly limit?: number | undefined;
  /** Without text and plan. */
  readonly isBrief?: boolean | undefined;
}

export interface EventSearch extends Interval {
  /** IDs of hosts; all when left out. Global events are always listed. */
  readonly hosts?: readonly number[] | undefined;
}
