/**
 * Store interfaces of the emulator. Routes and rules depend only on these interfaces.
 * All methods are synchronous, so each request is one transaction without concurrent access.
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
import { type TextPattern } from "./text-pattern";

export interface Store {
  /** Returns the environment with this name. Creates it and calls `fill` if it does not exist. */
  environment(name: string, fill: (created: EnvironmentStore) => void): EnvironmentStore;
  close(): void;
}

export interface EnvironmentStore {
  readonly name: string;
  /** Runs the work in a transaction and rolls it back if it throws. Calls must not be nested. */
  inTransaction<T>(work: () => T): T;
  readonly alerts: AlertStore;
  /** By ID of the alert. */
  readonly alertConfigs: PropagatedStore<AlertConfigWire>;
  readonly changes: ChangeQueue;
  readonly integrations: EditableCatalog<z.output<typeof integrationWire>>;
  readonly policies: EditableCatalog<z.output<typeof alertPolicyWire>>;
  readonly durations: EditableCatalog<z.output<typeof alertDurationWire>>;
  readonly destinations: EditableCatalog<DestinationWire>;
  readonly hosts: EditableCatalog<HostWire>;
  readonly digests: DigestStore;
  readonly samples: SampleStore;
  readonly events: EventStore;
  readonly metrics: MetricStore;
  readonly watches: WatchStore;
  readonly firings: FiringStore;
  readonly outbox: OutboxStore;
}

export interface Catalog<T> {
  /** Ordered by ID. */
  list(): T[];
  get(id: number): T | undefined;
}

/** Objects that users edit in the service's UI. In the emulator, the control endpoints edit them. */
export interface EditableCatalog<T> extends Catalog<T> {
  /** The highest existing ID plus 1. */
  nextId(): number;
  put(id: number, element: T): void;
  remove(id: number): void;
}

/** Writes of alerts and configurations, by the time at which they take effect (PROP-1). */
export interface ChangeQueue {
  /** IDs of the alerts with a change that takes effect in the interval, both ends inclusive; milliseconds. */
  alertsChanged(from: number, until: number): number[];
  /** When the first change after `time` takes effect; milliseconds. */
  nextAfter(time: number): number | undefined;
  /** When the last pending change of each alert takes effect; milliseconds, by alert ID. */
  pending(time: number): Map<number, number>;
  /** When the state of an alert and its configuration at the time `at` took effect; milliseconds. */
  inEffectSince(alert: number, at: number): number;
}

/** When a write happens, and when it takes effect (PROP-1); milliseconds since the Unix epoch. */
export interface WriteTime {
  readonly at: number;
  readonly effectiveAt: number;
}

/** Objects whose writes take effect later (PROP-1). Times `at` are milliseconds since the Unix epoch. */
export interface PropagatedStore<T> extends Catalog<T> {
  /** The objects as of the writes that took effect by `at`. */
  listInEffect(at: number): T[];
  getInEffect(id: number, at: number): T | undefined;
  put(id: number, object: T, time: WriteTime): void;
  remove(id: number, time: WriteTime): void;
}

export interface AlertStore extends PropagatedStore<AlertWire> {
  /** IDs of the alerts with exactly this name. */
  idsNamed(name: string): number[];
  /** An ID that was never used. */
  nextId(): number;
}

export interface EventSearch extends Interval {
  /** Returns only events of these hosts and global events. Undefined: events of all hosts. */
  readonly hosts: readonly number[] | undefined;
  readonly limit: number;
}

/** Events are added and listed, and never changed (EVENT-4). */
export interface EventStore {
  /** Ordered by start. */
  find(search: EventSearch): Page<EventWire>;
  /** Latest start first. */
  newest(limit: number): EventWire[];
  add(event: EventWire): void;
}

/** A digest with the tags and hosts that a search can filter by. */
export interface StoredDigest extends QueryDigestWire {
  readonly tags?: QueryTagWire[];
  /** IDs of the hosts that the query ran on. */
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
  /** Returns only greater IDs. 16 hexadecimal digits. */
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
  /** Ordered by ID, without tags. */
  find(search: DigestSearch): Page<QueryDigestWire>;
  get(id: string): QueryDigestWire | undefined;
  tagsOf(id: string): QueryTagWire[];
  /** Adds a digest, or replaces the digest with the same ID, including its tags and hosts. */
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

/** A metric value. It holds from its timestamp until the next value of the same metric and host. */
export interface MetricValue {
  readonly host: number;
  readonly metric: string;
  readonly value: number;
  /** Seconds since the Unix epoch. */
  readonly ts: number;
}

export interface MetricStore {
  get(host: number, metric: string): MetricValue | undefined;
  ofMetric(metric: string): MetricValue[];
  list(): MetricValue[];
  hasAny(): boolean;
  put(value: MetricValue): void;
}

/** The state of each alert on each host. Times are milliseconds since the Unix epoch. */
export interface WatchStore extends Watches {
  list(): HostWatch[];
}

/** One firing of an alert on a host, or for a global event. */
export interface Firing {
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

export interface FiringStore {
  add(firing: Omit<Firing, "id">): number;
  get(id: number): Firing | undefined;
  resolve(id: number, at: number): void;
  /** Newest first. */
  newest(limit: number): Firing[];
}

/** `kept`: the emulator does not send to this destination. */
export type NotificationStatus = "kept" | "queued" | "sent" | "failed";

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

export interface OutboxStore {
  add(notification: Omit<Notification, "id">): number;
  /** Oldest first. */
  queued(limit: number): Notification[];
  settle(id: number, status: "sent" | "failed", reason: string | null): void;
  /** Newest first. */
  newest(limit: number): Notification[];
}
