/** What the store of the emulator stores, and what searches of it take and return. */
import { type AlertKind, type AlertLevel, type QueryDigestWire, type QueryTagWire } from "../../service";

/** When a write happens, and when it takes effect (PROP-1); milliseconds since the Unix epoch. */
export interface WriteTime {
  readonly at: number;
  readonly effectiveAt: number;
}

/** Seconds since the Unix epoch, both ends inclusive. */
interface Interval {
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

export interface EventQuery extends Interval {
  /** Returns only events of these hosts and global events. Undefined: events of all hosts. */
  readonly hosts: readonly number[] | undefined;
  readonly limit: number;
}

/** A digest with the tags and hosts that a search can filter by. */
export interface StoredDigest extends QueryDigestWire {
  readonly tags?: QueryTagWire[];
  /** IDs of the hosts that the query ran on. */
  readonly hosts?: readonly number[];
}

/** A key or a value, or a key with its value (QUERY-10). */
export type TagItem = { readonly keyOrValue: string } | { readonly key: string; readonly value: string };

export interface DigestSearch extends Interval {
  /** Whether to return only digests first seen in the interval. */
  readonly isNew: boolean;
  /** Returns only greater IDs. 16 hexadecimal digits. */
  readonly after: string | undefined;
  /** Returns only digests seen on at least one of these hosts. */
  readonly hosts: readonly number[] | undefined;
  /** At most `limits.filterLength` characters (QUERY-9). */
  readonly filter: string | undefined;
  /** Returns only digests with all of these tags. */
  readonly tags: readonly TagItem[];
  readonly limit: number;
}

export interface Page<T> {
  readonly data: T[];
  readonly hasMore: boolean;
}

export interface SampleQuery extends Interval {
  /** In base 10. */
  readonly query: string;
  readonly host: number | undefined;
  readonly limit: number;
}

/** A metric value. It holds from its timestamp until the next value of the same metric and host. */
export interface MetricRecord {
  readonly host: number;
  readonly metric: string;
  readonly value: number;
  /** Seconds since the Unix epoch. */
  readonly ts: number;
}

/** One firing of an alert on a host, or for a global event. */
export interface FiringRecord {
  readonly id: number;
  readonly alert: number;
  /** The alert's name when it fired. */
  readonly alert_name: string;
  readonly kind: AlertKind;
  readonly level: AlertLevel;
  /** Null for a global event. */
  readonly host: number | null;
  /** Seconds since the Unix epoch. */
  readonly at: number;
  /** Seconds since the Unix epoch. Null for an unresolved threshold alert, and for event alerts. */
  readonly resolved_at: number | null;
  /** UUID of the event that the threshold alert generated, or that the event alert matched. */
  readonly event: string;
  readonly message: string;
}

/** `kept`: the emulator does not send to this destination. */
type NotificationStatus = "kept" | "queued" | "sent" | "failed";

/** A message to one destination, without the settings of the destination. */
export interface Notification {
  readonly id: number;
  readonly firing: number;
  readonly alert: number;
  readonly alert_name: string;
  readonly destination: number;
  readonly destination_name: string;
  readonly integration: number;
  readonly integration_name: string;
  /** Seconds since the Unix epoch. */
  readonly at: number;
  readonly status: NotificationStatus;
  /** Why it is `kept` or `failed`; otherwise null. */
  readonly reason: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}
