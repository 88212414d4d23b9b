/** What the service keeps of queries: digests, where and with which tags they were seen, and samples. */
import { type QueryDigestWire, type QuerySampleWire, type QueryTagWire } from "../../service";
import { type TextPattern } from "../rules/text-pattern";

/** A digest with everything that it can be found by. */
export interface StoredDigest extends QueryDigestWire {
  readonly tags?: QueryTagWire[];
  /** IDs of the hosts that it was seen on. */
  readonly hosts?: readonly number[];
}

/** Seconds since the Unix epoch; both ends belong to it. */
export interface Interval {
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

/** A key or a value, or a key with its value (QUERY-10). */
export type TagItem = { readonly keyOrValue: string } | { readonly key: string; readonly value: string };

export interface DigestSearch extends Interval {
  /** Only digests first seen in the interval. */
  readonly isNew: boolean;
  /** Only ids past this one, of 16 hexadecimal digits. */
  readonly after: string | undefined;
  /** Only digests seen on any of them. */
  readonly hosts: readonly number[] | undefined;
  readonly pattern: TextPattern | undefined;
  /** Only digests that carry all of them. */
  readonly tags: readonly TagItem[];
  readonly limit: number;
}

/** The first of what was found, and whether there is more. */
export interface Page<T> {
  readonly data: T[];
  readonly hasMore: boolean;
}

export interface DigestStore {
  /** By id, without tags. */
  find(search: DigestSearch): Page<QueryDigestWire>;
  get(id: string): QueryDigestWire | undefined;
  tagsOf(id: string): QueryTagWire[];
  /** Adds it, or puts it, its tags and hosts included, in the place of one with its id. */
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
