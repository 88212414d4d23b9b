/**
 * What routes, the evaluator and the control endpoints read and write. All methods are synchronous, so that each request is one transaction
 * without concurrent access.
 */
import type * as z from "zod";
import { type HostWatch, type Watches } from "../../alerting";
import {
  type AlertConfigWire,
  type alertDurationWire,
  type AlertKind,
  type AlertLevel,
  type alertPolicyWire,
  type AlertWire,
  type DestinationWire,
  type EventWire,
  type HostWire,
  type integrationWire,
  type QueryDigestWire,
  type QuerySampleWire,
  type QueryTagWire,
} from "../../service";

/** The data of all environments. */
export interface EmulatorStore {
  /** Opens the environment with this name. Creates it and calls `fill` if it does not exist. */
  environment(name: string, fill: (created: EnvironmentStore) => void): EnvironmentStore;
  close(): void;
}

export interface EnvironmentStore {
  readonly name: string;
  /** Runs the work in a transaction and rolls it back if it throws. Calls must not be nested. */
  inTransaction<T>(work: () => T): T;
  readonly alerts: AlertStore;
  /** By ID of the alert. */
  readonly alertConfigs: VersionStore<AlertConfigWire>;
  readonly changes: ChangeStore;
  readonly integrations: ObjectStore<IntegrationRecord>;
  readonly policies: ObjectStore<PolicyRecord>;
  readonly durations: ObjectStore<DurationRecord>;
  readonly destinations: ObjectStore<DestinationWire>;
  readonly hosts: ObjectStore<HostWire>;
  readonly digests: DigestStore;
  readonly samples: SampleStore;
  readonly events: EventStore;
  readonly metrics: MetricStore;
  readonly watches: WatchStore;
  readonly firings: ObjectStore<FiringRecord>;
  readonly outbox: OutboxStore;
}

/** Objects with a number as their ID. */
export interface ObjectStore<T extends { readonly id: number }> {
  /** Ordered by ID. */
  list(): T[];
  /** The objects with the highest IDs, highest first. */
  newest(limit: number): T[];
  /** Callers do not change the object, because it is cached. */
  get(id: number): T | undefined;
  /** The highest existing ID plus 1. */
  nextId(): number;
  /** Adds the object, or replaces the object with its ID. */
  put(object: T): void;
  /** @returns whether the object existed */
  remove(id: number): boolean;
}

export interface OutboxStore extends ObjectStore<Notification> {
  /** Oldest first. */
  queued(limit: number): Notification[];
}

/**
 * Objects with the time at which each write takes effect (PROP-1). Reads with `at`, in milliseconds since the Unix epoch, return the state of
 * the writes that took effect by then, and otherwise the latest state.
 */
export interface VersionStore<T> {
  /** Ordered by ID. */
  list(at?: number): T[];
  /** Callers do not change the object, because it is cached. */
  get(id: number, at?: number): T | undefined;
  /** @param document undefined deletes the object */
  write(id: number, document: T | undefined, time: WriteTime): void;
}

export interface AlertStore extends VersionStore<AlertWire> {
  /** An ID that was never used. */
  nextId(): number;
  /** IDs of the alerts with exactly this name. */
  idsNamed(name: string): number[];
}

/** When writes of alerts and configurations take effect, in milliseconds since the Unix epoch. */
export interface ChangeStore {
  /** IDs of the alerts with a change that takes effect in the interval, both ends inclusive. */
  alertsChanged(from: number, until: number): number[];
  /** When the first change after `time` takes effect. */
  nextAfter(time: number): number | undefined;
  /** When the last pending change of each alert takes effect, by ID. */
  pending(time: number): Map<number, number>;
  /** When the state of an alert and its configuration at the time `at` took effect. */
  inEffectSince(alert: number, at: number): number;
}

export interface DigestStore {
  /** Ordered by ID, without tags. */
  find(search: DigestSearch): Page<QueryDigestWire>;
  get(id: string): QueryDigestWire | undefined;
  tagsOf(id: string): readonly QueryTagWire[];
  /** Adds a digest, or replaces the digest with the same ID, including its tags and hosts. */
  put(digest: StoredDigest): void;
}

export interface SampleStore {
  /** Newest first. */
  find(query: SampleQuery): QuerySampleWire[];
  add(sample: QuerySampleWire): void;
}

/** Events are added and listed, and never changed (EVENT-4). */
export interface EventStore {
  /** Ordered by start. Global events are in the list of any hosts. */
  find(query: EventQuery): Page<EventWire>;
  /** Latest start first. */
  newest(limit: number): EventWire[];
  add(event: EventWire): void;
}

/** The latest value of each metric on each host. */
export interface MetricStore {
  get(host: number, metric: string): MetricRecord | undefined;
  ofMetric(metric: string): MetricRecord[];
  list(): MetricRecord[];
  hasAny(): boolean;
  put(value: MetricRecord): void;
}

export interface WatchStore extends Watches {
  list(): readonly HostWatch[];
}

export type IntegrationRecord = z.output<typeof integrationWire>;
export type PolicyRecord = z.output<typeof alertPolicyWire>;
export type DurationRecord = z.output<typeof alertDurationWire>;

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
