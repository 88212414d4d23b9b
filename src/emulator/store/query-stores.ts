/** Store interfaces for query digests and samples, and types that searches share. */
import { type QueryDigestWire, type QuerySampleWire, type QueryTagWire } from "../../service";
import { type TextPattern } from "../rules/text-pattern";

/** A digest with the tags and hosts that a search can filter by. */
export interface StoredDigest extends QueryDigestWire {
  readonly tags?: QueryTagWire[];
  /** Ids of the hosts that the query ran on. */
  readonly hosts?: readonly number[];
}

/** Seconds since the Unix epoch, both ends inclusive. */
export interface Interval {
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

/** A key or a value, or a key with its value (QUERY-10). */
export type TagItem = { readonly keyOrValue: string } | { readonly key: string; readonly value: string };

export interface DigestSearch extends Interval {
  /** Whether to return only digests first seen in the interval. */
  readonly isNew: boolean;
  /** Returns only greater ids. 16 hexadecimal digits. */
  readonly after: string | undefined;
  /** Returns only digests seen on at least one of these hosts. */
  readonly hosts: readonly number[] | undefined;
  readonly pattern: TextPattern | undefined;
  /** Returns only digests with all of these tags. */
  readonly tags: readonly TagItem[];
  readonly limit: number;
}

/** The first results of a search. */
export interface Page<T> {
  readonly data: T[];
  readonly hasMore: boolean;
}

export interface DigestStore {
  /** Ordered by id, without tags. */
  find(search: DigestSearch): Page<QueryDigestWire>;
  get(id: string): QueryDigestWire | undefined;
  tagsOf(id: string): QueryTagWire[];
  /** Adds a digest, or replaces the digest with the same id, including its tags and hosts. */
  put(digest: StoredDigest): void;
}

export interface SampleSearch extends Interval {
  /** In base 10. */
  readonly query: string;
  readonly host: number | undefined;
  readonly limit: number;
}

export interface SampleStore {
  /** Newest first. */
  find(search: SampleSearch): QuerySampleWire[];
  add(sample: QuerySampleWire): void;
}
